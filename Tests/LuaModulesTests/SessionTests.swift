import EmbeddedServer
import Testing
import Values

@testable import LuaModules

struct SessionTests {
    private static let start = """
        local app = herald.connect { user = "ana" }
        local shop = app:campaigns()[1]
        local session = app:session { channel = "chat", campaign = shop }

        """

    @Test(
        arguments: [
            ("session:start(); return session:receive { timeout = 20 }.text", "hello ana"),
            ("session:start(); return session.status", "active"),
            (
                "return { session.status, session.channel, tostring(session), session.engagement == nil }",
                ["initial", "chat", "Session over chat", true]
            ),
            ("session:start(); session:finish(); return session.status", "ended"),
            ("session:start(); session:finish(); session:finish(); return session.status", "ended"),
            ("session:start(); session:finish(); session:start(); return session.status", "active"),
            // What was there can still be received, then nil, however often.
            (
                """
                session:start()
                local first = session:receive { timeout = 20 }
                session:send "hi"
                local second = session:receive { timeout = 20 }
                session:finish()
                local rest = {}
                for message in function() return session:receive { timeout = 20 } end do rest[#rest + 1] = message.text end
                return { first.text, second.text, session:receive() == nil, session:receive { timeout = 1 } == nil }
                """, ["hello ana", "hi", true, true]
            ),
            (
                """
                session:start(); session:receive { timeout = 20 }
                local sent = session:send "hi"
                local a, b = session:receive { timeout = 20 }, session:receive { timeout = 20 }
                return { sent.text, sent.from.kind, math.type(sent.sequence), a.text, a.from.name, a.from.kind, b.text, b.sequence > a.sequence }
                """, ["hi", "user", "integer", "hi", "Echo", "bot", "hi!", true]
            ),
            (
                """
                session:start(); session:receive { timeout = 20 }
                local ok, e = pcall(session.receive, session, { timeout = 0.01 })
                return { ok, e.code, session.status }
                """, [false, "timeout", "active"]
            ),
            ("session:start(); local v = session:view(); return type(v.text) .. type(v.html)", "stringstring"),
            (
                "session:start(); session:typing(); session:typing(); session:mark_read(1); return session.status",
                "active"
            ),
            ("session:start(); return session.engagement.campaignId", "shop"),
            // A receiver that waits is woken by the end.
            (
                """
                session:start(); session:receive { timeout = 20 }
                local task = herald.spawn(function() return session:receive() end)
                session:finish()
                return task:join() == nil
                """, true
            ),
        ] as [(String, JSON)]
    )
    func talking(source: String, expected: JSON) async throws {
        try await World.with { world in
            let answer = try await world.run(Self.start + source)
            #expect(answer == expected)
        }
    }

    @Test(
        arguments: [
            ("session:send 'x'", "invalid_state", "initial"),
            ("session:receive()", "invalid_state", "initial"),
            ("session:finish()", "invalid_state", "initial"),
            ("session:typing()", "invalid_state", "initial"),
            ("session:view()", "invalid_state", "initial"),
            ("session:start(); session:start()", "invalid_state", "active"),
            ("session:start(); session:finish(); session:send 'x'", "invalid_state", "ended"),
            ("session:start(); session:send ''", "invalid_argument", "text"),
            ("session:start(); session:send()", "invalid_argument", "argument 1"),
            ("session:on('mesage', function() end)", "invalid_argument", "mesage"),
            ("app:session { channel = 'chat', campaign = app:campaigns()[2] }:start()", "invalid_argument", "\"desk\""),
            ("app:session { channel = 'video' }:start()", "plugin_missing", "video"),
            ("app:session { campaign = shop }", "invalid_argument", "channel"),
            ("app:session { channel = 'chat', campaign = shop, entry_id = 'x' }", "invalid_argument", "either"),
            ("app:session { channel = 'chat', campaign = {} }", "invalid_argument", "campaign"),
            (
                "app:session { channel = 'chat', campaign = shop, on_conflict = 'ask' }", "invalid_argument",
                "on_conflict"
            ),
            ("app:session { channel = 'chat', campaign = shop, on_conflict = 1 }", "invalid_argument", "on_conflict"),
            ("app:session { channel = 'chat', entry_id = 'nobody' }:start()", "not_found", ""),
        ] as [(String, HeraldError.Code, String)]
    )
    func whatCannotBeSaysWhy(source: String, code: HeraldError.Code, message: String) async throws {
        try await World.with { world in
            let error = try await world.failure(Self.start + source)
            #expect(error.code == code, "\(error)")
            #expect(error.message.contains(message), "\(error)")
        }
    }

    @Test(
        arguments: [
            ("'end'", ["ended", "active"]),
            ("'error'", ["active", "conflict"]),
            (
                "function(channel, live, new) return channel == 'chat' and live.campaign.id == new.campaign.id end",
                ["ended", "active"]
            ),
            ("function() return false end", ["active", "conflict"]),
            ("function() end", ["active", "conflict"]),
            ("function() error('undecided') end", ["active", "script_error"]),
            ("nil", ["ended", "active"]),
        ] as [(String, [String])]
    )
    func aSecondSessionOfAChannel(policy: String, expected: [String]) async throws {
        try await World.with { world in
            let answer = try await world.run(
                Self.start
                    + """
                    session:start()
                    local second = app:session { channel = "chat", campaign = shop, on_conflict = \(policy) }
                    local ok, e = pcall(second.start, second)
                    return { session.status, ok and second.status or e.code }
                    """
            )
            #expect(answer == .array(expected.map(JSON.string)))
        }
    }

    @Test func eventsComeInOrder() async throws {
        try await World.with { world in
            let answer = try await world.run(
                Self.start
                    + """
                    local heard = {}
                    for _, name in ipairs { "status", "started", "message", "sent", "ended" } do
                        session:on(name, function(e) heard[#heard + 1] = name .. " " .. (e.new or e.text or e.reason or "") end)
                    end
                    local done = session:on "ended"
                    session:start(); session:receive { timeout = 20 }
                    session:send "hi"; session:receive { timeout = 20 }; session:receive { timeout = 20 }
                    session:finish()
                    local ended = done:receive { timeout = 20 }
                    herald.sleep(0)
                    return { heard, ended.reason }
                    """
            )
            let heard = (answer[0].array ?? []).compactMap(\.string)
            #expect(
                heard.filter { $0.hasPrefix("status") }
                    == ["connecting", "active", "ending", "ended"].map { "status " + $0 }
            )
            #expect(heard.filter { $0.hasPrefix("message") } == ["message hello ana", "message hi", "message hi!"])
            #expect(heard.filter { $0.hasPrefix("sent") } == ["sent hi"])
            #expect(heard.contains { $0.hasPrefix("started") })
            #expect(heard.last == "ended finished")
            #expect(answer[1] == "finished")
        }
    }

    @Test func aHandlerMayRemoveItselfAndOthersStay() async throws {
        try await World.with { world in
            let answer = try await world.run(
                Self.start
                    + """
                    local once, all, subscription = 0, 0
                    subscription = session:on("message", function() once = once + 1; subscription:off() end)
                    session:on("message", function() all = all + 1 end)
                    session:start(); session:receive { timeout = 20 }
                    herald.sleep(0.01)
                    session:send "hi"; session:receive { timeout = 20 }; session:receive { timeout = 20 }
                    herald.sleep(0.01)
                    return { once, all }
                    """
            )
            #expect(answer == [1, 3])
        }
    }

    @Test func eachUserOfAScriptTalksAsItself() async throws {
        try await World.with { world in
            let answer = try await world.run(
                """
                local function open(user)
                    local app = herald.connect { user = user }
                    return app, app:session { channel = "chat", campaign = app:campaigns()[1] }
                end
                local ana, first = open "ana"
                local ben, second = open "ben"
                first:start(); second:start()
                return { first:receive { timeout = 20 }.text, second:receive { timeout = 20 }.text }
                """
            )
            #expect(answer == ["hello ana", "hello ben"])
        }
    }

    @Test func aRunThatEndsEndsItsSessions() async throws {
        try await World.with { world in
            let id = try await world.run(Self.start + "session:start(); return session.engagement.id")
            let status = try await world.run(
                "return herald.json.decode(herald.http { url = herald.args[1], headers = { apikey = herald.args[2] } }.body).data.status",
                arguments: ["\(world.server.url)/v1/engagements/\(id.string ?? "")", world.server.adminKey]
            )
            #expect(status == "ended")
        }
    }

    @Test func aCancelledRunEndsItsSessionsToo() async throws {
        try await World.with { world in
            let running = Task {
                await world.attempt(
                    Self.start + "session:start(); print(session.engagement.id); session:receive(); session:receive()"
                )
            }
            let id = await world.recorder.firstLine()
            running.cancel()
            #expect(await running.value.error?.code == .cancelled)
            let status = try await world.run(
                "herald.connect(); return herald.json.decode(herald.http { url = herald.args[1], headers = { apikey = herald.args[2] } }.body).data.status",
                arguments: ["\(world.server.url)/v1/engagements/\(id)", world.server.adminKey]
            )
            #expect(status == "ended")
        }
    }
}

extension Recorder {
    /// Waits until a script printed a line.
    func firstLine() async -> String {
        while true {
            if let line = printed.split(separator: "\n").first { return String(line) }
            await Task.yield()
        }
    }
}
