import Testing
import Values

@testable import Scripting

private struct Options: LuaOptions {
    static let names = ["limit", "category", "on_end"]
    let limit: Int
    let category: String?

    init(_ options: LuaOptionReader) throws(HeraldError) {
        limit = try options.required("limit")
        category = try options.optional("category")
    }
}

private let functions = LuaModule("f") { module in
    module.function("none") { () in }
    module.function("eight") { (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int) in
        a + b + c + d + e + f + g + h
    }
    module.asyncFunction("later") { (a: Int, b: Double?, c: Bool) async throws in "\(a) \(b ?? -1) \(c)" }
    module.asyncFunction("nothing") { (_: String) async throws in await Task.yield() }
    module.function("rest") { (first: String, rest: LuaRest) in [first, String(rest.values.count)] }
    module.function("several") { LuaResults([1, "two", Bool?.none, [3.5]]) }
    module.function("options") { (options: Options) in [String(options.limit), options.category ?? "all"] }
    module.function("json") { (value: JSON) in value }
    module.function("bytes") { (bytes: LuaBytes) in bytes.bytes.count }
    module.function("text") { (text: String) in text }
    module.function("list") { (list: [String]) in list.count }
    module.asyncFunction("call") { (function: LuaFunction) async throws in
        let result: JSON = try await function.call([1, "two"])
        return result
    }
    module.module("part") { part in part.function("name") { "part" } }
}

@Suite("functions", .serialized)
struct FunctionTests {
    @Test(
        "arguments and results",
        arguments: [
            ("select('#', f.none())", [0]), ("f.eight(1, 2, 3, 4, 5, 6, 7, 8)", [36]),
            ("f.eight(1, 2, 3, 4, 5, 6, 7, 8.0)", [36]),
            ("f.later(1, nil, true)", ["1 -1.0 true"]), ("select('#', f.nothing('x'))", [0]),
            ("f.rest('a', nil, {}, print)", [["a", "3"]]), ("f.several()", [1, "two", .null, [3.5]]),
            ("f.options { limit = 3 }", [["3", "all"]]), ("f.options { limit = 3, category = 'new' }", [["3", "new"]]),
            ("f.bytes('\\0\\xff')", [2]), ("f.text('ä\\0b')", ["ä\0b"]), ("f.list {}", [0]),
            ("f.part.name()", ["part"]),
            ("f.call(function(a, b) return a .. b end)", ["1two"]),
            ("f.call(function(a) require('herald').turn() return {a} end)", [[1]]),
        ] as [(String, [JSON])]
    )
    func results(expression: String, values: [JSON]) async throws {
        #expect(try await run("local f = require 'f' return \(expression)", modules: [herald, functions]) == values)
    }

    @Test(
        "wrong arguments are named",
        arguments: [
            ("f.options { limt = 3 }", "f.options: argument 1: there is no option \"limt\"", "did you mean \"limit\"?"),
            ("f.options { 3 }", "f.options: argument 1: there is no option [1]", "options are written name = value"),
            ("f.options { [true] = 3 }", "f.options: argument 1: there is no option whose name is a boolean", nil),
            ("f.options { limit = 0/0 }", "f.options: argument 1: option \"limit\": expected a number, got NaN", nil),
            (
                "f.options { limit = -1/0 }",
                "f.options: argument 1: option \"limit\": expected a number, got -infinity", nil
            ),
            ("f.options {}", "f.options: argument 1: option \"limit\" is missing", nil),
            (
                "f.options { limit = 'x' }",
                "f.options: argument 1: option \"limit\": expected an integer, got a string", nil
            ),
            ("f.options(1)", "f.options: argument 1: expected a table of options, got a number", nil),
            ("f.text('\\xff')", "f.text: argument 1: expected UTF-8 text, got a string with other bytes", nil),
            ("f.later(1, 2)", "f.later: argument 3: expected a boolean, got nothing", nil),
            ("f.call(1)", "f.call: argument 1: expected a function, got a number", nil),
            ("f.list { 'a', 1 }", "f.list: argument 1: element 2: expected a string, got a number", nil),
        ] as [(String, String, String?)]
    )
    func wrong(statement: String, message: String, hint: String?) async throws {
        let error = try await failure("local f = require 'f' \(statement)", modules: [functions])
        #expect(error.code == .invalidArgument)
        #expect(error.message == message)
        if let hint { #expect(error.hint == hint) }
    }

    @Test("a kept function can be called from outside, also many times at once")
    func outside() async throws {
        let state = try ScriptState(ScriptConfiguration(modules: [herald]))
        let source = """
            local herald = require "herald"
            return { reply = function(text, n) herald.turn() return text .. n end, fail = function() error({code = "x", message = "m"}) end }
            """
        let table: LuaTable = try await state.load(Array(source.utf8), name: "agent.lua")
        let reply: LuaFunction = try await state.field("reply", of: table)
        try await withThrowingTaskGroup(of: String.self) { group in
            for n in 0..<50 { group.addTask { try await reply.call(["hello", n]) } }
            var texts: Set<String> = []
            for try await text in group { texts.insert(text) }
            #expect(texts.count == 50 && texts.contains("hello7"))
        }
        let fail: LuaFunction = try await state.field("fail", of: table)
        let error = await #expect(throws: HeraldError.self) { let _: JSON = try await fail.call() }
        #expect(error?.code == "x")
        let missing = await #expect(throws: HeraldError.self) {
            let _: LuaFunction = try await state.field("nope", of: table)
        }
        #expect(missing?.message == "field \"nope\": expected a function, got nil")
        await state.close()
        let closed = await #expect(throws: HeraldError.self) { let _: JSON = try await reply.call() }
        #expect(closed?.code == .invalidState)
    }

    @Test("posted calls run in order, and their errors are reported")
    func posted() async throws {
        let kept = Kept()
        let events = LuaModule("events") { module in
            module.function("on") { (function: LuaFunction) in kept.set(function) }
            module.asyncFunction("emit") { (count: Int) async throws in
                for n in 1...count { kept.function?.post([n]) }
            }
        }
        let recorder = Recorder()
        let source = """
            local herald, events = require "herald", require "events"
            local seen = {}
            events.on(function(n) seen[#seen + 1] = n if n == 3 then error("three") end end)
            events.emit(5)
            while #seen < 5 do herald.turn() end
            herald.turn()
            print(table.concat(seen, ","))
            """
        let error = await #expect(throws: HeraldError.self) {
            _ = try await run(source, modules: [herald, events], recorder: recorder)
        }
        #expect(error?.message == "three")
        #expect(recorder.lines == ["1,2,3,4,5"])
        #expect(recorder.log.map(\.level) == [.error])
    }
}

/// Holds a function like a subscription does.
private final class Kept: Sendable {
    private let lock = Lock<LuaFunction?>(nil)

    var function: LuaFunction? { lock.withLock { $0 } }

    func set(_ function: LuaFunction) { lock.withLock { $0 = function } }
}
