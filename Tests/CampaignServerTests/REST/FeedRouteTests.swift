import CampaignServer
import Testing
import Values

struct FeedRouteTests {
    private let base = "/v3/campaigns/notification-feed"

    @Test func sendsAndListsAndMarks() async throws {
        let test = try await TestServer.start()
        let sent = try await test.ask(
            "POST",
            "/v3/notifications/messages",
            body: [
                "templateId": "parcel", "receivers": ["ana", "ben", "ana"], "variables": ["ana": ["eta": "18:00"]],
                "tag": "t",
            ]
        )
        #expect(sent.status == 200)
        #expect(sent.data["mode"] == "realtime")
        #expect(sent.data["channels"] == ["in_app"])

        let list = try await test.ask("GET", base, .user("ana"))
        #expect(list.status == 200)
        #expect(list.body["meta"] == ["current": ["limit": 20, "count": 1]])
        let item = list.data[0]
        #expect(item["content"]["body"][0]["content"] == "It arrives 18:00")
        #expect(item["content"]["fallbackText"] == "Your parcel arrives 18:00")
        #expect(item["notificationId"] == sent.data["notificationId"])
        #expect(item["templateCategory"] == "Updates")
        #expect(item["status"] == "sent")
        #expect(item["readAt"] == .null)
        #expect(item["receiver"] == "ana")
        #expect(item["metadata"]["tag"] == "t")
        let id = item["id"].string ?? ""

        let count = try await test.ask("GET", "\(base)/unread-count", .user("ana"))
        #expect(count.data["count"] == 1)
        test.clock.advance(by: .seconds(5))
        let delivered = try await test.ask("POST", "\(base)/\(id)/delivered", .user("ana"))
        #expect(delivered.data["status"] == "delivered")
        #expect(delivered.data["content"] == .null)
        let read = try await test.ask("POST", "\(base)/\(id)/read", .user("ana"))
        #expect(read.data["readAt"] == .int(test.clock.wallSeconds))
        test.clock.advance(by: .seconds(5))
        let again = try await test.ask("POST", "\(base)/\(id)/read", .user("ana"))
        #expect(again.data["readAt"] == read.data["readAt"])
        #expect(try await test.ask("GET", "\(base)/unread-count", .user("ana")).data["count"] == 0)

        let engaged = try await test.ask("POST", "\(base)/\(id)/engagement", .user("ana"), body: ["topic": "clicked"])
        #expect(engaged.data == ["id": .string(id), "topic": "clicked", "interactedAt": .int(test.clock.wallSeconds)])
        let old = try await test.ask("POST", "\(base)/\(id)/engagement", .user("ana"), body: ["type": "viewed"])
        #expect(old.data["topic"] == "viewed")
        #expect(try await test.ask("POST", "\(base)/\(id)/engagement", .user("ana"), body: [:]).status == 200)

        let single = try await test.ask("GET", "\(base)/\(id)", .user("ana"))
        #expect(single.data["content"]["body"][0]["content"] == "It arrives 18:00")
        let bare = try await test.ask("GET", "\(base)/\(id)?templateOnly=true", .user("ana"))
        #expect(bare.data["id"] == .string(id))
        #expect(bare.data["content"] == .null)
        await test.stop()
    }

    @Test func keepsUsersApart() async throws {
        let test = try await TestServer.start()
        try await test.send("parcel", to: ["ana"])
        let id = try await test.ask("GET", base, .user("ana")).data[0]["id"].string ?? ""
        for (method, path) in [("GET", ""), ("POST", "/delivered"), ("POST", "/read"), ("POST", "/engagement")] {
            let answer = try await test.ask(method, "\(base)/\(id)\(path)", .user("ben"), body: [:])
            #expect(answer.status == 404, "\(method) \(path)")
            #expect(answer.code == "ERR_FEED_ITEM_NOT_FOUND")
        }
        #expect(try await test.ask("GET", "\(base)?receiver=ana", .user("ben")).data == [])
        #expect(try await test.ask("GET", "\(base)?receiver=ana", .admin).data.array?.count == 1)
        #expect(try await test.ask("GET", base, .admin).data.array?.count == 1)
        #expect(try await test.ask("GET", "\(base)/unread-count", .admin).status == 400)
        #expect(try await test.ask("GET", "\(base)/unread-count?receiver=ana", .admin).data["count"] == 1)
        await test.stop()
    }

    /// However often a list scrolls past an item.
    @Test func countsAnEngagementOncePerItemAndTopic() async throws {
        let test = try await TestServer.start()
        for _ in 0..<2 { try await test.send("parcel", to: ["ana"]) }
        let ids = try await test.ask("GET", base, .user("ana")).data.array?.compactMap { $0["id"].string } ?? []
        let first = test.clock.wallSeconds
        for _ in 0..<5 {
            for id in ids {
                for topic in ["viewed", "clicked"] {
                    let path = "\(base)/\(id)/engagement"
                    let answer = try await test.ask("POST", path, .user("ana"), body: ["topic": .string(topic)])
                    #expect(answer.data["interactedAt"] == .int(first))
                }
            }
            test.clock.advance(by: .seconds(1))
        }
        let reported = try await test.ask("GET", "/v1/users/ana/export").data["itemEngagements"].array ?? []
        #expect(reported.count == 4)
        #expect(
            Set(reported.map { $0["itemId"].string }) == Set(ids) && reported.allSatisfy { $0["at"] == .int(first) }
        )
        await test.stop()
    }

    @Test(arguments: ["order=asc&order=asc", "readState=all&limit=1&readState=read", "id=a&id=b"])
    func refusesAParameterGivenTwice(_ query: String) async throws {
        let test = try await TestServer.start()
        let answer = try await test.ask("GET", "\(base)?\(query)", .user("ana"))
        #expect(answer.status == 400)
        let name = query.split(separator: "=")[0]
        #expect(answer.body["error"]["details"] == [.string("\(name) is given more than once")])
        // Nobody reads it, so it matters to nobody.
        #expect(try await test.ask("GET", "\(base)?unknown=1&unknown=2", .user("ana")).status == 200)
        await test.stop()
    }

    @Test func pagesWithoutRepeatsUnderInserts() async throws {
        let test = try await TestServer.start()
        for number in 0..<7 {
            try await test.send(number % 2 == 0 ? "parcel" : "sale", to: ["ana"])
            if number % 3 == 0 { test.clock.advance(by: .seconds(1)) }
        }
        var seen: [String] = []
        var query = "limit=2"
        while true {
            let page = try await test.ask("GET", "\(base)?\(query)", .user("ana"))
            seen += (page.data.array ?? []).compactMap { $0["id"].string }
            let next = page.body["meta"]["next"]
            guard let id = next["id"].string, let sentAt = next["sentAt"].int else { break }
            #expect(next["affix"] == "append")
            query = "limit=2&affix=append&id=\(id)&sentAt=\(sentAt)"
            try await test.send("sale", to: ["ana"])
        }
        #expect(seen.count == 7)
        #expect(Set(seen).count == 7)
        await test.stop()
    }

    @Test(arguments: [
        ("tags=orders", 1), ("tags=orders,offers", 2), ("tags=orders&tags=offers", 2),
        ("tags=orders&tags=parcel&tagMatch=all", 1), ("tags=orders,parcel&tagMatch=all", 1),
        ("tags=orders,offers&tagMatch=all", 0), ("readState=unread", 2), ("readState=read", 0),
        ("channelId=inbox", 2), ("channelId=none", 0), ("dateFrom=2026-01-01&dateTo=2026-01-01", 2),
        ("dateFrom=2026-01-02", 0), ("dateFrom=1767225600", 2),
        // A zone is a part of the instant; a bare date is the day in UTC wherever one is.
        ("dateFrom=2026-01-01T14:00:00%2B14:00", 2), ("dateFrom=2026-01-01T14:00:01%2B14:00", 0),
        ("dateFrom=2025-12-31T12:00:00-12:00", 2), ("dateFrom=2025-12-31T12:00:01-12:00", 0),
        ("dateTo=2025-12-31T23:59:59Z", 0), ("dateTo=2025-12-31", 0), ("dateTo=2026-01-01", 2),
        ("dateTo=2026-01-01T02:00:00%2B02:00", 2), ("dateTo=2026-01-01T01:59:59%2B02:00", 0), ("dateTo=1767225599", 0),
        ("limit=1", 1),
        ("order=asc", 2),
        ("sort=createdAt", 2), ("unknown=1", 2),
    ])
    func filters(_ query: String, _ count: Int) async throws {
        let test = try await TestServer.start()
        try await test.send("parcel", to: ["ana"])
        try await test.send("sale", to: ["ana"])
        let answer = try await test.ask("GET", "\(base)?\(query)", .user("ana"))
        #expect(answer.data.array?.count == count, "\(answer.body)")
        await test.stop()
    }

    @Test(arguments: [
        ("limit=0", "limit"), ("limit=101", "limit"), ("limit=x", "limit"), ("order=up", "order"), ("affix=x", "affix"),
        ("sort=name", "sort"), ("readState=x", "readState"), ("tagMatch=x", "tagMatch"), ("dateFrom=x", "dateFrom"),
        ("dateTo=x", "dateTo"), ("dateFrom=2026-01-01T02:00:00+02:00", "dateFrom"),
        ("includeDeleted=1", "includeDeleted"),
        ("sort=", "sort"),
        ("order=", "order"), ("includeDeleted=", "includeDeleted"), ("readState=", "readState"),
        ("sentAt=x&id=1", "sentAt"),
    ])
    func refusesABadQuery(_ query: String, _ name: String) async throws {
        let test = try await TestServer.start()
        let answer = try await test.ask("GET", "\(base)?\(query)&limit=5", .user("ana"))
        #expect(answer.status == 400)
        #expect(answer.code == "ERR_VALIDATION")
        #expect(answer.body["error"]["details"][0].string?.contains(name) == true, "\(answer.body)")
        let two = try await test.ask("GET", "\(base)?\(query)&includeExpired=maybe", .user("ana"))
        #expect(two.body["error"]["details"].array?.count == 2)
        await test.stop()
    }

    @Test(arguments: [
        "{\"topic\": \"\"}", "{\"topic\": 5}", "{\"topic\": \"a b\"}",
        "{\"topic\": \"\(String(repeating: "t", count: 65))\"}",
        "[]", "", "{",
    ])
    func refusesABadEngagement(_ body: String) async throws {
        let test = try await TestServer.start()
        try await test.send("parcel", to: ["ana"])
        let id = try await test.ask("GET", base, .user("ana")).data[0]["id"].string ?? ""
        let connection = try RawConnection.open(test.server.port)
        await connection.send(
            "POST \(base)/\(id)/engagement HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n"
                + "\(try await test.headers(.user("ana")))\r\n\(body)"
        )
        #expect(try await connection.reply().status == 400)
        await test.stop()
    }

    @Test func marksManyAndCounts() async throws {
        let test = try await TestServer.start()
        for template in ["parcel", "parcel", "sale"] { try await test.send(template, to: ["ana", "ben"]) }
        let counts = try await test.ask("GET", "\(base)/unread-counts", .user("ana")).data
        #expect(counts["count"] == 3)
        #expect(counts["unseen"] == 3)
        #expect(counts["categories"].array?.map { $0["name"] } == ["Offers", "Updates"])
        #expect(counts["categories"].array?.map { $0["count"] } == [1, 2])
        let ids = try await test.ask("GET", base, .user("ana")).data.array?.map { $0["id"] } ?? []
        let others = try await test.ask("GET", base, .user("ben")).data[0]["id"]
        let seen = try await test.ask("POST", "\(base)/seen", .user("ana"), body: ["ids": .array(ids + [others])])
        #expect(seen.data["count"] == 3)
        #expect(try await test.ask("GET", "\(base)/unread-counts", .user("ana")).data["unseen"] == 0)
        #expect(try await test.ask("GET", "\(base)/unread-counts", .user("ben")).data["unseen"] == 3)
        let offers = try await test.ask("POST", "\(base)/read", .user("ana"), body: ["templateCategory": "Offers"])
        #expect(offers.data["count"] == 1)
        #expect(offers.data["unread"]["count"] == 2)
        #expect(try await test.ask("POST", "\(base)/read", .user("ana")).data["count"] == 2)
        let all = try await test.ask("POST", "\(base)/delivered", body: ["receiver": "ben", "tags": ["offers"]])
        #expect(all.data["count"] == 1)
        let id = others.string ?? ""
        #expect(try await test.ask("POST", "\(base)/\(id)/seen", .user("ana")).code == "ERR_FEED_ITEM_NOT_FOUND")
        #expect(try await test.ask("POST", "\(base)/\(id)/seen", .user("ben")).data["seenAt"] != .null)
        await test.stop()
    }

    @Test(arguments: [
        #"{"ids": []}"#, #"{"ids": [1]}"#, #"{"ids": "x"}"#, #"{"tags": "x"}"#, #"{"tagMatch": "some"}"#,
        #"{"dateFrom": "soon"}"#, "[]", #"{"templateCategory": 1}"#,
        // What would mark more than was asked.
        #"{"categry": "Updates"}"#, #"{"foo": 1}"#, #"{"templateCategory": null}"#, #"{"ids": null}"#,
        #"{"dateTo": 0}"#, #"{"dateTo": ""}"#, #"{"category": "Updates", "templateCategory": "Offers"}"#,
    ])
    func refusesABadMark(_ body: String) async throws {
        let test = try await TestServer.start()
        let answer = try await test.ask("POST", "\(base)/read", .user("ana"), body: try JSONText.parse(body))
        #expect(answer.code == "ERR_VALIDATION", "\(answer.body)")
        #expect(try await test.ask("POST", "\(base)/read").code == "ERR_VALIDATION")
        await test.stop()
    }

    @Test func aMarkTakesTheShortNameOfTheCategory() async throws {
        let test = try await TestServer.start()
        for template in ["parcel", "sale"] { try await test.send(template, to: ["ana"]) }
        let marked = try await test.ask("POST", "\(base)/read", .user("ana"), body: ["category": "Updates"])
        #expect(marked.data["count"] == 1 && marked.data["unread"]["count"] == 1)
        let slip = try await test.ask("POST", "\(base)/read", .user("ana"), body: ["categry": "Offers"])
        #expect(slip.body["error"]["details"] == ["there is no member \"categry\"; did you mean \"category\"?"])
        await test.stop()
    }

    /// A parameter that is a slip of a known one would show everything; others are left alone.
    @Test(
        arguments: [
            ("notification-feed?category=Updates", "templateCategory"),
            ("notification-feed?templateCategry=Updates", "templateCategory"),
            ("notification-feed?readstate=read", "readState"), ("notification-feed?tag=a", "tags"),
            ("notification-feed/unread-count?category=Updates", "templateCategory"),
            ("templates?serch=x", "search"), ("templates?category=Updates", nil),
            ("notification-feed?foo=1&cursor=x&updatedAt=5&_=9", nil), ("templates/parcel?categories=x", nil),
        ] as [(String, String?)]
    )
    func aSlipInAParameterIsRefused(_ target: String, _ meant: String?) async throws {
        let test = try await TestServer.start()
        let credentials: TestServer.Credentials = target.hasPrefix("templates") ? .admin : .user("ana")
        let answer = try await test.ask("GET", "/v3/campaigns/" + target, credentials)
        #expect(answer.status == (meant == nil ? 200 : 400), "\(answer.body)")
        if let meant {
            let details = answer.body["error"]["details"][0].string ?? ""
            #expect(details.hasSuffix("did you mean \"\(meant)\"?"), "\(details)")
        }
        await test.stop()
    }

    @Test(arguments: ["yesterday", "12.5.2026"])
    func theFormsOfATimeAreNamed(_ time: String) async throws {
        let test = try await TestServer.start()
        let answer = try await test.ask("GET", "\(base)?dateFrom=\(time)", .user("ana"))
        #expect(answer.body["error"]["details"][0].string?.contains("2026-05-01T12:00:00Z") == true)
        await test.stop()
    }

    @Test(arguments: [
        "Content-Length: 99999999\r\n\r\n", "Content-Length: x\r\n\r\n",
        "X-Long: \(String(repeating: "a", count: 20_000))\r\n\r\n",
    ])
    func aRefusalBeforeAnyHandlerHasAnID(_ rest: String) async throws {
        let test = try await TestServer.start()
        let connection = try RawConnection.open(test.server.port)
        await connection.send("POST /v3/templates HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\n" + rest)
        let reply = try await connection.reply()
        #expect((400...499).contains(reply.status))
        #expect(reply.header("x-request-id")?.isEmpty == false, "\(reply.status)")
        if reply.status == 413 { #expect(reply.header("x-request-id") == "mine") }
        await test.stop()
    }

    @Test func deletes() async throws {
        let test = try await TestServer.start()
        try await test.send("parcel", to: ["ana"])
        let id = try await test.ask("GET", base, .user("ana")).data[0]["id"].string ?? ""
        #expect(try await test.ask("DELETE", "\(base)/\(id)", .user("ana")).status == 403)
        for _ in 0..<2 {
            let deleted = try await test.ask("DELETE", "\(base)/\(id)")
            #expect(deleted.status == 204 && deleted.reply.body.isEmpty)
        }
        #expect(try await test.ask("GET", "\(base)/\(id)", .user("ana")).status == 404)
        #expect(try await test.ask("GET", "\(base)/\(id)").data["deletedAt"] != .null)
        #expect(try await test.ask("GET", "\(base)/unread-count", .user("ana")).data["count"] == 0)
        #expect(try await test.ask("DELETE", "\(base)/none").code == "ERR_FEED_ITEM_NOT_FOUND")
        await test.stop()
    }
}
