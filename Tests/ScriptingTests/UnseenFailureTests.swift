import Testing
import Values

@testable import Scripting

/// Runs what a host function was given, later and without waiting for it.
private let posting = LuaModule("posting") { module in
    module.function("post") { (function: LuaFunction) in function.post() }
}

@Suite("errors of tasks that nobody joins", .serialized)
struct UnseenFailureTests {
    /// What the log told, and the error that the run ended with.
    private func run(_ source: String) async throws -> (told: [String], error: HeraldError?) {
        let recorder = Recorder()
        let prelude = """
            local h, post, done = require 'herald', require('posting').post
            local function fail() done = true error('a', 0) end

            """
        var ended: HeraldError?
        do {
            _ = try await ScriptingTests.run(prelude + source, modules: [herald, posting], recorder: recorder)
        } catch {
            ended = error as? HeraldError
        }
        let told = recorder.log.map { $0.message.split(separator: "\n").first.map(String.init) ?? "" }
        return (told, ended)
    }

    @Test(
        "are told once: in the log, or as the error of the run",
        arguments: [
            ("h.spawn(error, 'a', 0)", [], "a", false),
            ("h.spawn(error, 'a', 0) h.spawn(error, 'b', 0)", ["b"], "a", false),
            ("h.spawn(error, 'a', 0) h.turn() error('main', 0)", ["a"], "main", false),
            ("h.spawn(error, 'a', 0) h.turn() h.exit(0)", ["a"], nil, false),
            ("local t = h.spawn(error, 'a', 0) pcall(t.join, t)", [], nil, false),
            ("h.spawn(function() h.spawn(error, 'a', 0):join() end)", [], "a", false),
            ("h.every(0.001, function() error('a', 0) end)", [], "a", false),
            // Nobody can join it: it is told when it happens, and the run ends with it all the same.
            ("post(fail) repeat h.turn() until done", ["a"], "a", true),
            ("post(fail) repeat h.turn() until done error('main', 0)", ["a"], "main", false),
            ("post(fail) h.spawn(error, 'b', 0) repeat h.turn() until done", ["a"], "b", false),
        ] as [(String, [String], String?, Bool)]
    )
    func once(source: String, logged: [String], raised: String?, isLogged: Bool) async throws {
        let (told, error) = try await run(source)
        #expect(told == logged.map { "a task failed: script_error: \($0)" })
        #expect(error?.message == raised)
        #expect((error?.details["logged"] == true) == isLogged)
    }

    @Test("the log tells the hint and the stack, which nothing else would")
    func whole() async throws {
        let recorder = Recorder()
        let source = """
            local h = require 'herald'
            h.spawn(function()
                h.slep(1)
            end)
            h.turn()
            error 'main'
            """
        _ = try? await ScriptingTests.run(source, recorder: recorder)
        #expect(recorder.log.map(\.place) == [SourcePlace(file: "test.lua", line: 3)])
        #expect(
            recorder.log.first?.message == """
                a task failed: script_error: attempt to call a nil value (field 'slep'); did you mean "sleep"?
                stack traceback:
                    test.lua:3: in function <test.lua:2>
                """
        )
    }

    @Test("many are summed up, and one of them is the error of the run")
    func many() async throws {
        let (told, error) = try await run("for i = 1, 100 do h.spawn(error, 'e' .. i, 0) end")
        #expect(told.count == 21)
        #expect(told.last == "and 79 more tasks failed")
        #expect(error?.message == "e1")
    }
}
