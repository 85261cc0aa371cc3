import Storage
import StorageSQLite
import Testing
import Values

@testable import CampaignServer

struct UserRouteTests {
    @Test func handsOutAndErases() async throws {
        let test = try await TestServer.start()
        for _ in 0..<120 { try await test.send("parcel", to: ["ana"]) }
        try await test.send("sale", to: ["ben"])
        let first = try await test.ask("GET", "/v3/notification-feed", .user("ana")).data[0]["id"].string ?? ""
        let topic: JSON = ["topic": "clicked"]
        #expect(
            try await test.ask("POST", "/v3/notification-feed/\(first)/engagement", .user("ana"), body: topic).status
                == 200
        )
        #expect(try await test.ask("DELETE", "/v3/notification-feed/\(first)").status == 204)
        let opened = try await test.ask(
            "POST",
            "/v1/engagements",
            .visitor("ana"),
            body: ["channel": "scheduledCallback", "campaignId": "linen"]
        )
        #expect(opened.status == 201)
        let export = try await test.ask("GET", "/v1/users/ana/export").data
        #expect(export["user"]["name"] == "Ana")
        #expect(export["items"].array?.count == 120)
        #expect(export["items"].array?.allSatisfy { $0["receiver"] == "ana" } == true)
        #expect(export["itemEngagements"][0]["itemId"] == .string(first))
        #expect(export["conversations"][0]["id"] == opened.data["id"])
        #expect(try await test.ask("GET", "/v1/users/ana/export", .user("ana")).status == 403)
        let token = TestServer.Credentials.headers(try await test.headers(.user("ana")))
        #expect(try await test.ask("DELETE", "/v1/users/ana").status == 204)
        #expect(try await test.ask("DELETE", "/v1/users/ana").status == 404)
        #expect(try await test.ask("GET", "/v1/users/ana/export").status == 404)
        #expect(try await test.ask("GET", "/v3/notification-feed", token).status == 401)
        #expect(try await test.ask("GET", "/v3/notification-feed").data.array?.count == 1)
        await test.stop()
    }

    @Test func endsWhatAnErasedUserHasOpen() async throws {
        let test = try await TestServer.start()
        let realtime = try await test.socket("/v1/realtime", as: "ana")
        let other = try await test.socket("/v1/realtime", as: "ben")
        for socket in [realtime, other] { #expect(try await socket.message()["type"] == "hello") }
        var chats: [RawWebSocket] = []
        for user in ["ana", "ben"] {
            let body: JSON = ["channel": "chat", "campaignId": "linen"]
            let id = try await test.ask("POST", "/v1/engagements", .visitor(user), body: body).data["id"].string ?? ""
            let chat = try await test.socket("/v1/engagements/\(id)/socket", as: user)
            #expect(try await chat.message()["type"] == "hello")
            chats.append(chat)
        }
        // The agent is asked something, and may be at it when its visitor is gone.
        await chats[0].send(["type": "message", "text": "hi"])
        #expect(try await test.ask("DELETE", "/v1/users/ana").status == 204)
        #expect(try await realtime.closeCode() == 1008)
        #expect(try await chats[0].message("ended")["reason"] == "remote")
        #expect(try await chats[0].closeCode() == 1000)
        // Others go on.
        try await test.send("parcel", to: ["ben"])
        #expect(try await other.message()["type"] == "event")
        await chats[1].send(["type": "message", "text": "hi", "token": "t"])
        while true {
            let frame = try await chats[1].message("message")
            if frame.isNull || frame["token"] == "t" {
                #expect(frame["text"] == "hi")
                break
            }
        }
        await test.stop()
        #expect(test.logged.withLock { $0 }.filter { $0.hasPrefix("error") && !$0.contains("broken") } == [])
    }

    /// Erased between the check of the token and the first look at the feed.
    @Test(arguments: [true, false])
    func endsAConnectionThatCameTooLate(isKnown: Bool) async throws {
        let test = try await TestServer.start()
        let socket = ServerSocket(id: 1, mailbox: try #require(LoopMailbox()), limits: HTTPLimits())
        let hub = RealtimeHub()
        let session = RealtimeSession(
            user: "gone",
            isKnown: isKnown,
            resume: nil,
            token: nil,
            store: test.store,
            hub: hub,
            log: { _, _ in }
        )
        // Somebody whom the server never knew may come to be known.
        if !isKnown { socket.close(code: 1000) }
        await session.run(socket)
        #expect(socket.takeOutgoing(1 << 20).close?.code == (isKnown ? 1008 : 1000))
        await test.stop()
    }

    @Test func removesWhatIsOld() async throws {
        let test = try await TestServer.start()
        try await test.send("parcel", to: ["ana"])
        test.clock.advance(by: .seconds(3600))
        try await test.send("sale", to: ["ana"])
        let retention = Retention(store: test.store, kept: .seconds(3600), clock: test.clock, log: { _, _ in })
        try await retention.purge()
        #expect(try await test.ask("GET", "/v3/notification-feed").data.array?.count == 2)
        test.clock.advance(by: .seconds(1))
        try await retention.purge()
        let left = try await test.ask("GET", "/v3/notification-feed", .user("ana")).data
        #expect(left.array?.map { $0["templateId"] } == ["sale"])
        await test.stop()
    }

    @Test(arguments: ["", "&sort=createdAt", "&sort=updatedAt", "&order=desc"])
    func listsUsersPageByPage(sort: String) async throws {
        let test = try await TestServer.start()
        for number in 0..<5 {
            test.clock.advance(by: .seconds(1))
            _ = try await test.store.ensureUser("u\(number)", name: "Number \(number)")
        }
        var found: [String] = []
        var next = ""
        repeat {
            let page = try await test.ask("GET", "/v1/users?limit=2\(sort)\(next)")
            #expect(page.status == 200)
            found += (page.data.array ?? []).compactMap { $0["uid"].string }
            next = (page.body["meta"]["next"].object ?? JSONObject()).map { name, value in
                "&\(name)=\(value.string ?? value.text)"
            }.joined()
        } while !next.isEmpty && found.count < 20
        let usual = ["ana", "ben", "u0", "u1", "u2", "u3", "u4"]
        #expect(found.sorted() == usual)
        if sort == "" { #expect(found == usual) }
        if sort == "&order=desc" { #expect(found == usual.reversed()) }
        let search = try await test.ask("GET", "/v1/users?search=NUMBER%203")
        #expect(search.data.array?.map { $0["uid"] } == ["u3"])
        #expect(try await test.ask("GET", "/v1/users", .user("ana")).status == 403)
        #expect(try await test.ask("GET", "/v1/users?sort=name").status == 400)
        await test.stop()
    }
}
