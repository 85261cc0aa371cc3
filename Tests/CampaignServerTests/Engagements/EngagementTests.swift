import CampaignServer
import Storage
import StorageSQLite
import Testing
import Values

struct EngagementTests {
    private func open(
        _ test: TestServer,
        _ body: JSON = ["channel": "chat", "campaignId": "linen"]
    ) async throws -> JSON {
        try await test.ask("POST", "/v1/engagements", .visitor("ana"), body: body).data
    }

    /// A slip in a script is told when the server starts, before anybody comes.
    @Test func loadsAgentsAtTheStart() async throws {
        let test = try await TestServer.start()
        func isTold() -> Bool { test.logged.withLock { lines in lines.contains { $0.contains("agent broken") } } }
        // Loading goes on beside requests; some of them give it the time it takes.
        for _ in 0..<1000 where !isTold() { _ = try await test.ask("GET", "/healthz") }
        #expect(isTold())
        #expect(test.logged.withLock { lines in !lines.contains { $0.contains("agent mila") } })
        await test.stop()
    }

    @Test(
        arguments: [
            (["channel": "chatt", "entryId": "mila"], 400), (["channel": "feed", "entryId": "mila"], 400),
            (["channel": "chat", "entryId": "mila"], 201), (["channel": "zva", "entryId": "nobody"], 404),
            (["channel": "video", "campaignId": "linen"], 400),
        ] as [(JSON, Int)]
    )
    func anEntryHasAKnownChannel(_ body: JSON, _ status: Int) async throws {
        let test = try await TestServer.start()
        #expect(try await test.ask("POST", "/v1/engagements", .visitor("ana"), body: body).status == status)
        await test.stop()
    }

    @Test func greetsAndReplies() async throws {
        let test = try await TestServer.start()
        let engagement = try await open(test)
        #expect(engagement["status"] == "active")
        #expect(engagement["agent"]["name"] == "Mila")
        #expect(engagement["campaignId"] == "linen")
        #expect(engagement["sequence"] == 0)
        let socket = try await test.socket("/v1/engagements/\(engagement["id"].string ?? "")/socket", as: "ana")
        let hello = try await socket.message()
        #expect(hello["type"] == "hello")
        #expect(hello["engagement"]["id"] == engagement["id"])
        let greeting = try await socket.message("message")
        #expect(greeting["text"] == "Hello Ana")
        #expect(greeting["from"] == ["kind": "agent", "name": "Mila"])
        #expect(greeting["sequence"] == 1)

        await socket.send(["type": "message", "token": "t1", "text": "hi"])
        let echo = try await socket.message("message")
        #expect(echo["token"] == "t1")
        #expect(echo["from"] == ["kind": "user", "name": "Ana"])
        #expect(echo["sentAt"] == .int(test.clock.wallSeconds))
        #expect(try await socket.message()["type"] == "typing")
        #expect(try await socket.message("message")["text"] == "You said hi after 1")
        await socket.send(["type": "message", "token": "t1", "text": "hi"])
        #expect(try await socket.message("message") == echo)
        await socket.send(["type": "message", "token": "t2", "text": "two"])
        #expect(try await socket.message("message")["token"] == "t2")
        #expect(try await socket.message("message")["text"] == "one")
        #expect(try await socket.message("message")["sequence"] == 6)
        await test.stop()
    }

    @Test func catchesUpAfterASequence() async throws {
        let test = try await TestServer.start()
        let id = try await open(test)["id"].string ?? ""
        let first = try await test.socket("/v1/engagements/\(id)/socket", as: "ana")
        _ = try await first.message("message")
        for number in 0..<3 {
            await first.send(["type": "message", "token": "\(number)", "text": "\(number)"])
            #expect(try await first.message("message")["token"] == .string("\(number)"))
            _ = try await first.message("message")
        }
        let second = try await test.socket("/v1/engagements/\(id)/socket?after=4", as: "ana")
        #expect(try await second.message()["sequence"] == 7)
        for sequence in 5...7 { #expect(try await second.message("message")["sequence"] == .int(Int64(sequence))) }
        // Both hear what either says.
        await second.send(["type": "message", "text": "quiet"])
        #expect(try await first.message("message")["text"] == "quiet")
        #expect(try await second.message("message")["text"] == "quiet")
        await second.send(["type": "typing"])
        while true {
            let typing = try await first.message("typing")
            if typing.isNull || typing["from"]["kind"] == "user" {
                #expect(typing["from"]["name"] == "Ana")
                break
            }
        }
        await test.stop()
    }

    @Test(arguments: [true, false])
    func endsOnce(_ overSocket: Bool) async throws {
        let test = try await TestServer.start()
        let id = try await open(test)["id"].string ?? ""
        let sockets = [
            try await test.socket("/v1/engagements/\(id)/socket", as: "ana"),
            try await test.socket("/v1/engagements/\(id)/socket", as: "ana"),
        ]
        for socket in sockets { _ = try await socket.message("message") }
        if overSocket {
            await sockets[0].send(["type": "end"])
        } else {
            let ended = try await test.ask("POST", "/v1/engagements/\(id)/end", .visitor("ana"))
            #expect(ended.data["status"] == "ended")
        }
        for socket in sockets {
            #expect(try await socket.message("ended")["reason"] == "finished")
            #expect(try await socket.closeCode() == 1000)
        }
        let again = try await test.ask("POST", "/v1/engagements/\(id)/end", .admin)
        #expect(again.status == 200)
        #expect(again.data["endReason"] == "finished")
        let late = try await test.socket("/v1/engagements/\(id)/socket?after=0", as: "ana")
        #expect(try await late.message()["engagement"]["status"] == "ended")
        #expect(try await late.message()["text"] == "Hello Ana")
        #expect(try await late.message()["type"] == "ended")
        #expect(try await late.closeCode() == 1000)
        await test.stop()
    }

    @Test func isEndedByTheOtherSide() async throws {
        let test = try await TestServer.start()
        let id = try await open(test)["id"].string ?? ""
        let socket = try await test.socket("/v1/engagements/\(id)/socket", as: "ana")
        _ = try await socket.message("message")
        _ = try await test.ask("POST", "/v1/engagements/\(id)/end", .admin)
        #expect(try await socket.message("ended")["reason"] == "remote")
        await test.stop()
    }

    @Test(arguments: ["fail", "bad", "loop"])
    func survivesABadAgent(_ text: String) async throws {
        let test = try await TestServer.start()
        let id = try await open(test)["id"].string ?? ""
        let socket = try await test.socket("/v1/engagements/\(id)/socket", as: "ana")
        _ = try await socket.message("message")
        await socket.send(["type": "message", "token": "x", "text": .string(text)])
        #expect(try await socket.message("message")["token"] == "x")
        #expect(try await socket.message("message")["from"]["kind"] == "system")
        #expect(test.logged.withLock { lines in lines.contains { $0.hasPrefix("error agent mila") } })
        await socket.send(["type": "message", "token": "y", "text": "hi"])
        _ = try await socket.message("message")
        #expect(try await socket.message("message")["text"].string?.hasPrefix("You said hi") == true)
        await test.stop()
    }

    @Test func opensAlthoughTheAgentIsBroken() async throws {
        let test = try await TestServer.start()
        let engagement = try await open(test, ["channel": "zva", "campaignId": "linen"])
        #expect(engagement["status"] == "active")
        let socket = try await test.socket("/v1/engagements/\(engagement["id"].string ?? "")/socket", as: "ana")
        #expect(try await socket.message("message")["from"]["kind"] == "system")
        await test.stop()
    }

    @Test func opensByEntry() async throws {
        let test = try await TestServer.start()
        let engagement = try await open(test, ["channel": "chat", "entryId": "mila"])
        #expect(engagement["entryId"] == "mila")
        #expect(engagement["agent"]["name"] == "Mila")
        await test.stop()
    }

    @Test(
        arguments: [
            (["channel": "chat", "campaignId": "none"], 404), (["channel": "video", "campaignId": "linen"], 400),
            (["channel": "chat"], 400), (["campaignId": "linen"], 400), (["channel": 5, "campaignId": "linen"], 400),
            (["channel": "chat", "campaignId": "linen", "entryId": "mila"], 400),
            (["channel": "chat", "entryId": "../mila"], 404), (["channel": "chat", "entryId": "nobody"], 404),
        ] as [(JSON, Int)]
    )
    func refusesABadOpen(_ body: JSON, _ status: Int) async throws {
        let test = try await TestServer.start()
        let answer = try await test.ask("POST", "/v1/engagements", .visitor("ana"), body: body)
        #expect(answer.status == status, "\(answer.body)")
        await test.stop()
    }

    @Test func keepsVisitorsApart() async throws {
        let test = try await TestServer.start()
        let id = try await open(test)["id"].string ?? ""
        #expect(try await test.ask("GET", "/v1/engagements/\(id)", .visitor("ana")).data["id"] == .string(id))
        #expect(try await test.ask("GET", "/v1/engagements/\(id)", .admin).status == 200)
        #expect(try await test.ask("GET", "/v1/engagements/\(id)", .visitor("ben")).status == 404)
        #expect(try await test.ask("POST", "/v1/engagements/\(id)/end", .visitor("ben")).status == 404)
        let refused = await #expect(throws: RawWebSocket.Refused.self) {
            _ = try await test.socket("/v1/engagements/\(id)/socket", as: "ben")
        }
        #expect(refused?.reply.status == 404)
        let bad = await #expect(throws: RawWebSocket.Refused.self) {
            _ = try await test.socket("/v1/engagements/\(id)/socket?after=-1", as: "ana")
        }
        #expect(bad?.reply.status == 400)
        await test.stop()
    }

    @Test(arguments: [
        "no json", "[]", "{}", #"{"type":"other"}"#, #"{"type":"message"}"#, #"{"type":"message","text":""}"#,
        #"{"type":"message","text":5}"#, #"{"type":"message","text":"x","token":5}"#, #"{"type":"read","sequence":-1}"#,
        #"{"type":"read"}"#, "{\"type\":\"message\",\"text\":\"\(String(repeating: "x", count: 17_000))\"}",
    ])
    func answersABadFrame(_ frame: String) async throws {
        let test = try await TestServer.start()
        let id = try await open(test)["id"].string ?? ""
        let socket = try await test.socket("/v1/engagements/\(id)/socket", as: "ana")
        await socket.send(frame)
        #expect(try await socket.message("error")["code"] == "ERR_VALIDATION")
        await socket.send(#"{"type":"read","sequence":1}"#)
        await socket.send(#"{"type":"message","text":"","token":"t"}"#)
        #expect(try await socket.message("error")["token"] == "t")
        await test.stop()
    }

    @Test func survivesARestart() async throws {
        let test = try await TestServer.start()
        let id = try await open(test)["id"].string ?? ""
        try await test.send("parcel", to: ["ana"])
        let token = try await test.server.mintToken(user: "ana")
        let offset = try await test.store.realtimeState(for: "ana")
        let (embed, admin) = (test.server.embedKey, test.server.adminKey)
        await test.stop()

        let again = try await TestServer.start(folder: test.folder)
        #expect(again.server.embedKey == embed)
        #expect(again.server.adminKey != admin)
        let headers = TestServer.Credentials.headers("authtoken: \(token)\r\n")
        #expect(try await again.ask("GET", "/v3/notification-feed", headers).data.array?.count == 1)
        #expect(try await again.store.realtimeState(for: "ana") == offset)
        let socket = try await again.socket("/v1/engagements/\(id)/socket?after=0", as: "ana")
        #expect(try await socket.message("message")["text"] == "Hello Ana")
        await socket.send(["type": "message", "token": "t", "text": "hi"])
        _ = try await socket.message("message")
        #expect(try await socket.message("message")["text"] == "You said hi after 1")
        await again.stop()
    }
}
