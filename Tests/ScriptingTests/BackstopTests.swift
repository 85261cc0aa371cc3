import CLua
import CLuaBridge
import Glibc
import Synchronization
import Testing
import Values

@testable import Scripting

extension ScriptState {
    /// Puts Lua's own `string.find` in the place of the bounded one.
    fileprivate func disableBoundedFind() {
        let main = machine.main
        // Opening the library anew also makes its functions the methods of strings.
        lua_pushcclosure(main, luaopen_string, 0)
        lua_callk(main, 0, 1, 0, nil)
        lua_settop(main, 0)
    }
}

@Suite("backstop", .serialized)
struct BackstopTests {
    /// Lua's own matcher takes some minutes for it.
    private static let explosion = """
        local subject, pattern = ("a"):rep(28), ("a?"):rep(28) .. ("a"):rep(28) .. "b"
        return subject:find(pattern)
        """

    @Test("a script that nothing stops ends the process, with its place", arguments: ScriptInterruption.allCases)
    func process(interruption: ScriptInterruption) async throws {
        let result = await #expect(
            processExitsWith: .exitCode(124),
            observing: [\.standardErrorContent]
        ) { [name = interruption.rawValue as String] in
            let backstop = ScriptBackstop(grace: .milliseconds(100)) { place in
                let text = Array("place: \(place.map(\.description) ?? "unknown")\n".utf8)
                _ = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
                _exit(124)
            }
            let state = try ScriptState(
                ScriptConfiguration(
                    limits: ScriptLimits(wallTime: .milliseconds(50)),
                    interruption: #require(ScriptInterruption(rawValue: name)),
                    backstop: backstop
                )
            )
            await state.disableBoundedFind()
            _ = try await state.run(Array(BackstopTests.explosion.utf8), name: "explosion.lua")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("place: explosion.lua:2\n"), "\(text)")
    }

    @Test("the backstop is left alone by what ends in time", arguments: ScriptInterruption.allCases)
    func quiet(interruption: ScriptInterruption) async throws {
        let calls = Atomic(0)
        let counter = ScriptBackstop(grace: .seconds(60)) { _ in calls.add(1, ordering: .relaxed) }
        let state = try ScriptState(
            ScriptConfiguration(
                limits: ScriptLimits(wallTime: .milliseconds(50)),
                interruption: interruption,
                backstop: counter
            )
        )
        await #expect(throws: HeraldError.self) {
            try await state.run(Array("while true do end".utf8), name: "loop.lua")
        }
        #expect(try await state.run(Array("return 1".utf8), name: "next.lua", wallTime: .seconds(60)).values == [1])
        await state.close()
        #expect(calls.load(ordering: .relaxed) == 0)
    }
}
