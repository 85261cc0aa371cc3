import Glibc
import TestSupport
import Testing
import Values

@testable import Scripting

@Suite("reload", .serialized)
struct ReloadTests {
    /// A script in memory whose text a test changes.
    private final class Text: Sendable {
        private let text: Lock<String>

        init(_ text: String) { self.text = Lock(text) }

        func set(_ text: String) { self.text.withLock { $0 = text } }

        func reloader(_ modules: [LuaModule] = [herald]) -> ScriptReloader<LuaTable> {
            ScriptReloader { [self] generation throws(HeraldError) in
                let state = try ScriptState(
                    ScriptConfiguration(limits: ScriptLimits(memory: 8 << 20, wallTime: .seconds(60)), modules: modules)
                )
                let source = Array("local generation = \(generation) \(text.withLock { $0 })".utf8)
                do throws(HeraldError) {
                    return (state, try await state.load(source, name: "live.lua", as: LuaTable.self))
                } catch {
                    await state.close()
                    throw error
                }
            }
        }
    }

    private static let answering = "return { answer = function(n) return generation * 100 + (n or 0) end }"

    private func answer(_ reloader: ScriptReloader<LuaTable>) async throws -> LuaFunction {
        let table = try #require(await reloader.script)
        let state = try #require(table.inbox.state)
        return try await state.field("answer", of: table)
    }

    @Test("puts a fresh state in place of the old one, which takes no calls any more")
    func replaces() async throws {
        let reloader = Text(Self.answering).reloader()
        #expect(await reloader.generation == 0)
        _ = try await reloader.reload()
        let old = try await answer(reloader)
        #expect(try await old.call([1], as: Int.self) == 101)
        _ = try await reloader.reload()
        let new = try await answer(reloader)
        #expect(try await new.call([2], as: Int.self) == 202)
        #expect(await reloader.generation == 2)
        #expect(!old.isLive && new.isLive)
        old.post([1])
        let error = await #expect(throws: HeraldError.self) { try await old.call(as: Int.self) }
        #expect(error?.code == .invalidState)
        await reloader.close()
        #expect(!new.isLive)
        let late = await #expect(throws: HeraldError.self) { try await reloader.reload() }
        #expect(late?.code == .invalidState)
    }

    @Test(
        "what does not load leaves the one before running",
        arguments: [
            ("return = 1", "syntax_error"), ("error 'no'", "script_error"), ("return 5", "invalid_argument"),
            ("local t = {} for i = 1, 1e7 do t[i] = {} end", "memory_limit"),
        ]
    )
    func broken(source: String, code: String) async throws {
        let text = Text(Self.answering)
        let reloader = text.reloader()
        _ = try await reloader.reload()
        text.set(source)
        let error = await #expect(throws: HeraldError.self) { try await reloader.reload() }
        #expect(error?.code.rawValue == code, "\(String(describing: error))")
        #expect(await reloader.generation == 1)
        #expect(try await answer(reloader).call(as: Int.self) == 100)
        text.set(Self.answering)
        _ = try await reloader.reload()
        #expect(try await answer(reloader).call(as: Int.self) == 300)
        await reloader.close()
    }

    @Test("a call that is under way when its state is replaced ends with an error, and what waits in it is cancelled")
    func underWay() async throws {
        let (begun, mark) = AsyncStream<Void>.makeStream()
        let marking = LuaModule("mark") { $0.function("begun") { () in _ = mark.yield() } }
        let source = "return { answer = function() require('mark').begun() require('herald').sleep(3600) end }"
        let reloader = Text(source).reloader([herald, marking])
        _ = try await reloader.reload()
        let old = try await answer(reloader)
        let call = Task { try await old.call(as: Int?.self) }
        for await _ in begun { break }
        _ = try await reloader.reload()
        await #expect(throws: HeraldError.self) { try await call.value }
        await reloader.close()
    }

    @Test("a thousand times leaves nothing behind")
    func thousand() async throws {
        let reloader = Text(
            """
            local h = require 'herald'
            local kept = {}
            for i = 1, 100 do kept[i] = { i } end
            h.spawn(function() h.sleep(3600) end)
            return { answer = function() return generation, kept end }
            """
        ).reloader()
        final class WeakState: @unchecked Sendable { weak var state: ScriptState? }
        var states: [WeakState] = []
        var grown: [Int] = []
        // Other tests of this process take memory meanwhile; a leak takes it every time.
        for part in 0..<5 {
            let before = ResidentMemory.bytes
            for round in 1...200 {
                let table = try await reloader.reload()
                let seen = WeakState()
                seen.state = table.inbox.state
                states.append(seen)
                let function: LuaFunction = try await answer(reloader)
                #expect(try await function.call(as: Int.self) == part * 200 + round)
            }
            grown.append(ResidentMemory.bytes - before)
        }
        // The last that was replaced goes with the last task that ends in it.
        var alive = states.count { $0.state != nil }
        let end = ContinuousClock.now + .seconds(60)
        while alive > 1, ContinuousClock.now < end {
            await Task.yield()
            alive = states.count { $0.state != nil }
        }
        #expect(alive <= 1)
        // 200 states of some 60 KB would be 12 MB.
        #expect(grown.min() ?? 0 < 4 << 20, "grew by \(grown)")
        await reloader.close()
    }
}

@Suite("files of a script", .serialized)
struct ScriptFilesTests {
    private func with(_ body: (String) async throws -> Void) async throws {
        let folder = try TemporaryDirectory()
        try await body(folder.path)
    }

    @Test("a change is another content, another file under the name, none, or one where none was")
    func changes() async throws {
        try await with { folder in
            let (a, b) = ("\(folder)/a.lua", "\(folder)/b.lua")
            try TextFile.write([1], to: a, mode: 0o600)
            let files = ScriptFiles(a)
            files.note(b)
            #expect(files.changes().isEmpty)
            try TextFile.write([2], to: a, mode: 0o600)
            #expect(files.changes() == [a])
            // The first look counts.
            files.note(a)
            #expect(files.changes() == [a])
            try TextFile.write([2], to: b, mode: 0o600)
            #expect(files.changes() == [a, b])
            files.settle()
            #expect(files.changes().isEmpty)
            unlink(b)
            #expect(files.changes() == [b])
        }
    }

    @Test("waits for a change, and ends when it is cancelled")
    func waits() async throws {
        try await with { folder in
            let path = "\(folder)/a.lua"
            let files = ScriptFiles(path)
            let change = Task { try await files.change(clock: SystemClock()) }
            try TextFile.write([1], to: path, mode: 0o600)
            let changed = try await change.value
            #expect(changed == [path])
            files.settle()
            let never = Task { try await files.change(clock: SystemClock()) }
            never.cancel()
            await #expect(throws: (any Error).self) { try await never.value }
        }
    }
}
