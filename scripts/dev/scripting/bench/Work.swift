import LuaModules
import Scripting
import Values

/// What the measured scripts find: a function, an object, waits and an error.
enum Work {
    final class Point: LuaObject {
        static let luaType = LuaType("Point", of: Point.self) { type in
            type.field("x") { $0.x }
            type.function("plus") { (point: Point, other: Int) in point.x + other }
        }
        let x = 7
    }

    static let module = LuaModule("bench") { module in
        module.function("add") { (a: Int, b: Int) in a + b }
        module.function("point") { Point() }
        module.function("fail") { () throws -> Int in throw HeraldError(.failed, "it failed") }
        module.asyncFunction("now") { (a: Int) async throws -> Int in a }
        module.waitFunction("ready") { (a: Int) -> LuaWait<Int> in .ready(a) }
        module.asyncFunction("later") { (a: Int) async throws -> Int in
            await withUnsafeContinuation { $0.resume(returning: a) }
        }
        module.asyncFunction("turn") { (a: Int) async throws -> Int in
            await Task.yield()
            return a
        }
    }

    static func state(_ interruption: ScriptInterruption) throws -> ScriptState {
        let configuration = ScriptConfiguration(
            limits: ScriptLimits(memory: 256 << 20, wallTime: .seconds(600)),
            interruption: interruption,
            modules: [module, core]
        )
        return try ScriptState(configuration)
    }

    private static let core = LuaModule("herald") { $0.addCore(CoreHost()) }

    static func host(_ interruption: ScriptInterruption) -> RuntimeHost {
        var configuration = HostConfiguration { () async throws(HeraldError) in
            throw HeraldError(.unreachable, "there is no server here")
        }
        configuration.isInterruptedBySignal = interruption == .signal
        return RuntimeHost(configuration)
    }
}

extension ScriptState {
    func callMany(_ function: LuaFunction, _ count: Int) throws -> Int {
        var sum = 0
        let call = call
        for turn in 0..<count { sum &+= try call.callNow(function, turn, 1, as: Int.self) }
        return sum
    }

    /// Pushes a table to a function that does nothing.
    func pushMany(_ function: LuaFunction, _ table: [String: Int], _ count: Int) throws {
        let call = call
        for _ in 0..<count { _ = try call.callNow(function, table, as: Int?.self) }
    }

    func pullMany(_ function: LuaFunction, _ count: Int) throws -> Int {
        var sum = 0
        let call = call
        for _ in 0..<count { sum &+= try call.callNow(function, as: [String: Int].self).count }
        return sum
    }
}
