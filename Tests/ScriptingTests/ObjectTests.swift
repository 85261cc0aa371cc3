import Testing
import Values

@testable import Scripting

/// Counts its instances, to see that the collector lets go.
final class Greeter: LuaObject {
    static let luaType = LuaType("Greeter", of: Greeter.self) { type in
        type.field("name") { $0.name }
        type.field("title", get: { $0.title }, set: { greeter, title in greeter.title = title })
        type.entries { [("name", .string($0.name)), ("title", .string($0.title ?? "none")), ("none", .null)] }
        type.asyncField("slow_name") { greeter in
            await Task.yield()
            return greeter.name
        }
        type.otherFields { (greeter: Greeter, key: String) in greeter.wire[key] }
        type.function("greet") { (greeter: Greeter, who: String) in "\(greeter.name) greets \(who)" }
        type.asyncFunction("wait") { (greeter: Greeter, value: JSON) async throws in
            await Task.yield()
            return value
        }
        type.function("twin") { (greeter: Greeter) in Greeter(greeter.name) }
        type.function("me") { (greeter: Greeter) in greeter }
        type.function("items") { (greeter: Greeter) in
            let counter = Counter()
            return LuaIterator { () async throws -> Int? in
                await Task.yield()
                return counter.next(upTo: 3)
            }
        }
        type.text { "Greeter \($0.name)" }
        type.length { $0.name.count }
        type.closing { greeter in
            await Task.yield()
            greeter.name = "closed"
        }
    }

    var name: String
    var title: String?
    let wire: JSONObject = JSONObject([("readAt", 12), ("nothing", .null)])

    init(_ name: String) { self.name = name }
}

final class Counter: LuaObject, @unchecked Sendable {
    static let luaType = LuaType("Counter", of: Counter.self) { type in
        type.iteration { (counter: Counter) async throws -> Int? in counter.next(upTo: 2) }
        type.equality { _, _ in true }
    }

    private var value = 0

    func next(upTo limit: Int) -> Int? {
        value += 1
        return value <= limit ? value : nil
    }
}

private let objects = LuaModule("objects") { module in
    module.function("greeter") { (name: String) in Greeter(name) }
    module.function("counter") { Counter() }
    module.function("names") { (greeters: [Greeter]) in greeters.map(\.name) }
}

@Suite("objects", .serialized)
struct ObjectTests {
    @Test(
        "fields, methods and metamethods",
        arguments: [
            ("g.name", "Ana"), ("g.slow_name", "Ana"), ("g.readAt", 12), ("g.unknown", .null), ("g[1]", .null),
            ("g:greet('Bo')", "Ana greets Bo"), ("g:wait({1})", [1]), ("tostring(g)", "Greeter Ana"), ("#g", 3),
            ("g == g", true), ("g:me() == g", true), ("g:twin() == g", false), ("g == 1", false),
            ("o.counter() == o.counter()", true), ("getmetatable(g)", false),
            ("o.names({g, o.greeter('Bo')})", ["Ana", "Bo"]),
            ("(function() local s = 0 for i in g:items() do s = s + i end return s end)()", 6),
            ("(function() local s = 0 for i in o.counter() do s = s + i end return s end)()", 3),
            ("(function() do local c <close> = g end return g.name end)()", "closed"),
            ("g:wait(herald.null) == herald.null", true), ("g.title", .null),
            ("(function() g.title = 'Dr' return g.title end)()", "Dr"),
            ("(function() g.title = 'Dr' g.title = nil return g.title end)()", .null),
            (
                "(function() local t = {} for k, v in pairs(g) do t[#t + 1] = k .. '=' .. tostring(v) end return t end)()",
                ["name=Ana", "title=none", "none=null"]
            ),
        ] as [(String, JSON)]
    )
    func members(expression: String, value: JSON) async throws {
        let source =
            "local o, herald = require 'objects', require 'herald' local g = o.greeter('Ana') return \(expression)"
        #expect(try await run(source, modules: [herald, objects]) == [value])
    }

    @Test(
        "misuse names what is wrong",
        arguments: [
            ("g.name = 1", "field 'name' of a Greeter cannot be set"),
            ("g.title = 12", "Greeter.title: expected a string, got a number"),
            ("g:greet()", "Greeter:greet: argument 1: expected a string, got nothing"),
            ("g.greet('Bo')", "Greeter:greet: expected a Greeter, got a string; call it with a colon"),
            ("g.greet(o.counter())", "Greeter:greet: expected a Greeter, got a Counter; call it with a colon"),
            ("o.names({g, 1})", "objects.names: argument 1: element 2: expected a Greeter, got a number"),
            ("setmetatable(g, {})", "bad argument #1 to 'setmetatable' (table expected, got Greeter)"),
        ]
    )
    func misuse(statement: String, message: String) async throws {
        let source = "local o = require 'objects' local g = o.greeter('Ana')\n\(statement)"
        #expect(try await failure(source, modules: [objects]).message == message)
    }

    @Test(
        "a misspelt name is answered by the near one",
        arguments: [
            ("g:gret('Bo')", "attempt to call a nil value (method 'gret')", "did you mean \"greet\"?"),
            ("o.greter('Bo')", "attempt to call a nil value (field 'greter')", "did you mean \"greeter\"?"),
            ("g:something_else()", "attempt to call a nil value (method 'something_else')", nil),
        ] as [(String, String, String?)]
    )
    func misspelt(statement: String, message: String, hint: String?) async throws {
        let source = "local o = require 'objects' local g = o.greeter('Ana')\n\(statement)"
        let error = try await failure(source, modules: [objects])
        #expect(error.message == message)
        #expect(error.hint == hint)
    }

    @Test("the collector lets objects go")
    func collected() async throws {
        let state = try ScriptState(ScriptConfiguration(limits: ScriptLimits(memory: 2 << 20), modules: [objects]))
        let source = "local o = require 'objects' for i = 1, 100000 do o.greeter('x') end"
        _ = try await state.run(Array(source.utf8), name: "many.lua")
        await state.close()
    }
}
