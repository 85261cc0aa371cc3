import Testing
import Values

@testable import Scripting

@Suite("Lua tables to JSON text", .serialized)
struct JSONWritingTests {
    @Test(
        "values are written as what they are",
        arguments: [
            ("math.maxinteger", "9223372036854775807"), ("math.mininteger", "-9223372036854775808"), ("1.0", "1.0"),
            ("-0.0", "-0.0"), ("1e308", "1e+308"), ("5e-324", "5e-324"), ("0.1 + 0.2", "0.30000000000000004"),
            ("1e15", "1000000000000000.0"), ("2^53", "9007199254740992.0"), ("2^54", "1.8014398509481984e+16"),
            ("0.0001", "0.0001"), ("0.00001", "1e-05"), ("nil", "null"), ("json.null", "null"), ("{}", "{}"),
            ("json.array {}", "[]"), ("{{}, json.array()}", "[{},[]]"),
            (
                "'\\0\\n\\r\\t\\b\\127\"\\\\/é😀'",
                "\"\\u0000\\n\\r\\t\\u0008\u{7F}\\\"\\\\/é😀\""
            ),
            (
                "{b = 1, a = 2, ['é'] = 3, B = 4, [''] = 5, aa = 6, ['a\\0'] = 7}",
                "{\"\":5,\"B\":4,\"a\":2,\"a\\u0000\":7,\"aa\":6,\"b\":1,\"é\":3}"
            ),
            ("{['\u{E9}'] = 1, ['e\u{301}'] = 2}", "{\"e\u{301}\":2,\"\u{E9}\":1}"),
            // The same table twice is no cycle.
            ("(function() local t = {1} return {t, t} end)()", "[[1],[1]]"),
            // Filled from behind, so that Lua keeps the elements in no order.
            ("(function() local t = {} for i = 5, 1, -1 do t[i] = i end return t end)()", "[1,2,3,4,5]"),
            ("setmetatable({a = 1}, {__index = error, __pairs = error, __len = error, __name = 'x'})", "{\"a\":1}"),
        ]
    )
    func written(value: String, text: String) async throws {
        #expect(
            try await runJSON("local v = \(value) return json.encode(v), json.tree_encode(v)") == [
                .string(text), .string(text),
            ]
        )
    }

    @Test("large objects are sorted too", arguments: [1, 47, 48, 49, 50, 1000])
    func large(count: Int) async throws {
        let source = """
            local t, names = {}, {}
            for i = 1, \(count) do names[i] = ('%x'):format(i * 7919 % 65536) t[names[i]] = i end
            table.sort(names)
            for i, name in ipairs(names) do names[i] = ('"%s":%d'):format(name, t[name]) end
            local text = '{' .. table.concat(names, ',') .. '}'
            return json.encode(t) == text, json.tree_encode(t) == text
            """
        #expect(try await runJSON(source) == [true, true])
    }

    @Test(
        "what JSON cannot say is an error that names the place",
        arguments: [
            ("{[1] = true, [1000000] = true}", "/1", "the list has 2 elements and goes up to 1000000, but none at 2"),
            ("{1, nil, 3}", "/1", "the list has 2 elements and goes up to 3, but none at 2"),
            ("{a = {1, x = 2}}", "/a", "the list also has the name \"x\""),
            ("{a = 0/0}", "/a", "NaN has no form in JSON"),
            ("json.array {x = 2}", "", "the list also has the name \"x\""),
            ("{a = {-1/0}}", "/a/0", "-infinity has no form in JSON"),
            ("{a = print}", "/a", "a function has no form in JSON"),
            ("{a = coroutine.create(print)}", "/a", "a coroutine has no form in JSON"),
            ("{['x/y~'] = {'\\xff'}}", "/x~1y~0/0", "the text is not UTF-8"),
            ("{a = '\\u{D800}'}", "/a", "the text is not UTF-8"),
            ("{a = {['\\xff'] = 1}}", "/a", "the name of a member is not UTF-8"),
            ("{[1.5] = 1}", "", "a number is a key; JSON has only names and list places"),
            ("{{[true] = 1}}", "/0", "a boolean is a key; JSON has only names and list places"),
            ("{[0] = 1}", "", "the list has an element at 0"),
            ("(function() local t = {} t.t = {t} return t end)()", "/t/0", "the table contains itself"),
            (
                "(function() local t = {} for i = 1, 300 do t = {t} end return t end)()", "/0/0/0/0/0/0/0/0",
                "nested deeper than 256 levels, under this"
            ),
            (
                "(function() local t = {} for i = 1, 100 do t['k' .. i] = i end t.k50 = {{print}} return t end)()",
                "/k50/0/0", "a function has no form in JSON"
            ),
            (
                "(function() local t = {} for i = 1, 100 do t['k' .. i] = i end t[1.5] = 1 return t end)()", "",
                "a number is a key; JSON has only names and list places"
            ),
            ("", "", "nothing has no form in JSON"),
        ]
    )
    func refused(value: String, pointer: String, message: String) async throws {
        let source = """
            local ok, error = pcall(json.encode, \(value))
            local _, tree = pcall(json.tree_encode, \(value))
            tree.message = tree.message:gsub('tree_', '')
            assert(not ok and same(error, tree))
            return error.code, error.message, error.pointer, error.hint
            """
        let values = try await runJSON(source.replacing("encode, )", with: "encode)"))
        #expect(values[0] == "bad_json")
        #expect(
            values[1].string?.hasPrefix("json.encode: argument 1: ") == true
                && values[1].string?.contains(message) == true
        )
        #expect(values[2] == .string(pointer))
        #expect((values[3] == "put herald.null where nothing is meant") == message.contains("but none at"))
    }
}
