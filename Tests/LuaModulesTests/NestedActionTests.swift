import Plugins
import TestSupport
import Testing
import Values

@testable import LuaModules

/// What handlers of actions do to the run that they are a part of.
struct NestedActionTests {
    /// A card with a button for each of its action's types.
    private static func card(_ types: String...) -> String {
        let buttons = types.map { #"{ id = "\#($0)", type = "button", label = "Do", action = { type = "\#($0)" } }"# }
        return #"local card = herald.card { version = "1.0", fallbackText = "A card", body = { "#
            + buttons.joined(separator: ", ") + " } } "
    }

    private func with(_ body: (ScriptDesk) async throws -> Void) async throws {
        try await ScriptDesk.with { configuration, _ in
            configuration.plugins = try World.find([World.shippedPlugins])
        } _: { desk in
            try await body(desk)
        }
    }

    @Test(
        arguments: [
            "herald.action('go', function() herald.exit(3) end) card:tap 'go'",
            "herald.action('go', function() herald.sleep(0) herald.exit(3) end) pcall(card.tap, card, 'go')",
            "herald.on_callback('leave', function() herald.exit(3) end) pcall(card.tap, card, 'customCallback')",
            "card:on('action', function() herald.exit(3) end) pcall(card.tap, card, 'go')",
        ]
    )
    func exitEndsTheRun(source: String) async throws {
        let card = Self.card("go", "customCallback")
            .replacing("type = \"customCallback\" }", with: "type = \"customCallback\", callbackId = \"leave\" }")
        try await with { desk in
            let result = await desk.attempt(card + source + " error 'it went on'")
            #expect(result.error == nil)
            #expect(result.exitStatus == 3)
        }
    }

    @Test(
        arguments: [
            "herald.action('go', function() return card:tap('go') end) return card:tap('go')",
            "card:on('action', function() card:tap('go') end) return card:tap('go')",
            """
            herald.on_callback('again', function() return card:tap('customCallback') end)
            return card:tap('customCallback')
            """,
        ]
    )
    func whatCallsItselfComesToAnEnd(source: String) async throws {
        let card = Self.card("go", "customCallback")
            .replacing("type = \"customCallback\" }", with: "type = \"customCallback\", callbackId = \"again\" }")
        try await with { desk in
            let result = await desk.attempt(card + source)
            let told = result.values.first.map(\.text) ?? result.error?.description ?? ""
            #expect(told.contains("depth_limit"), "\(told)")
        }
    }

    @Test func aHandlerIsUnderTheLimitsOfTheRun() async throws {
        let source =
            Self.card("go") + "herald.action('go', function() while true do end end) pcall(card.tap, card, 'go')"
        try await with { desk in
            let result = await desk.host.run(
                Array(("local herald = require 'herald' " + source).utf8),
                name: "slow.lua",
                limits: RunLimits(wallTime: .milliseconds(300), memoryBytes: 64 << 20)
            )
            #expect(result.error?.code == .timeLimit)
            #expect(result.error?.place?.line == 1)
        }
    }

    @Test(
        arguments: [
            "herald.action(('a'):rep(256), print)", "herald.on_callback(('a'):rep(1e6), print)",
            "herald.env(('a'):rep(1e7))", "require(('a'):rep(1e7))",
        ]
    )
    func namesHaveAnEnd(source: String) async throws {
        try await with { desk in
            let error = try #require(await desk.failure(source))
            #expect(error.code == .invalidArgument)
            #expect(error.message.utf8.count < 200)
        }
    }
}
