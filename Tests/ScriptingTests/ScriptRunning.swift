import Synchronization
import Testing
import Values

@testable import Scripting

/// Collects what a script prints and logs.
final class Recorder: Sendable {
    private let texts = Mutex<[String]>([])
    private let entries = Mutex<[ScriptLogEntry]>([])

    var lines: [String] { texts.withLock { $0 } }
    var log: [ScriptLogEntry] { entries.withLock { $0 } }

    func write(_ bytes: [UInt8]) { texts.withLock { $0.append(String(decoding: bytes.dropLast(), as: UTF8.self)) } }
    func add(_ entry: ScriptLogEntry) { entries.withLock { $0.append(entry) } }
}

/// What tests call `herald`: the task functions, and some functions that wait.
let herald = LuaModule("herald") { module in
    module.addTaskFunctions()
    module.addArrayFunction("array")
    module.constant("null", .null)
    module.function("add") { (a: Int, b: Int) in a + b }
    module.asyncFunction("now_later") { (value: LuaReference) async throws in value }
    module.asyncFunction("turn") { () async throws in await Task.yield() }
    module.function("fail") { () throws in
        throw HeraldError(.denied, "not today", pointer: "/a", hint: "ask tomorrow", cause: HeraldError(.io, "disk"))
    }
    module.asyncFunction("fail_later") { () async throws in
        await Task.yield()
        throw HeraldError(.network, "the line is dead")
    }
}

/// Runs `source` in a state of its own.
func run(
    _ source: String,
    limits: ScriptLimits = ScriptLimits(wallTime: .seconds(180)),
    modules: [LuaModule] = [herald],
    clock: any HeraldClock = SystemClock(),
    roots: [String] = [],
    recorder: Recorder = Recorder()
) async throws -> [JSON] {
    let state = try ScriptState(
        ScriptConfiguration(
            limits: limits,
            clock: clock,
            output: { recorder.write($0) },
            log: { recorder.add($0) },
            modules: modules,
            moduleRoots: roots
        )
    )
    do {
        let outcome = try await state.run(Array(source.utf8), name: "test.lua")
        await state.close()
        return outcome.values
    } catch {
        await state.close()
        throw error
    }
}

/// The error that `source` ends with.
func failure(
    _ source: String,
    limits: ScriptLimits = ScriptLimits(wallTime: .seconds(180)),
    modules: [LuaModule] = [herald],
    roots: [String] = []
) async throws -> HeraldError {
    try #require(
        await #expect(throws: HeraldError.self) {
            try await run(source, limits: limits, modules: modules, roots: roots)
        }
    )
}
