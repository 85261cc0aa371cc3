import Testing
import Values

@testable import Scripting

@Suite("limits of JSON", .serialized)
struct JSONLimitTests {
    private static let texts = [
        "('['):rep(4 << 20)", "('1'):rep(1 << 20)", "'\"' .. ('x'):rep((4 << 20) - 2) .. '\"'",
        "'\"' .. ('x'):rep(1 << 20)", "('[],'):rep(1e6)", "'[' .. ('7,'):rep(2e6) .. '7]'",
        "'[' .. ('{},'):rep(3e5) .. '{}]'", "'[' .. ('7,'):rep(4e5) .. 'x]'", "('\"a\" '):rep(1e6)", "('1 '):rep(2e6)",
        "'{' .. ('\"a\":1,'):rep(5e5) .. '\"a\":1}'", "'\"' .. ('\\\\u00e9'):rep(2e6) .. '\"'", "(' '):rep(1 << 20)",
        "('\\xff'):rep(4 << 20)",
    ]

    @Test("hostile texts stay inside the limits", arguments: texts, [8, 64])
    func hostile(text: String, mebibytes: Int) async throws {
        let limits = ScriptLimits(memory: mebibytes << 20, wallTime: .seconds(180))
        let state = try ScriptState(ScriptConfiguration(limits: limits, modules: [jsonModule()]))
        let source = """
            local json = require 'json'
            local ok, error = pcall(function() return #json.encode(json.decode(\(text))) end)
            return ok or error.code == 'bad_json' or error.code == 'memory_limit'
            """
        #expect(try await state.run(Array(source.utf8), name: "hostile.lua").values == [true])
        #expect(await state.memoryPeak <= (mebibytes + 2) << 20)
        #expect(
            try await state.run(Array("return #require('json').decode '[1,2]'".utf8), name: "next.lua").values == [2]
        )
        await state.close()
    }

    @Test(
        "what is small but never ends as text is stopped",
        arguments: [
            "local t = {} for i = 1, 200 do t = {t, t} end",
            "local t = {} for i = 1, 200 do t = {a = t, b = t} end",
            "local t = {} for i = 1, 200 do t = {json.array(), t, t} end",
        ],
        ["json.encode", "json.tree_encode"]
    )
    func endless(table: String, function: String) async throws {
        let source = "\(table) local ok, error = pcall(\(function), t) return ok, error.code"
        let limits = ScriptLimits(memory: 2 << 20, wallTime: .seconds(180))
        #expect(try await runJSON(source, limits: limits) == [false, "memory_limit"])
    }

    @Test("long work is ended by the time limit")
    func time() async throws {
        // A list of lists that would make many times more text than fits.
        let source = """
            local row, rows = {}, {}
            for i = 1, 1000 do row[i] = i end
            for i = 1, 2500 do rows[i] = row end
            local text = json.encode(rows)
            while true do pcall(json.encode, rows) pcall(json.decode, text) end
            """
        let error = await #expect(throws: HeraldError.self) {
            try await runJSON(source, limits: ScriptLimits(memory: 512 << 20, wallTime: .milliseconds(700)))
        }
        #expect(error?.code == .timeLimit)
    }

    @Test("garbage makes room")
    func garbage() async throws {
        let source = """
            local text = '[' .. ('"0123456789",'):rep(1e4) .. '1]'
            local value
            for i = 1, 20 do value = json.decode(text) text = json.encode(value) end
            return #value
            """
        #expect(try await runJSON(source, limits: ScriptLimits(memory: 2 << 20, wallTime: .seconds(180))) == [10001])
    }
}
