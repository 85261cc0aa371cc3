import Testing
import Values

@testable import LuaModules

struct ExtensionTests {
    private static let start = "local app = herald.connect(); local card = app:feed():next()[1]:card(); "

    private func with<Value: Sendable>(_ body: (World) async throws -> Value) async throws -> Value {
        try await World.with(Authoring(seeds: ["note"]), body)
    }

    @Test func aScriptsActionPerformsTaps() async throws {
        try await with { world in
            let outcome = try await world.run(
                Self.start
                    + """
                    herald.action("addToWallet", function(action, context)
                        herald.sleep(0)
                        return { added = action.pass, by = context.user, element = context.elementId }
                    end)
                    return card:tap "wallet"
                    """
            )
            #expect(outcome["status"] == "performed")
            #expect(outcome["result"] == ["added": "p1", "by": "ana", "element": "wallet"])
        }
    }

    @Test func itStandsInForAPluginOnlyWhenThatIsAllowed() async throws {
        let source = """
            herald.action("copyToClipboard", function(action) return { mine = action.value } end)
            return card:tap "copy"
            """
        try await World.with(Authoring(seeds: ["note"])) { configuration, _ in
            configuration.allowsOverride = true
        } _: { world in
            let outcome = try await world.run(Self.start + source)
            #expect(outcome["result"] == ["mine": "HP-1"])
            #expect(outcome["effects"] == [])
            // The plugin is back after the run, and another script's function is never replaced.
            #expect(try await world.run(Self.start + "return card:tap 'copy'")["result"] == ["copied": 4])
            let twice = "herald.action('openUrl', print); herald.action('openUrl', print)"
            #expect(try await world.failure(twice).code == .conflict)
        }
        try await with { world in
            let error = try await world.failure(Self.start + source)
            #expect(error.code == .conflict)
            #expect(error.hint?.contains("--allow-override") == true)
        }
    }

    @Test func listenersSeeATapFirstWhateverItsType() async throws {
        try await ScriptDesk.with { configuration, _ in
            configuration.plugins = try World.find([World.shippedPlugins])
        } _: { desk in
            let answer =
                try await desk.run(
                    """
                    local button = { id = "b", type = "button", label = "Do", action = { type = "addToWallet", pass = 1 } }
                    local card = herald.card { version = "1.0", fallbackText = "A card", body = { button } }
                    local seen
                    card:on("action", function(event) seen = event end)
                    local ok, failure = pcall(card.tap, card, "b")
                    return { seen.action.type, seen.action.pass, seen.elementId, ok, failure.code, failure.message }
                    """
                ).array ?? []
            try #require(answer.count == 6)
            #expect(Array(answer.prefix(5)) == ["addToWallet", 1, "b", false, "plugin_missing"])
            for type in ["addToWallet", "openUrl", "chatWithUser", "sendMessage", "customCallback"] {
                #expect(answer[5].string?.contains(type) == true, "\(answer[5])")
            }
        }
    }

    @Test func itIsGoneAfterTheRun() async throws {
        try await with { world in
            let source = "herald.action('addToWallet', function() return 1 end)"
            _ = try await world.run(source)
            #expect(try await world.failure(Self.start + "card:tap 'wallet'").code == .pluginMissing)
            _ = try await world.run(source)
        }
    }

    @Test(
        arguments: [
            ("herald.action('openUrl', function() end)", "conflict", "openUrl"),
            ("herald.action('a', function() end); herald.action('a', function() end)", "conflict", "\"a\""),
            ("herald.action('', function() end)", "invalid_argument", "empty"),
            ("herald.action('a')", "invalid_argument", "argument 2"),
            ("herald.on_callback('a')", "invalid_argument", "argument 2"),
            ("herald.on_callback('', function() end)", "invalid_argument", "the callback's id is empty"),
            ("herald.action('', function() end)", "invalid_argument", "the action's type is empty"),
            ("herald.on_callback(nil, function() end)", "invalid_argument", "argument 1"),
        ] as [(String, HeraldError.Code, String)]
    )
    func faultsAreNamed(source: String, code: HeraldError.Code, message: String) async throws {
        try await with { world in
            let error = try await world.failure(source)
            #expect(error.code == code, "\(error)")
            #expect(error.message.contains(message), "\(error)")
        }
    }

    @Test(arguments: [
        (
            "herald.action('addToWallet', function() error('no room') end); local o = card:tap 'wallet'", "failed",
            "script_error", "no room"
        ),
        (
            "herald.action('addToWallet', function() error({ code = 'full', message = 'no room' }) end); local o = card:tap 'wallet'",
            "failed", "full", "no room"
        ),
        (
            "herald.on_callback('ask', function() error('busy') end); local o = card:tap 'ask'", "failed",
            "script_error", "busy"
        ),
        ("local o = card:tap 'ask'", "failed", "unsupported", "\"ask\""),
        (
            "herald.on_callback('ask', function() end):off(); local o = card:tap 'ask'", "failed", "unsupported",
            "\"ask\""
        ),
    ])
    func whatFailsInAHandlerIsAnOutcome(source: String, status: String, code: String, message: String) async throws {
        try await with { world in
            let outcome = try await world.run(Self.start + source + "; return o")
            #expect(outcome["status"].string == status)
            #expect(outcome["error"]["code"].string == code)
            #expect(outcome["error"]["message"].string?.contains(message) == true, "\(outcome)")
        }
    }

    @Test(
        arguments: [
            ("herald.on_callback('ask', function(payload) return payload.n + 1 end)", 2),
            ("herald.on_callback('ask', function(payload, context) return context.user end)", "ana"),
            ("herald.on_callback('ask', function() end)", nil),
            ("herald.on_callback('ask', function() herald.sleep(0); return { a = { true } } end)", ["a": [true]]),
            // The newest counts; when it is off, the one before counts again.
            (
                "herald.on_callback('ask', function() return 1 end); herald.on_callback('ask', function() return 2 end)",
                2
            ),
            (
                "herald.on_callback('ask', function() return 1 end); herald.on_callback('ask', function() return 2 end):off()",
                1
            ),
        ] as [(String, JSON)]
    )
    func aCallbackAnswers(source: String, expected: JSON) async throws {
        try await with { world in
            let outcome = try await world.run(Self.start + source + "; return card:tap 'ask'")
            #expect(outcome["status"] == "performed", "\(outcome)")
            #expect(outcome["result"]["value"] == expected)
        }
    }

    @Test func aCallbackIsGoneAfterTheRun() async throws {
        try await with { world in
            _ = try await world.run("herald.on_callback('ask', function() return 1 end)")
            #expect(try await world.run(Self.start + "return card:tap('ask').error.code") == "unsupported")
        }
    }

    @Test func whatAHandlerDoesCountsForTheActionThatCalledIt() async throws {
        try await with { world in
            let result = await world.attempt(
                Self.start
                    + """
                    herald.on_callback("ask", function() return card:tap("open").status end)
                    herald.action("addToWallet", function() return card:tap("ask").result.value end)
                    return card:tap "wallet"
                    """
            )
            #expect(result.values.first?["result"] == "performed")
            #expect(result.values.first?["effects"].array?.count == 1)
            #expect(result.effects.count == 1)
        }
    }

    @Test func handlersOfTheHostAnswerToo() async throws {
        try await with { world in
            world.host.callbacks.add("ask") { payload, _ in ["host": payload["n"]] }
            world.host.register(action: "addToWallet") { action, context in [action["pass"], context["user"]] }
            let answer = try await world.run(
                Self.start + "return { card:tap('ask').result.value, card:tap('wallet').result }"
            )
            #expect(answer == [["host": 1], ["p1", "ana"]])
        }
    }
}
