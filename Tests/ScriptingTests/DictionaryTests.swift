import Testing
import Values

@testable import Scripting

@Suite("dictionaries", .serialized)
struct DictionaryTests {
    private static let module = LuaModule("d") { module in
        module.function("numbers") { (count: Int) in
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("key \($0)", $0) })
        }
        module.function("sum") { (numbers: [String: Int]) in numbers.values.reduce(0, +) }
        module.function("back") { (texts: [String: String]) in texts }
        module.function("nested") { (lists: [String: [String: [Double?]]]) in lists }
    }

    @Test(
        "tables with names go both ways",
        arguments: [
            ("d.sum {}", 0), ("d.sum {a = 1, b = 2}", 3), ("d.sum(d.numbers(1000))", 499_500),
            ("d.numbers(3)['key 2']", 2),
            ("d.back {['é'] = 'ü', [''] = '\\0'}", .object(["é": "ü", "": "\0"])),
            (
                "d.back {[('k'):rep(5000)] = 'v'}",
                .object(JSONObject([(String(repeating: "k", count: 5000), .string("v"))]))
            ),
            ("d.nested {a = {b = {1.5, 2}}, c = {}}", ["a": ["b": [1.5, 2.0]], "c": .object(JSONObject())]),
        ] as [(String, JSON)]
    )
    func conversion(expression: String, value: JSON) async throws {
        #expect(try await run("local d = require 'd' return \(expression)", modules: [Self.module]) == [value])
    }

    @Test(
        "what is no table with names is refused",
        arguments: [
            ("d.sum(1)", "d.sum: argument 1: expected a table, got a number"),
            ("d.sum {1, 2}", "d.sum: argument 1: expected names alone, got a number as a key"),
            ("d.sum {a = 1.5}", "d.sum: argument 1: member \"a\": expected an integer, got a number"),
            ("d.sum {['\\xff'] = 1}", "d.sum: argument 1: expected UTF-8 text, got a string with other bytes"),
            (
                "d.back {a = '\\xff'}",
                "d.back: argument 1: member \"a\": expected UTF-8 text, got a string with other bytes"
            ),
            (
                "d.nested {a = {b = {'x'}}}",
                "d.nested: argument 1: member \"a\": member \"b\": element 1: expected a number, got a string"
            ),
        ]
    )
    func refused(call: String, message: String) async throws {
        let error = try await failure("local d = require 'd' return \(call)", modules: [Self.module])
        #expect(error.code == .invalidArgument)
        #expect(error.message == message)
    }

    @Test("a table too large for the limit is an error, and the state lives on")
    func memory() async throws {
        let source = "local d = require 'd' local ok, e = pcall(d.numbers, 1000000) return ok, d.sum {a = 1}"
        let limits = ScriptLimits(memory: 4 << 20, wallTime: .seconds(180))
        #expect(try await run(source, limits: limits, modules: [Self.module]) == [false, 1])
    }
}
