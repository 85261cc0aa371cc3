import CampaignServer
import Networking
import Storage
import StorageSQLite
import Testing
import Values

struct RealtimeTests {
    @Test func tellsWhatHappens() async throws {
        let test = try await TestServer.start()
        let socket = try await test.socket("/v1/realtime", as: "ana")
        let hello = try await socket.message()
        #expect(hello["type"] == "hello")
        #expect(hello["epoch"].string?.isEmpty == false)
        #expect(hello["unread"]["count"] == 0)
        try await test.send("parcel", to: ["ben"])
        try await test.send("parcel", to: ["ana"], eta: "9:00")
        let event = try await socket.message()
        #expect(event["type"] == "event")
        #expect(event["offset"].int ?? 0 > hello["offset"].int ?? 0)
        #expect(event["unread"]["count"] == 1)
        let envelope = event["event"]
        #expect(envelope["type"] == "notification_feed_item")
        #expect(envelope["receiver"] == "ana")
        #expect(envelope["body"]["action"] == "sent")
        #expect(envelope["body"]["feedItem"]["content"]["body"][0]["content"] == "It arrives 9:00")

        let id = envelope["body"]["feedItem"]["id"].string ?? ""
        _ = try await test.ask("POST", "/v3/notification-feed/\(id)/read", .user("ana"))
        let unread = try await socket.message()
        #expect(unread["type"] == "unread")
        #expect(unread["unread"]["count"] == 0)
        #expect(unread["unread"]["version"].int ?? 0 > event["unread"]["version"].int ?? 0)
        await test.stop()
    }

    @Test(arguments: ["revoked", "expired"])
    func endsWhenItsTokenDoes(_ end: String) async throws {
        let test = try await TestServer.start()
        let socket = try await test.socket("/v1/realtime", as: "ana")
        _ = try await socket.message()
        let chat = try await test.ask(
            "POST",
            "/v1/engagements",
            .visitor("ana"),
            body: ["campaignId": "linen", "channel": "chat"]
        )
        let id = chat.data["id"].string ?? ""
        let talk = try await test.socket("/v1/engagements/\(id)/socket", as: "ana")
        _ = try await talk.message()
        switch end {
        case "revoked": _ = try await test.store.revokeTokens(of: "ana")
        default: test.clock.advance(by: .seconds(86_400))
        }
        try await test.send("parcel", to: ["ana"])
        #expect(try await socket.closeCode() == 1008)
        await talk.send(#"{"type":"message","text":"still there?"}"#)
        #expect(try await talk.closeCode() == 1008)
        await test.stop()
    }

    @Test func resumesAtAnOffset() async throws {
        let test = try await TestServer.start()
        let first = try await test.socket("/v1/realtime", as: "ana")
        let hello = try await first.message()
        await first.close()
        _ = try await first.closeCode()
        for number in 0..<250 { try await test.send("parcel", to: ["ana"], eta: "\(number)") }
        let target = "/v1/realtime?offset=\(hello["offset"].int ?? 0)&epoch=\(hello["epoch"].string ?? "")"
        let second = try await test.socket(target, as: "ana")
        #expect(try await second.message()["unread"]["count"] == 250)
        var last: Int64 = 0
        for number in 0..<250 {
            let event = try await second.message()
            #expect(event["event"]["body"]["feedItem"]["variables"]["eta"] == .string("\(number)"))
            #expect(event["offset"].int ?? 0 > last)
            last = event["offset"].int ?? 0
        }
        try await test.send("sale", to: ["ana"])
        #expect(try await second.message()["event"]["body"]["feedItem"]["tags"] == ["offers"])
        await test.stop()
    }

    @Test(arguments: ["offset=0&epoch=other", "offset=0", "offset=999999&epoch=EPOCH", "offset=-1&epoch=EPOCH"])
    func tellsAGap(_ query: String) async throws {
        let test = try await TestServer.start()
        try await test.send("sale", to: ["ana"])
        let epoch = try await test.store.realtimeState(for: "ana").epoch
        let target =
            "/v1/realtime?" + query.split(separator: "EPOCH", omittingEmptySubsequences: false).joined(separator: epoch)
        let socket = try await test.socket(target, as: "ana")
        #expect(try await socket.message()["type"] == "hello")
        #expect(try await socket.message()["type"] == "gap")
        try await test.send("parcel", to: ["ana"])
        #expect(try await socket.message()["event"]["body"]["feedItem"]["templateCategory"] == "Updates")
        await test.stop()
    }

    @Test func reachesAllSocketsOfAUser() async throws {
        let test = try await TestServer.start()
        var sockets: [RawWebSocket] = []
        for _ in 0..<3 { sockets.append(try await test.socket("/v1/realtime", as: "ana")) }
        for socket in sockets { _ = try await socket.message() }
        await sockets[0].close()
        _ = try await sockets[0].closeCode()
        async let first: Void = { for _ in 0..<20 { try await test.send("sale", to: ["ana", "ben"]) } }()
        async let second: Void = { for _ in 0..<20 { try await test.send("parcel", to: ["ana"]) } }()
        _ = try await (first, second)
        for socket in sockets.dropFirst() {
            var offsets: [Int64] = []
            while offsets.count < 40 {
                let message = try await socket.message("event")
                guard let offset = message["offset"].int else { break }
                offsets.append(offset)
            }
            #expect(offsets.count == 40)
            #expect(offsets == offsets.sorted())
            #expect(Set(offsets).count == 40)
        }
        await test.stop()
    }

    @Test func refusesABadOffset() async throws {
        let test = try await TestServer.start()
        let refused = await #expect(throws: RawWebSocket.Refused.self) {
            _ = try await test.socket("/v1/realtime?offset=x", as: "ana")
        }
        #expect(refused?.reply.status == 400)
        await test.stop()
    }

    @Test func dropsAPeerThatDoesNotAnswerPings() async throws {
        let test = try await TestServer.start()
        let silent = try await test.socket("/v1/realtime", as: "ana")
        _ = try await silent.message()
        let alive = try await test.socket("/v1/realtime", as: "ana")
        _ = try await alive.message()
        for _ in 0..<2 {
            try await test.clock.waitForSleepers()
            test.clock.advance(by: .seconds(25))
            // Answering is part of taking events in.
            #expect(try await alive.event() == .ping([]))
        }
        try await test.send("sale", to: ["ana"])
        #expect(try await alive.message("event")["type"] == "event")
        #expect(try await silent.message("event").isNull)
        await test.stop()
    }

    @Test func saysGoodbyeWhenTheServerStops() async throws {
        let test = try await TestServer.start()
        let socket = try await test.socket("/v1/realtime", as: "ana")
        _ = try await socket.message()
        async let stopped: Void = test.stop()
        #expect(try await socket.closeCode() == 1001)
        await stopped
    }
}
