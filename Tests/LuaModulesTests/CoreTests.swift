import LuaModules
import Scripting
import Testing
import Values

private func run(_ source: String, log: @escaping @Sendable (ScriptLogEntry) -> Void = { _ in }) async throws -> [JSON]
{
    let environment: @Sendable (String) throws(HeraldError) -> String? = { name throws(HeraldError) in
        if name == "HOME" { return "/home/ana" }
        return try CoreHost.deniedEnvironment(name)
    }
    let module = LuaModule("herald") { $0.addCore(CoreHost(arguments: ["a", "b"], environment: environment)) }
    let state = try ScriptState(ScriptConfiguration(log: log, modules: [module]))
    do {
        let values = try await state.run(Array("local herald = require 'herald' \(source)".utf8), name: "core.lua")
            .values
        await state.close()
        return values
    } catch {
        await state.close()
        throw error
    }
}

@Suite("core of herald")
struct CoreTests {
    @Test(
        "JSON comes back as it was",
        arguments: [
            "{}", "[]", "[[],{}]", "null", "[null,1]", "{\"a\":null}", "1684119503", "9007199254740993", "1.0", "-0.5",
            "\"ä\\n\"",
            "[[[[]]]]", "{\"a\":[1,2.5,true],\"b\":{\"c\":\"\"}}", "[1,null]",
        ]
    )
    func roundTrip(text: String) async throws {
        #expect(try await run("return herald.json.encode(herald.json.decode([==[\(text)]==]))") == [.string(text)])
    }

    @Test(
        "what JSON cannot say is an error that names the place",
        arguments: [
            ("{[1]=true,[1000000]=true}", "/1"), ("{1, nil, 3}", "/1"), ("{a = {1, x = 2}}", "/a"), ("{a = 0/0}", "/a"),
            ("{a = {1/0}}", "/a/0"),
            ("{a = print}", "/a"), ("{['x/y~'] = {'\\xff'}}", "/x~1y~0/0"), ("{[1.5] = 1}", ""), ("{[0] = 1}", ""),
            ("{[true] = 1}", ""),
            ("{a = '\\u{D800}'}", "/a"), ("(function() local t = {} t.t = {t} return t end)()", "/t/0"),
            ("{['\\xff'] = 1}", ""),
        ]
    )
    func refused(value: String, pointer: String) async throws {
        let error = try #require(
            await #expect(throws: HeraldError.self) { try await run("return herald.json.encode(\(value))") }
        )
        #expect(error.code == .badJSON)
        #expect(error.pointer == pointer)
        #expect(error.place?.line == 1)
    }

    @Test("too deep is an error, not a crash")
    func deep() async throws {
        let encode = "local t = {} for i = 1, 100000 do t = {t} end return herald.json.encode(t)"
        #expect(await #expect(throws: HeraldError.self) { try await run(encode) }?.code == .badJSON)
        let decode = "return herald.json.decode(('['):rep(100000))"
        #expect(await #expect(throws: HeraldError.self) { try await run(decode) }?.code == .badJSON)
    }

    @Test(
        "the small functions",
        arguments: [
            ("herald.json.encode {}", "{}"), ("herald.json.encode(herald.array {})", "[]"),
            ("herald.json.encode(herald.array())", "[]"),
            ("herald.json.encode {b = 1, a = 2}", "{\"a\":2,\"b\":1}"), ("tostring(herald.null)", "null"),
            ("herald.null == nil", false),
            ("#herald.args", 2), ("herald.args[2]", "b"), ("herald.env 'HOME'", "/home/ana"),
            ("herald.base64.encode('a\\0b')", "YQBi"), ("herald.base64.decode('YQBi') == 'a\\0b'", true),
            (
                "herald.hmac_sha256('key', 'The quick brown fox jumps over the lazy dog')",
                "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8"
            ),
            ("select(2, pcall(herald.env, 'SECRET')).hint", "allow it with --allow-env SECRET"),
        ] as [(String, JSON)]
    )
    func small(expression: String, value: JSON) async throws {
        #expect(try await run("return (\(expression))") == [value])
    }

    @Test(
        "errors name the function and the argument",
        arguments: [
            ("herald.base64.decode '='", "herald.base64.decode: argument 1: the text is not base 64"),
            ("herald.base64.decode(5)", "herald.base64.decode: argument 1: expected a string, got a number"),
            ("herald.base64.encode()", "herald.base64.encode: argument 1: expected a string, got nothing"),
            ("herald.hmac_sha256 'k'", "herald.hmac_sha256: argument 2: expected a string, got nothing"),
            ("herald.env {}", "herald.env: argument 1: expected a string, got a table"),
            ("herald.sleep(-1)", "herald.sleep: argument 1: expected seconds from 0"),
            ("herald.sleep 'x'", "herald.sleep: argument 1: expected a number, got a string"),
            ("herald.every(0, print)", "herald.every: argument 1: expected more than 0 seconds"),
            ("herald.every(1)", "herald.every: argument 2: expected a function, got nothing"),
            ("herald.retry({ tims = 1 }, print)", "herald.retry: argument 1: there is no option \"tims\""),
            ("herald.retry({}, 5)", "herald.retry: argument 2: expected a function, got a number"),
            ("herald.exit(256)", "herald.exit: argument 1: expected a status from 0 to 255"),
            ("herald.spawn()", "herald.spawn: argument 1: expected a function, got nothing"),
            ("herald.timeout(1, {})", "herald.timeout: argument 2: expected a function, got a table"),
            ("os.date '%Q'", "bad argument #1 to 'date' (invalid conversion specifier '%Q')"),
            ("os.date('*t', 'x')", "bad argument #2 to 'date' (number expected, got string)"),
            ("os.time 'x'", "bad argument #1 to 'time' (table expected, got string)"),
        ]
    )
    func named(call: String, message: String) async throws {
        let error = await #expect(throws: HeraldError.self) { try await run("\(call)") }
        #expect(error?.message.contains(message) == true, "\(String(describing: error))")
        #expect(error?.place == SourcePlace(file: "core.lua", line: 1))
    }

    @Test("log lines carry level and place")
    func log() async throws {
        let entries = Lock<[ScriptLogEntry]>([])
        _ = try await run("\nherald.log.warn('careful', 1, nil)\nherald.log.info {}") { entry in
            entries.withLock { $0.append(entry) }
        }
        let all = entries.withLock { $0 }
        #expect(
            all.first
                == ScriptLogEntry(
                    level: .warning,
                    message: "careful\t1\tnil",
                    place: SourcePlace(file: "core.lua", line: 2)
                )
        )
        #expect(all.count == 2)
    }
}
