import Testing
import Values

@testable import LuaModules

struct AdminTests {
    @Test(
        arguments: [
            (
                """
                admin:send { template = "note", receivers = { "ana", "ben" }, variables = { ana = { who = "Zoe" } } }
                local function text(user) return herald.connect { user = user }:feed():next()[1].alternativeText end
                return { text "ana", text "ben" }
                """, ["A note from Zoe", "A note from Mila"]
            ),
            ("return admin:send { template = 'note', receivers = { 'new' }, tag = 'x' }.mode", "realtime"),
            (
                "local n = {} for _, t in ipairs(admin:templates()) do n[#n + 1] = t.templateId end table.sort(n) return n",
                ["note", "offer"]
            ),
            ("return #admin:templates { limit = 1 }", 1),
            (
                "local n = {} for _, c in ipairs(admin:categories()) do n[#n + 1] = c.name end table.sort(n) return n",
                ["Offers", "Updates"]
            ),
            ("return admin.server == herald.connect().server and tostring(admin) == 'Admin at ' .. admin.server", true),
        ] as [(String, JSON)]
    )
    func driving(source: String, expected: JSON) async throws {
        try await World.with { world in
            let answer = try await world.run("local admin = herald.admin(); " + source)
            #expect(answer == expected)
        }
    }

    @Test(
        arguments: [
            ("admin:send { receivers = { 'ana' } }", "invalid_argument", "template"),
            ("admin:send { template = 'note' }", "invalid_argument", "receivers"),
            ("admin:send { template = 'note', receivers = {} }", "invalid_argument", "receivers"),
            ("admin:send { template = 'note', receivers = 'ana' }", "invalid_argument", "receivers"),
            (
                "admin:send { template = 'note', receivers = { 'ana' }, variables = { ana = 1 } }", "invalid_argument",
                "ana"
            ),
            (
                "admin:send { template = 'note', receivers = { 'ana' }, variabels = {} }", "invalid_argument",
                "variabels"
            ),
            ("admin:send { template = 'nope', receivers = { 'ana' } }", "server", "no such template"),
            ("herald.admin { admin_key = 'wrong' }:templates()", "unauthorized", ""),
            ("admin:templates { limit = 1000 }", "invalid_argument", "limit"),
        ] as [(String, HeraldError.Code, String)]
    )
    func faultsAreNamed(source: String, code: HeraldError.Code, message: String) async throws {
        try await World.with { world in
            let error = try await world.failure("local admin = herald.admin(); " + source)
            #expect(error.code == code, "\(error)")
            #expect(error.message.contains(message), "\(error)")
        }
    }
}
