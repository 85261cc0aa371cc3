import Campaigns
import EmbeddedServer
import Testing
import Values

@testable import LuaModules

struct SubscriptionTests {
    private static let start = """
        local app = herald.connect { user = "ana" }
        local admin = herald.admin()
        local function send(who) admin:send { template = "note", receivers = { "ana" }, variables = { ana = { who = who } } } end

        """

    @Test(
        arguments: [
            // A queue.
            (
                """
                local arrivals = app:on "feed_item"
                send "A"; send "B"
                local a, b = arrivals:receive { timeout = 20 }, arrivals:receive { timeout = 20 }
                return { a.alternativeText, b.alternativeText, a.isRead, a:card():render("text"):find("From A", 1, true) ~= nil }
                """, ["A note from A", "A note from B", false, true]
            ),
            // A function, which may wait.
            (
                """
                local heard, done = {}, app:on "feed_item"
                app:on("feed_item", function(item) item:mark_read(); heard[#heard + 1] = item.isRead end)
                send "A"
                done:receive { timeout = 20 }
                while #heard == 0 do herald.sleep(0.001) end
                return heard
                """, [true]
            ),
            // Two subscriptions hear the same; one that is off hears nothing, the other goes on.
            (
                """
                local first, second = app:on "feed_item", app:on "feed_item"
                send "A"
                local a, b = first:receive { timeout = 20 }, second:receive { timeout = 20 }
                first:off(); first:off()
                send "B"
                local c = second:receive { timeout = 20 }
                return { a == b, c.alternativeText, first:receive() == nil, first:receive { timeout = 1 } == nil }
                """, [true, "A note from B", true, true]
            ),
            // What had come before `off` can still be received.
            (
                """
                local first, second = app:on "feed_item", app:on "feed_item"
                send "A"; second:receive { timeout = 20 }
                first:off()
                return { first:receive().alternativeText, first:receive() == nil }
                """, ["A note from A", true]
            ),
            // The subscription alone keeps its source going.
            (
                """
                local arrivals = herald.connect { user = "ana" }:on "feed_item"
                local waste = {} for i = 1, 20000 do waste[i % 10] = { i } end
                send "A"
                return arrivals:receive { timeout = 20 }.alternativeText
                """, "A note from A"
            ),
            (
                "local s = app:on 'feed_item'; local ok, e = pcall(s.receive, s, { timeout = 0 }); return e.code",
                "timeout"
            ),
            (
                "local s = app:on 'feed_item'; local ok, e = pcall(s.receive, s, { timeout = 0.01 }); return e.code",
                "timeout"
            ),
            (
                """
                local s = app:on "feed_item"
                local task = herald.spawn(function() return s:receive() == nil end)
                herald.sleep(0)
                s:off()
                return task:join()
                """, true
            ),
            (
                """
                local s = app:on "feed_item"
                local task = herald.spawn(function() return s:receive() end)
                herald.sleep(0)
                task:cancel()
                local ok, e = pcall(task.join, task)
                send "A"
                return { e.code, s:receive { timeout = 20 }.alternativeText }
                """, ["cancelled", "A note from A"]
            ),
            // The count comes at the start, with an item and after a read.
            (
                """
                local counts, items = app:on "unread", app:on "feed_item"
                send "A"
                local item = items:receive { timeout = 20 }
                local start, up = counts:receive { timeout = 20 }, counts:receive { timeout = 20 }
                item:mark_read()
                return { start, up, counts:receive { timeout = 20 } }
                """, [0, 1, 0]
            ),
            // Many subscriptions at once share one connection, and none waits for it in vain.
            (
                """
                local all = {}
                for i = 1, 10 do all[i] = function() return app:on "feed_item" end end
                local subscriptions = { herald.all(all) }
                send "A"
                local n = 0
                for _, s in ipairs(subscriptions) do if s:receive { timeout = 20 } then n = n + 1 end end
                return n
                """, 10
            ),
            ("do local s <close> = app:on 'feed_item' end return true", true),
        ] as [(String, JSON)]
    )
    func arrivals(source: String, expected: JSON) async throws {
        try await World.with { world in
            let answer = try await world.run(Self.start + source)
            #expect(answer == expected)
        }
    }

    @Test(
        arguments: [
            ("app:on('feed_itm')", "invalid_argument", "feed_itm"),
            ("app:on()", "invalid_argument", "argument 1"),
            ("app:on('feed_item', 'x')", "invalid_argument", "argument 2"),
            ("app:on('feed_item', function() end):receive()", "invalid_state", "function"),
            ("app:on('feed_item'):receive { timeout = -1 }", "invalid_argument", "timeout"),
            ("app:on('feed_item'):receive { timeout = 0/0 }", "invalid_argument", "timeout"),
            ("app:on('feed_item'):receive { timout = 1 }", "invalid_argument", "timout"),
            ("app:on('feed_item'):receive(5)", "invalid_argument", "table of options"),
        ] as [(String, HeraldError.Code, String)]
    )
    func faultsAreNamed(source: String, code: HeraldError.Code, message: String) async throws {
        try await World.with { world in
            let error = try await world.failure(Self.start + source)
            #expect(error.code == code, "\(error)")
            #expect(error.message.contains(message), "\(error)")
        }
    }

    @Test func anErrorInAHandlerFailsTheRun() async throws {
        try await World.with { world in
            let error = try await world.failure(
                Self.start
                    + """
                    local done = app:on "feed_item"
                    app:on("feed_item", function() error("in the handler") end)
                    send "A"
                    done:receive { timeout = 20 }
                    herald.sleep(0.05)
                    """
            )
            #expect(error.message.contains("in the handler"))
            #expect(error.place?.file == "test.lua")
        }
    }

    @Test func aWrongTokenIsToldAtOnce() async throws {
        try await World.with { world in
            let error = try await world.failure("herald.connect { user = 'ana', token = 'wrong' }:on 'feed_item'")
            #expect(error.code == .unauthorized, "\(error)")
        }
    }

    @Test func aRunThatIsOverIsLetGo() async throws {
        try await World.with { world in
            weak var app: AppObject?
            weak var scope: RunScope?
            do {
                let held = RunScope(host: world.host)
                let credentials = Credentials(
                    apiKey: world.server.embedKey,
                    token: try await world.server.mintToken(user: "ana")
                )
                let client = world.host.network.connect(to: world.server.url, credentials, log: world.host.log)
                let connected = AppObject(scope: held, client: client, user: "ana")
                // What a queue holds refers to the app, the app to its listener, the listener to the queue.
                let queue = EventQueue()
                _ = try await connected.subscribe("feed_item", .queue(queue))
                _ = queue.add(ItemObject(app: connected, item: .sample))
                (app, scope) = (connected, held)
                await held.end()
            }
            #expect(app == nil)
            #expect(scope == nil)
        }
    }
}
