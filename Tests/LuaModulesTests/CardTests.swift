import Campaigns
import Testing
import Values

@testable import LuaModules

struct CardTests {
    private static let start =
        "local app = herald.connect(); local item = app:feed():next()[1]; local card = item:card(); "

    private func with<Value: Sendable>(
        configure: (inout HostConfiguration, World.Parts) throws -> Void = { _, _ in },
        _ body: (World) async throws -> Value
    ) async throws -> Value {
        try await World.with(Authoring(seeds: ["note"]), configure: configure, body)
    }

    // MARK: Drawing

    @Test(
        arguments: [
            ("return card:render('text'):find('From Mila', 1, true) ~= nil", true),
            ("return card:render('text', { width = 30 }) ~= card:render('text', { width = 90 })", true),
            ("return card:render('text', { indent = 3 }):sub(1, 3)", "   "),
            (
                "return card:render('text', { color = 'truecolor', theme = 'light' }):find('\\27[', 1, true) ~= nil",
                true
            ),
            ("return card:render('text'):find('\\27', 1, true) == nil", true),
            (
                "return card:render('text', { color = 'truecolor', override = { textColor = '#102030' } }):find('16;32;48', 1, true) ~= nil",
                true
            ),
            ("return card:render('text'):sub(-1) ~= '\\n'", true),
            ("return #card.diagnostics > 0 and card.diagnostics[1].pointer ~= nil", true),
            ("return card:render('html'):sub(1, 15)", "<!doctype html>"),
            ("return card:render('html', { direction = 'rtl' }):find('dir=\"rtl\"', 1, true) ~= nil", true),
            (
                "return card:render('html', { theme = 'light', override = { textColor = '#102030' } }):find('#102030', 1, true) ~= nil",
                true
            ),
            ("local layout = herald.json.decode(card:render('json')); return layout.mode", "dark"),
            ("local text = card:text(); return text:find('From Mila', 1, true) ~= nil", true),
            (
                "local c = herald.card({ body = { { type = 'text', content = 5 }, { type = 'nope' } } }):json() return { c.version, c.body[1].content, #c.body, c.body[1].id }",
                ["1.0", "5", 1, "auto--body-0"]
            ),
            (
                "return herald.card({ body = { { id = 'b', type = 'button', label = 'L', action = { type = 'fly', to = 'x' } } } }):json().body[1].action",
                ["type": "fly", "to": "x"]
            ),
            (
                "local c = herald.card; local t = c.text { content = 'Hi', color = '#fff' } return { t.id, t.type, t.color.dark, c.text({ content = '' }).id }",
                ["text-1", "text", "#FFFFFF", "text-2"]
            ),
            (
                "local c = herald.card; local made = c { body = { c.column { c.text { content = 'Hi' }, c.button { label = 'Go', action = c.openUrl { url = 'https://a.example' } } } } } return { made:tap('button-2').result.opened, #made:json().body[1].items }",
                ["https://a.example", 2]
            ),
            (
                "local ok, e = pcall(herald.card.text, { contnt = 'x' }) return { e.code, e.message, e.pointer, e.hint }",
                [
                    "invalid_argument", "herald.card.text: there is no property \"contnt\"", "/contnt",
                    "did you mean \"content\"?",
                ]
            ),
            ("return { require('herald.card') == herald.card, getmetatable(herald.card) }", [true, false]),
            ("return herald.card({ fallbackText = 'F', body = {} }):text()", "F"),
            (
                "local c = herald.card({ body = { { id = 'l', type = 'link', text = 'T', action = { type = 'openUrl', url = 'https://a.example' } } } }) local l = c:links()[1] return { #c:links(), l.url, l.elementId, l.label, l.pointer }",
                [1, "https://a.example", "l", "T", "/body/0"]
            ),
            (
                "local c = herald.card({ body = { { id = 'r', type = 'row', items = { { id = 'x', type = 'text', content = 'T' } } } } }) local e = c:find('x') return { e.content, e.type, e.pointer, tostring(c:find('y')) }",
                ["T", "text", "/body/0/items/0", "nil"]
            ),
        ] as [(String, JSON)]
    )
    func rendering(source: String, expected: JSON) async throws {
        try await with { world in
            let answer = try await world.run(Self.start + source)
            #expect(answer == expected)
        }
    }

    @Test(
        arguments: [
            ("herald.card({}):json()", "cannot be drawn", nil)
        ] as [(String, String, String?)]
    )
    func whatTheStrictFormCannotSayIsNamed(source: String, message: String, pointer: String?) async throws {
        try await with { world in
            let error = try await world.failure(source)
            #expect(error.code == .badCard)
            #expect(error.message.contains(message), "\(error.message)")
            #expect(error.pointer == pointer)
        }
    }

    @Test(
        arguments: [
            ("card:render('pdf')", "there is no format \"pdf\"", "text, html, json"),
            ("card:render('htm')", "there is no format \"htm\"", "did you mean \"html\"?"),
            ("card:render('html', { direction = 'up' })", "\"direction\"", nil),
            ("card:render('text', { theme = 'drak' })", "\"theme\"", "did you mean \"dark\"?"),
            ("card:render('text', { color = 'some' })", "\"color\"", "truecolor"),
            ("card:render('text', { width = 5 })", "20 to 400", nil),
            ("card:render('text', { indent = 41 })", "0 to 40", nil),
            ("card:render('text', { widht = 5 })", "widht", "did you mean \"width\"?"),
            ("card:render('text', { override = { textColour = '#000000' } })", "textColour", "textColor"),
            ("card:render('text', { override = { textColor = 'blackish' } })", "textColor", nil),
            ("card:render()", "argument 1", nil),
        ] as [(String, String, String?)]
    )
    func aBadRenderOptionIsNamed(source: String, message: String, hint: String?) async throws {
        try await with { world in
            let error = try await world.failure(Self.start + source)
            #expect(error.code == .invalidArgument, "\(error)")
            #expect(error.message.contains(message), "\(error)")
            if let hint { #expect(error.hint?.contains(hint) == true, "\(error)") }
        }
    }

    // MARK: Taps

    @Test func actionsAreNumberedInReadingOrder() async throws {
        try await with { world in
            let answer = try await world.run(
                Self.start
                    + """
                    local all = {}
                    for _, a in ipairs(card:actions()) do all[#all + 1] = { a.number, a.elementId, a.label, a.type } end
                    return all
                    """
            )
            #expect(answer[0] == [1, "open", "Do open", "openUrl"])
            #expect(answer.array?.map { $0[1].string } == ["open", "copy", "ask", "wallet", "mail", "broken"])
        }
    }

    @Test(arguments: ["'open'", "1"])
    func anOutcomeHasOneShape(element: String) async throws {
        try await with { world in
            let outcome = try await world.run(Self.start + "return card:tap(\(element))")
            #expect(
                outcome == [
                    "type": "openUrl", "status": "performed", "result": ["opened": "https://shop.example.com/a"],
                    "effects": [["kind": "open", "url": "https://shop.example.com/a", "in": "browser"]],
                ]
            )
        }
    }

    @Test func whatIsNotThereIsNil() async throws {
        try await with { world in
            let answer = try await world.run(
                Self.start
                    + """
                    local fine, refused = card:tap "open", card:tap "mail"
                    return { fine.error == nil, refused.result == nil, refused.error.code }
                    """
            )
            #expect(answer == [true, true, "denied"])
        }
    }

    @Test func aRefusedTapIsAnOutcomeThatNamesTheFlag() async throws {
        try await with { world in
            let outcome = try await world.run(Self.start + "return card:tap 'mail'")
            #expect(outcome["status"] == "refused")
            #expect(outcome["error"]["code"] == "denied")
            #expect(outcome["error"]["hint"].string?.contains("--allow-open mailto") == true)
            #expect(outcome["effects"] == [])
        }
        try await with { configuration, _ in
            configuration.grant.allow(.open, ["mailto"])
        } _: { world in
            let answer = try await world.run(Self.start + "return card:tap('mail').status")
            #expect(answer == "performed")
        }
        try await with { configuration, _ in
            configuration.grant.deny(.open, ["https"])
        } _: { world in
            let outcome = try await world.run(Self.start + "return card:tap 'open'")
            #expect(outcome["error"]["code"] == "denied")
            #expect(outcome["error"]["hint"].string?.contains("--deny-open") == true)
        }
    }

    @Test func anInertControlIsRefusedAndNothingIsReported() async throws {
        try await with { world in
            let answer = try await world.run(
                Self.start
                    + """
                    card:on("action", function() error("a listener of an inert control") end)
                    local outcome = card:tap "broken"
                    return { outcome.status, outcome.error.code, outcome.type, app:feed_item(item.id).interactedAt == nil }
                    """
            )
            #expect(answer == ["refused", "bad_url", "openUrl", true])
        }
    }

    @Test func anElementThatIsNotThereListsWhatIs() async throws {
        try await with { world in
            let far = try await world.failure(Self.start + "card:tap 'zzzzzz'")
            #expect(far.code == .badCard)
            #expect(far.hint?.contains("open, copy, ask") == true, "\(far)")
            let near = try await world.failure(Self.start + "card:tap 'opne'")
            #expect(near.hint == "did you mean \"open\"?")
            #expect(try await world.failure(Self.start + "card:tap(99)").code == .badCard)
            #expect(try await world.failure(Self.start + "card:tap 'title'").message.contains("cannot be tapped"))
        }
    }

    @Test(
        arguments: [
            // Only false stops it.
            ("card:on('action', function(e) return false end)", "refused", "stopped"),
            ("card:on('action', function(e) return nil end)", "performed", nil),
            ("card:on('action', function(e) return 0 end)", "performed", nil),
            (
                "card:on('action', function(e) return e.action.type ~= 'openUrl' or e.elementId ~= 'open' end)",
                "refused", "stopped"
            ),
            ("local s = card:on('action', function() return false end); s:off(); s:off()", "performed", nil),
            ("do local s <close> = card:on('action', function() return false end) end", "performed", nil),
            ("local s; s = card:on('action', function() s:off(); return false end); card:tap 'open'", "performed", nil),
        ] as [(String, JSON, String?)]
    )
    func listenersDecide(source: String, status: JSON, code: String?) async throws {
        try await with { world in
            let outcome = try await world.run(Self.start + source + "; return card:tap 'open'")
            #expect(outcome["status"] == status)
            #expect(outcome["error"]["code"].string == code)
            #expect(outcome["effects"].array?.count == (code == nil ? 1 : 0))
        }
    }

    @Test func anErrorInAListenerIsTheTaps() async throws {
        try await with { world in
            let error = try await world.failure(
                Self.start + "card:on('action', function() error('mine') end); card:tap 'open'"
            )
            #expect(error.message.contains("mine"))
            #expect(error.place?.file == "test.lua")
            let unknown = try await world.failure(Self.start + "card:on('acton', function() end)")
            #expect(unknown.hint == "did you mean \"action\"?")
        }
    }

    @Test func engagementIsReportedOncePerTap() async throws {
        try await with { world in
            _ = try await world.run(Self.start + "card:tap 'open'; card:tap 'open'; card:tap 'copy'; card:tap 'mail'")
            let client = CampaignNetworkProbe(world: world)
            #expect(try await client.interactedAt() != nil)
            #expect(!world.recorder.lines.contains { $0.contains("was not reported") })
        }
    }

    @Test func aStoppedTapReportsNothing() async throws {
        try await with { world in
            let answer = try await world.run(
                Self.start
                    + """
                    card:on("action", function() return false end)
                    card:tap "open"
                    return app:feed_item(item.id).interactedAt == nil
                    """
            )
            #expect(answer == true)
        }
    }

    @Test func aMissingPluginIsAnError() async throws {
        try await with { world in
            let error = try await world.failure(Self.start + "card:tap 'wallet'")
            #expect(error.code == .pluginMissing)
            #expect(error.message.contains("addToWallet"))
            #expect(error.hint?.contains("--plugin") == true)
        }
    }

    @Test func effectsOfTapsAtTheSameTimeStayApart() async throws {
        try await with { world in
            let result = await world.attempt(
                Self.start
                    + """
                    local outcomes = {}
                    local function tap(id) return function()
                        local outcome = card:tap(id)
                        outcomes[#outcomes + 1] = outcome
                    end end
                    local all = {}
                    for _ = 1, 10 do all[#all + 1] = tap "open"; all[#all + 1] = tap "copy" end
                    herald.all(all)
                    for _, outcome in ipairs(outcomes) do
                        assert(#outcome.effects == 1, #outcome.effects)
                        assert(outcome.effects[1].kind == (outcome.type == "openUrl" and "open" or "clipboard"))
                    end
                    return #outcomes
                    """
            )
            #expect(result.error == nil)
            #expect(result.values == [20])
            #expect(result.effects.count == 20)
        }
    }

    @Test func runsAtTheSameTimeKnowTheirOwnEffectsOnly() async throws {
        try await with { world in
            async let first = world.attempt(Self.start + "for _ = 1, 5 do card:tap 'open' end")
            async let second = world.attempt(Self.start + "for _ = 1, 3 do card:tap 'copy' end; error 'late'")
            let (opened, copied) = await (first, second)
            #expect(opened.effects.map(\.kind) == Array(repeating: "open", count: 5))
            #expect(copied.effects.map(\.kind) == Array(repeating: "clipboard", count: 3))
            #expect(copied.error?.message.contains("late") == true)
        }
    }
}

/// Asks the server itself, beside every script.
private struct CampaignNetworkProbe {
    let world: World

    func interactedAt() async throws -> Int64? {
        try await world.run("return herald.connect():feed():next()[1].interactedAt").int
    }
}
