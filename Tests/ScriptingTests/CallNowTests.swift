import Testing
import Values

@testable import Scripting

extension ScriptState {
    fileprivate func callTwice(_ function: LuaFunction) throws -> [Int] {
        [try call.callNow(function, 1, 2, as: Int.self), try callNow(function, [3, 4], as: Int.self)]
    }

    fileprivate func callOnce(_ function: LuaFunction) throws { _ = try callNow(function, as: JSON.self) }
}

@Suite("calls without a coroutine", .serialized)
struct CallNowTests {
    @Test("values go both ways, and the state's own stack stays as it was")
    func values() async throws {
        let state = try ScriptState()
        let add = try await state.load(
            Array("return function(a, b) return a + b end".utf8),
            name: "a.lua",
            as: LuaFunction.self
        )
        #expect(try await state.callTwice(add) == [3, 7])
        #expect(try await state.callNow(add, ["4", 2], as: Int.self) == 6)
        await state.close()
        await #expect(throws: HeraldError.self) { try await state.callTwice(add) }
    }

    @Test(
        "what goes wrong is told",
        .serialized,
        arguments: [
            ("error 'no'", HeraldError.Code.scriptError, "no"),
            ("return 'no number'", .invalidArgument, "expected an integer, got a string"),
            ("while true do end", .timeLimit, "the script used up its 60 ms"),
            (
                "local s = 'x' while true do s = s .. s end", .memoryLimit,
                "the script asked for a string of more than 16 MiB"
            ),
            ("require('herald').sleep(1)", .invalidState, "herald.sleep"),
        ],
        ScriptInterruption.allCases
    )
    func failures(
        _ failure: (source: String, code: HeraldError.Code, message: String),
        interruption: ScriptInterruption
    )
        async throws
    {
        let limits = ScriptLimits(wallTime: .milliseconds(60))
        let state = try ScriptState(ScriptConfiguration(limits: limits, interruption: interruption, modules: [herald]))
        let source = "return function() \(failure.source) end"
        let function = try await state.load(Array(source.utf8), name: "f.lua", as: LuaFunction.self)
        let error = await #expect(throws: HeraldError.self) { _ = try await state.callNow(function, as: Int.self) }
        #expect(error?.code == failure.code)
        #expect(error?.message.contains(failure.message) == true, "\(String(describing: error))")
        #expect(try await state.run(Array("return 1".utf8), name: "g.lua", wallTime: .seconds(60)).values == [1])
        await state.close()
    }
}
