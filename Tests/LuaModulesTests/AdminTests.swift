import Campaigns
import EmbeddedServer
import TestSupport
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
                admin:set_content(made.templateId, "in_app", herald.card { fallbackText = "f",
                    body = { herald.card.text { content = "Hi" } } })
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
            (
                """
                local card = herald.card { fallbackText = "f", body = { herald.card.text { content = "Hi" } } }
                local made = admin:create_template { name = "Named", category = "Offers", variables = { { key = "who" } },
                    channels = { { channelType = "in_app", content = card } } }
                return { made.templateCategory, made.variableSchema[1].key, made.channels[1].content.body[1].content,
                    admin:update_template(made.id, { category = "Updates" }).templateCategory,
                    herald.json.encode(herald.json.decode(herald.json.encode { card }))
                        == herald.json.encode { card:json() } }
                """, ["Offers", "who", "Hi", "Updates", true]
            ),
            ("return #admin:templates { limit = 1 }", 1),
            (
                "local n = {} for _, u in ipairs(admin:users()) do n[#n + 1] = u.uid .. ' ' .. u.name end return n",
                ["ana Ana", "ben Ben"]
            ),
            ("return { #admin:users { limit = 1 }, admin:users { search = 'BE' }[1].uid }", [1, "ben"]),
            (
                """
                return { #admin:templates { search = "off" }, #admin:templates { category = "Updates" },
                    #admin:templates { status = "archived" }, #admin:templates { tags = { "spring", "none" } },
                    #admin:channels { type = "push" }, #admin:channels { enabled = true } }
                """, [1, 1, 0, 1, 0, 1]
            ),
            (
                """
                local pages, seen = admin:pages("templates", { limit = 1 }), {}
                seen[1], seen[2], seen[3] = #pages:next(), #pages:next(), #pages:next()
                for user in admin:pages("users", { limit = 1 }):items() do seen[#seen + 1] = user.uid end
                return seen
                """, [1, 1, 0, "ana", "ben"]
            ),
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

    /// Scripts take the fields that the server describes, and no others.
    @Test func fieldsAreThoseOfTheServer() async throws {
        try await World.with { configuration, parts in
            configuration.grant.allow(.net, [parts.address])
        } _: { world in
            let text = try await world.run(
                "return herald.http { url = herald.args[1] .. '/openapi.json' }.body",
                arguments: [world.server.url]
            )
            let description = try JSONText.parse(Array((text.string ?? "").utf8))
            func body(_ method: String, _ path: String) -> JSON {
                let body = description["paths"]["/v3" + path][method]["requestBody"]
                return body["content"]["application/json"]["schema"]["properties"]
            }
            func names(_ properties: JSON) -> Set<String> { Set(properties.object?.keys ?? []) }
            let kinds: [(CampaignClient.CatalogKind, String)] = [
                (.categories, "/templates/categories"), (.templates, "/templates"), (.channels, "/channels"),
            ]
            for (kind, path) in kinds {
                #expect(names(body("post", path)) == Set(CatalogFields.names(kind, isUpdate: false)), "\(kind)")
                #expect(names(body("put", path + "/{id}")) == Set(CatalogFields.names(kind, isUpdate: true)), "\(kind)")
            }
            let template = body("post", "/templates")
            #expect(names(template["channels"]["items"]["properties"]) == Set(CatalogFields.content))
            let variable = template["variableSchema"]["items"]["anyOf"][0]["properties"]
            #expect(names(variable) == Set(CatalogFields.variable))
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
            ("admin:create_category { nmae = 'X' }", "invalid_argument", "no field \"nmae\""),
            ("admin:create_category 'X'", "invalid_argument", "expected a table of fields"),
            ("admin:update_category('x', { desc = 'X' })", "invalid_argument", "no field \"desc\""),
            ("admin:create_channel { name = 'X', type = 'push', foo = 1 }", "invalid_argument", "no field \"foo\""),
            ("admin:update_channel('inbox', { type = 'push' })", "invalid_argument", "no field \"type\""),
            ("admin:create_template { retentionHours = 1 }", "invalid_argument", "no field \"retentionHours\""),
            (
                "admin:create_template { channels = { { channelType = 'in_app', card = {} } } }", "invalid_argument",
                "no field \"card\" at /channels/0"
            ),
            (
                "admin:create_template { variables = { { kye = 'x' } } }", "invalid_argument",
                "no field \"kye\" at /variableSchema/0"
            ),
            (
                "admin:create_template { category = 'a', templateCategory = 'b' }", "invalid_argument",
                "another name of \"templateCategory\""
            ),
            ("admin:update_template('note', { channels = {} })", "invalid_argument", "no field \"channels\""),
            ("admin:set_content('note', 'in_app', herald.card {})", "bad_json", "a Card has no form in JSON"),
            ("admin:set_content('note', 'in_app', { body = 'x' })", "server", "title and body"),
            ("admin:create_category { name = 'Offers' }", "conflict", ""),
            ("admin:update_template('none', { name = 'x' })", "not_found", ""),
            ("admin:delete_category('')", "invalid_argument", "id"),
            ("herald.admin { admin_key = 'wrong' }:templates()", "unauthorized", ""),
            ("admin:templates { limit = 1000 }", "invalid_argument", "limit"),
            ("admin:users { status = 'draft' }", "invalid_argument", "takes no option \"status\""),
            ("admin:templates { status = 'drfat' }", "server", "status must be one of"),
            ("admin:pages 'user'", "invalid_argument", "no list \"user\""),
            ("admin:apply '/etc'", "denied", "/etc"),
            ("admin:apply('x', { dryrun = true })", "invalid_argument", "dryrun"),
        ] as [(String, HeraldError.Code, String)]
    )
    func faultsAreNamed(source: String, code: HeraldError.Code, message: String) async throws {
        try await World.with { world in
            let error = try await world.failure("local admin = herald.admin(); " + source)
            #expect(error.code == code, "\(error)")
            #expect(error.message.contains(message), "\(error)")
        }
    }

    @Test("what no key may do is not said to be for want of a key")
    func restricted() async throws {
        try await World.with { world in
            let error = try await world.failure("herald.admin():create_channel { name = 'S', type = 'sms' }")
            #expect(error.code == .denied && error.hint == nil, "\(error)")
            #expect(error.message.contains("type must be one of in_app, push"), "\(error)")
        }
    }

    @Test("a folder that may be read is applied, all or nothing, and the second time changes nothing")
    func applies() async throws {
        try await World.with { configuration, parts in
            try parts.folder.write(
                "more/more.json",
                """
                {"herald": 1, "categories": [{"name": "News"}], "templates": [{"templateId": "bread", "name": "Bread",
                 "category": "News", "card": {"$file": "cards/bread.json"}}]}
                """
            )
            try parts.folder.write(
                "more/cards/bread.json",
                #"{"version": "1.0", "style": {"background": {"light": "transparent", "dark": "transparent"}}, "fallbackText": "F", "body": [{"id": "t", "type": "text", "content": "Bread"}]}"#
            )
            try parts.folder.write(
                "bad/bad.json",
                #"{"herald": 1, "users": [{"id": "eve"}, {"name": "x"}, {"idd": 1}]}"#
            )
            try parts.folder.write("secret/x.json", #"{"herald": 1}"#)
            try parts.folder.write("leads/away.json", "")
            try Files.link(parts.folder.file("leads/out.json"), to: parts.folder.file("secret/x.json"))
            for name in ["more", "bad", "leads"] { configuration.grant.allow(.read, [parts.folder.file(name)]) }
        } _: { world in
            let folder = world.folder.path
            let counts = try await world.run(
                """
                local admin = herald.admin()
                local dry = admin:apply("\(folder)/more", { dry_run = true })
                local none = #admin:templates { search = "bread" }
                local first, second = admin:apply "\(folder)/more", admin:apply "\(folder)/more"
                local change = first.changes[2]
                return { dry.created, none, first.created, second.unchanged, #second.changes, change.name, change.line,
                    change.file == "\(folder)/more/more.json" }
                """
            )
            #expect(counts == [2, 0, 2, 2, 0, "bread", 1, true])
            let error = try await world.failure("\nherald.admin():apply '\(folder)/bad'")
            #expect(error.place?.line == 2 && error.message.hasPrefix("\(folder)/bad/bad.json:1:"), "\(error)")
            #expect(error.code == .badAuthoring && error.message.contains("(and"), "\(error)")
            #expect(error.details["findings"][0]["pointer"] == "/users/1")
            #expect(try await world.run("return #herald.admin():users { search = 'eve' }") == 0)
            for (name, code) in [("secret", "denied"), ("leads", "denied"), ("none", "denied")] {
                let error = try await world.failure("herald.admin():apply '\(folder)/\(name)'")
                #expect(error.code.rawValue == code && error.hint?.contains("--allow-read") == true, "\(error)")
            }
        }
    }
}
