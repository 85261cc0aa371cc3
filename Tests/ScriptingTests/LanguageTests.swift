import Testing
import Values

@testable import Scripting

@Suite("language", .serialized)
struct LanguageTests {
    @Test("expressions give what they give in Lua", arguments: LanguageCases.sections.map(\.name))
    func section(name: String) async throws {
        let cases = try #require(LanguageCases.sections.first { $0.name == name }).cases
        let source = """
            local function show(...)
                local t = table.pack(...)
                for i = 1, t.n do t[i] = tostring(t[i]) end
                return table.concat(t, " ")
            end
            local results = {}
            for i, source in ipairs(require("cases").sources) do
                local chunk, message = load("local show = ... return show(" .. source .. ")", "=c")
                results[i] = chunk and select(2, pcall(chunk, show)) or message
            end
            return table.unpack(results)
            """
        let module = LuaModule("cases") { $0.constant("sources", .array(cases.map { .string($0.expressions) })) }
        let results = try await run(source, modules: [module])
        #expect(results.count == cases.count)
        for (result, row) in zip(results, cases) {
            #expect(result == .string(row.values), "\(row.expressions)")
        }
    }
}
