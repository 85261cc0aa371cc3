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
            (
                """
                local message = { template = 'note', receivers = { 'new' }, create_receivers = true, tag = 'x',
                    idempotency_key = 'k' }
                local first, second = admin:send(message), admin:send(message)
                return { first.mode, first.notificationId == second.notificationId,
                    #herald.connect { user = 'new' }:feed():next() }
                """, ["realtime", true, 1]
            ),
            (
                """
                local made = admin:create_template { name = "Hi there", channels = { { channelType = "in_app" } } }
                admin:set_content(made.templateId, "in_app", { version = "1.0", body = herald.array {} })
                local changed = admin:update_template(made.id, { status = "approved", label = "L" })
                local category = admin:create_category { name = "New" }
                admin:update_category(category.id, { name = "Newer" })
                local gone = admin:delete_category(category.id)
                local channel = admin:create_channel { name = "Second", type = "in_app" }
                return { made.templateId, changed.status, changed.label, gone.id == category.id,
                    admin:update_channel(channel.channelId, { enabled = true }).enabled, #admin:channels() > 1,
                    admin:archive_template(made.id).status }
                """, ["cc-template-hi-there", "approved", "L", true, true, true, "archived"]
            ),
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
            ("admin:send { template = 'nota', receivers = { 'ana' } }", "server", "did you mean \"note\"?"),
            ("admin:send { template = 'note', receivers = { 'anna' } }", "server", "no user \"anna\""),
            (
                "admin:send { template = 'note', receivers = { 'ana' }, variables = { ana = { whom = 'x' } } }",
                "server",
                "did you mean \"who\"?"
            ),
            ("admin:create_category { name = 'Offers' }", "conflict", ""),
            ("admin:update_template('none', { name = 'x' })", "not_found", ""),
            ("admin:delete_category('')", "invalid_argument", "id"),
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
