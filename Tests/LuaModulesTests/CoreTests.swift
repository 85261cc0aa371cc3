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
