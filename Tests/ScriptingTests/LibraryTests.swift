import CLua
import Testing
import Values

@testable import Scripting

@Suite("library functions", .serialized)
struct LibraryTests {
    private static let scripts = [
        "patterns": LibraryScripts.patterns, "tables": LibraryScripts.tables, "sort": LibraryScripts.sort,
        "strings": LibraryScripts.strings, "text": LibraryScripts.text, "packs": LibraryScripts.packs,
        "dates": LibraryScripts.dates, "language": LibraryScripts.language, "coroutines": LibraryScripts.coroutines,
    ]

    // Addresses differ from state to state, and so does which of two names for one function an error takes.
    private static let masks = [
        ("'[\\128-\\255%z]'", "'?'"), ("': 0?x?%x%x%x%x%x%x%x%x%x%x+'", "': address'"),
        ("'0x%x%x%x%x%x+'", "'address'"), ("'math.atan2'", "'math.atan'"),
    ]

    @Test("results and errors are those of stock Lua", arguments: scripts.keys.sorted(), [1, 77, 4242])
    func same(name: String, seed: Int) async throws {
        let body = try #require(Self.scripts[name])
        let source =
            "local SEED, ROUNDS = \(seed), 30\n\(LibraryScripts.prelude)\n\(body)\n"
            + "return (table.concat(lines, '\\n')\(Self.masks.map { ":gsub(\($0.0), \($0.1))" }.joined()))"
        let ours = try #require(try await run(source).first?.string).split(separator: "\n")
        // On a thread of its own: it gives way to nobody.
        let text = try await BlockingWork.run { () throws(HeraldError) in Self.stock(source) }
        let stock = try #require(text).split(separator: "\n")
        #expect(ours.count == stock.count)
        let differing = zip(ours, stock).first { $0 != $1 }
        #expect(differing == nil, "\(String(describing: differing))")
    }

    /// What the script returns in a state with Lua's own libraries.
    private static func stock(_ source: String) -> String? {
        guard let state = luaL_newstate() else { return nil }
        defer { lua_close(state) }
        luaL_openlibs(state)
        guard luaL_loadbufferx(state, source, source.utf8.count, "@test.lua", "t") == LUA_OK,
            lua_pcallk(state, 0, 1, 0, 0, nil) == LUA_OK, let text = lua_tolstring(state, -1, nil)
        else { return nil }
        return String(cString: text)
    }
}
