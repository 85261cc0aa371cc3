import Testing
import Values

@testable import Scripting

@Suite("functions that wait only when they must", .serialized)
struct WaitFunctionTests {
    private static let module = LuaModule("answers") { module in
        module.waitFunction("none") { LuaWait<Int>.ready(0) }
        module.waitFunction("one") { (a: Int) in
            a > 0
                ? .ready(a)
                : .later {
                    await Task.yield()
                    return -a
                }
        }
        module.waitFunction("two") { (a: Int, b: Int) throws -> LuaWait<[Int]> in
            guard a != b else { throw HeraldError(.conflict, "the same") }
            return .ready([a, b])
        }
        module.waitFunction("three") { (a: Int, b: Int, c: Int) throws -> LuaWait<Int> in
            .later { throw HeraldError(.failed, "sum \(a + b + c)") }
        }
    }

    @Test(
        "answers come at once or later, errors from both",
        arguments: [
            ("a.none()", 0), ("a.one(3)", 3), ("a.one(-3)", 3), ("a.two(1, 2)", [1, 2]),
            ("select(2, pcall(a.two, 1, 1)).code", "conflict"), ("select(2, pcall(a.three, 1, 2, 3)).message", "sum 6"),
            // Ready, it can be called where nothing can wait.
            (
                "(function() local t = {3, 1, 2} table.sort(t, function(x, y) return a.one(x) < a.one(y) end) return t end)()",
                [1, 2, 3]
            ),
            ("select(2, pcall(string.gsub, 'x', 'x', function() return a.one(-1) end)).code", "invalid_state"),
        ] as [(String, JSON)]
    )
    func answers(expression: String, value: JSON) async throws {
        #expect(try await run("local a = require 'answers' return (\(expression))", modules: [Self.module]) == [value])
    }
}
