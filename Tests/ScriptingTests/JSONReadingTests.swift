import Testing
import Values

@testable import Scripting

@Suite("JSON text to Lua tables", .serialized)
struct JSONReadingTests {
    @Test(
        "values come as what they are",
        arguments: [
            ("9223372036854775807", "v == math.maxinteger and math.type(v) == 'integer'"),
            ("-9223372036854775808", "v == math.mininteger and math.type(v) == 'integer'"),
            ("-0", "v == 0 and math.type(v) == 'integer'"), ("-0.0", "1 / v == -math.huge"),
            ("1.0", "math.type(v) == 'float'"), ("1e308", "v == 1e308"), ("5e-324", "v > 0 and v / 2 == 0"),
            ("9007199254740993", "v == 9007199254740993"), ("null", "v == json.null"), ("true", "v == true"),
            ("false", "v == false"), ("\"\"", "v == ''"), ("\"\\u0000a\\u0000\"", "v == '\\0a\\0'"),
            ("\"\\ud83d\\ude00é\\/\\b\\f\"", "v == '😀é/\\b\\f'"), ("{}", "next(v) == nil and getmetatable(v) == nil"),
            ("[]", "next(v) == nil and getmetatable(v) == false"), ("[[],{}]", "#v == 2"),
            ("{\"a\":1,\"a\":2}", "v.a == 2"), ("{\"a\":1,\"a\":null}", "v.a == json.null"),
            ("{\"\":{\"\":[0]}}", "v[''][''][1] == 0"), ("[null,1]", "v[1] == json.null and #v == 2"),
            // Spelt differently, and so different keys.
            ("{\"\u{E9}\":1,\"e\u{301}\":2}", "v['\u{E9}'] == 1 and v['e\u{301}'] == 2"),
            ("\u{FEFF} [1] ", "v[1] == 1"),
        ]
    )
    func read(text: String, check: String) async throws {
        let source = """
            for _, name in ipairs { 'decode', 'tree_decode' } do
                local v = json[name]([==[\(text)]==])
                if not (\(check)) then return name end
            end
            return 'right'
            """
        #expect(try await runJSON(source) == ["right"])
    }

    @Test(
        "what is no JSON is an error with the place in the text",
        arguments: [
            ("", "there is", ""), ("[1,\n  1e400]", "a number too great for a double: 1e400", "/1"),
            ("{\"id\":9223372036854775808}", "an integer outside of 64 bits: 9223372036854775808", "/id"),
            ("[123456789012345678901]", "an integer outside of 64 bits: 123456789012345678901", "/0"),
            ("[\"\\ud800\"]", "half of a surrogate pair in a string", "/0"), ("[NaN]", "expected a value", "/0"),
            ("{\"a\":[1,{\"b~/\":tru}]}", "expected a value", "/a/1/b~0~1"), ("[1 2]", "expected `,` or `]`", "/1"),
            ("{} {}", "text after the end of the value", ""), ("['a']", "expected a value", "/0"),
            ("[\"a\nb\"]", "a control character in a string must be escaped", "/0"), ("[01]", "a zero too many", "/0"),
        ]
    )
    func refused(text: String, message: String, pointer: String) async throws {
        let source = """
            local ok, error = pcall(json.decode, [==[\(text)]==])
            local _, tree = pcall(json.tree_decode, [==[\(text)]==])
            assert(not ok and same(error, tree))
            return error.code, error.message, error.pointer, error.place
            """
        let values = try await runJSON(source)
        #expect(values.first == "bad_json")
        #expect(text.isEmpty || values[1].string?.contains(message) == true, "\(values)")
        #expect(values[1].string?.hasPrefix("json.decode: argument 1: ") == true, "\(values)")
        #expect(values[2] == .string(pointer))
        #expect(values[3].isNull == false)
    }

    @Test(
        "only text is read, and the error names the argument",
        arguments: ["", ", nil", ", 1", ", {}", ", json.null", ", true"]
    )
    func notText(argument: String) async throws {
        let message = try await runJSON("return select(2, pcall(json.decode\(argument))).message")[0].string
        #expect(message?.hasPrefix("json.decode: argument 1: expected a string, got ") == true)
    }

    @Test(
        "a second argument is refused, for there is none that would do anything",
        arguments: ["encode, {}, true", "encode, {}, nil", "decode, '{}', 2", "decode, ('{}'):gsub('x', '')"]
    )
    func oneArgument(call: String) async throws {
        let values = try await runJSON("local _, e = pcall(json.\(call)) return e.code, e.message, e.hint")
        #expect(values[0] == "invalid_argument")
        #expect(values[1] == .string("json.\(call.prefix(6)): it takes one argument, got 2"))
        #expect(values[2].string?.contains("parentheses") == true)
    }

    @Test("nesting is read to its limit and no further", arguments: [("[", "]"), ("{\"a\":", "}")])
    func depth(open: String, close: String) async throws {
        let source = """
            local function nested(n) return ('\(open)'):rep(n) .. '1' .. ('\(close)'):rep(n) end
            local deep = json.decode(nested(256))
            assert(json.encode(deep) == nested(256) and same(deep, json.tree_decode(nested(256))))
            local ok, error = pcall(json.decode, nested(257))
            return ok, error.code, error.message
            """
        #expect(
            try await runJSON(source) == [false, "bad_json", "json.decode: argument 1: nested deeper than 256 levels"]
        )
    }

    @Test("random texts are read as the tree is, faults and all", arguments: [1, 2, 3, 4] as [UInt64])
    func random(seed: UInt64) async throws {
        var texts = JSONTextSource(seed: seed &* 0x9E37_79B9_7F4A_7C15)
        let source = """
            local good, bad = 0, 0
            for text in json.text do
                local ok, direct = pcall(json.decode, text)
                local tree_ok, tree = pcall(json.tree_decode, text)
                if ok ~= tree_ok or not same(direct, tree) then error(text) end
                if ok then
                    good = good + 1
                    local written = json.encode(direct)
                    if written ~= json.tree_encode(tree) or not same(json.decode(written), direct) then error(text) end
                else
                    bad = bad + 1
                end
            end
            return good > 1000, bad > 200
            """
        #expect(try await runJSON(source, texts: (0..<3000).map { _ in texts.next() }) == [true, true])
    }
}
