import Storage
import Testing
import Values

@testable import CampaignServer

struct PushRouteTests {
    private static let base = "/v3/campaigns/push-notifications"

    /// A server whose app has a push channel and templates with a push content, alone and beside a card.
    private func start() async throws -> TestServer {
        let test = try await TestServer.start()
        let channel: JSON = ["name": "Devices", "type": "push", "channelId": "devices", "enabled": true]
        #expect(try await test.ask("POST", "/v3/channels", body: channel).status == 201)
        let push: JSON = [
            "channelType": "push",
            "content": ["title": "Parcel {{eta}}", "body": "It comes {{eta}}", "data": ["url": "{{server}}/x"]],
        ]
        let card: JSON = [
            "channelType": "in_app",
            "content": ["version": "1.0", "body": [["type": "text", "id": "t", "content": "{{eta}}"]]],
        ]
        var (first, last) = (card, push)
        first["sequenceOrder"] = 1
        first["stopCondition"] = "read"
        first["waitMinutes"] = 5
        last["sequenceOrder"] = 2
        for (id, contents, config) in [
            ("alone", [push], [:]), ("both", [card, push], [:]), ("steps", [first, last], ["sequenceEnabled": true]),
        ] as [(String, [JSON], JSON)] {
            let template: JSON = [
                "templateId": .string(id), "name": .string(id), "status": "approved", "channels": .array(contents),
                "variableSchema": [["key": "eta", "default": "soon"]], "templateCategory": "Updates",
                "alternativeText": "comes {{eta}}", "tags": ["a"], "config": config,
            ]
            #expect(try await test.ask("POST", "/v3/templates", body: template).status == 201)
        }
        return test
    }

    private func send(_ test: TestServer, _ template: String, to receivers: [String]) async throws -> JSON {
        let body: JSON = [
            "templateId": .string(template), "receivers": .array(receivers.map(JSON.string)), "tag": "spring",
            "variables": ["ana": ["eta": "at 18:00"]],
        ]
        return try await test.ask("POST", "/v3/notifications/messages", body: body).data
    }

    @Test(arguments: [("alone", ["push"], 0), ("both", ["in_app", "push"], 1), ("steps", ["in_app"], 1)])
    func goesOutWithASend(_ template: String, _ channels: [String], _ items: Int) async throws {
        let test = try await start()
        let sent = try await send(test, template, to: ["ana", "ben"])
        #expect(sent["channels"] == .array(channels.map(JSON.string)))
        let pushes = try await test.ask("GET", Self.base, .user("ana")).data.array ?? []
        #expect(pushes.count == (channels.contains("push") ? 1 : 0))
        #expect(try await test.ask("GET", "/v3/notification-feed", .user("ana")).data.array?.count == items)
        if let push = pushes.first {
            #expect(push["content"]["title"] == "Parcel at 18:00")
            #expect(push["content"]["data"]["url"] == .string("\(test.server.url)/x"))
            // What a device shows is no card.
            #expect(push["content"]["fallbackText"].isNull)
            #expect(push["alternativeText"] == "comes at 18:00" && push["tag"] == "spring")
            #expect(push["notificationId"] == sent["notificationId"] && push["pushNotificationId"] == push["id"])
            #expect(push["channelId"] == "devices" && push["category"] == "Updates" && push["tags"] == ["a"])
            #expect(push["status"] == "sent" && push["deliveredAt"].isNull && push["clickedAt"].isNull)
        }
        await test.stop()
    }

    @Test func isMarkedAndReported() async throws {
        let test = try await start()
        let sent = try await send(test, "alone", to: ["ana", "ben"])
        let id = try await test.ask("GET", Self.base, .user("ana")).data[0]["id"].string ?? ""
        let start = test.clock.wallSeconds
        // The id of the notification, or of the send.
        for (step, name) in [id, sent["notificationId"].string ?? ""].enumerated() {
            test.clock.advance(by: .seconds(5))
            let delivered = try await test.ask("PUT", "\(Self.base)/\(name)/delivered", .user("ana"))
            #expect(delivered.status == 200 && delivered.data["deliveredAt"] == .int(start + 5))
            #expect(delivered.data["status"] == (step == 0 ? "delivered" : "clicked"))
            test.clock.advance(by: .seconds(5))
            let clicked = try await test.ask("PUT", "\(Self.base)/\(name)/clicked", .user("ana"))
            #expect(clicked.data["clickedAt"] == .int(start + 10) && clicked.data["status"] == "clicked")
        }
        for body in [["topic": "dismissed"], [:], ["type": "dismissed"]] as [JSON] {
            let answer = try await test.ask("POST", "\(Self.base)/\(id)/engagement", .user("ana"), body: body)
            #expect(answer.data == ["id": .string(id), "topic": body["topic"].isNull ? body["type"] : body["topic"]])
        }
        let bad: JSON = ["topic": "a b"]
        #expect(try await test.ask("POST", "\(Self.base)/\(id)/engagement", .user("ana"), body: bad).status == 400)
        #expect(try await test.ask("GET", "\(Self.base)/\(id)").data["status"] == "clicked")
        await test.stop()
    }

    @Test func isTheReceiversAlone() async throws {
        let test = try await start()
        let sent = try await send(test, "alone", to: ["ana"])
        let id = try await test.ask("GET", Self.base, .user("ana")).data[0]["id"].string ?? ""
        for name in [id, sent["notificationId"].string ?? "", "push-none"] {
            for (method, path, body) in [
                ("GET", "", nil), ("PUT", "/delivered", nil), ("PUT", "/clicked", nil), ("POST", "/engagement", [:]),
            ] as [(String, String, JSON?)] {
                let answer = try await test.ask(method, "\(Self.base)/\(name)\(path)", .user("ben"), body: body)
                #expect(answer.status == 404 && answer.code == "ERR_NOT_FOUND", "\(method) \(name)\(path)")
            }
        }
        #expect(try await test.ask("GET", Self.base, .user("ben")).data == [])
        #expect(try await test.ask("GET", "\(Self.base)?receiver=ana", .user("ben")).data == [])
        #expect(try await test.ask("GET", "\(Self.base)?receiver=ben").data == [])
        #expect(try await test.ask("GET", Self.base).data.array?.count == 1)
        #expect(try await test.ask("GET", Self.base, .none).status == 401)
        #expect(try await test.ask("GET", Self.base, .embed).status == 401)
        #expect(try await test.ask("GET", "\(Self.base)/\(id)", .user("ana")).data["status"] == "sent")
        await test.stop()
    }

    @Test func comesPageByPage() async throws {
        let test = try await start()
        for _ in 0..<7 { _ = try await send(test, "alone", to: ["ana", "ben"]) }
        var (ids, query) = ([String](), "limit=3")
        while true {
            let page = try await test.ask("GET", "\(Self.base)?\(query)", .user("ana"))
            ids += (page.data.array ?? []).compactMap { $0["id"].string }
            guard let id = page.body["meta"]["next"]["id"].string, let at = page.body["meta"]["next"]["sentAt"].int
            else { break }
            query = "limit=3&id=\(id)&sentAt=\(at)"
        }
        #expect(ids.count == 7 && Set(ids).count == 7)
        for bad in ["limit=0", "limit=101", "limit=x", "sort=createdAt"] {
            #expect(try await test.ask("GET", "\(Self.base)?\(bad)", .user("ana")).status == 400, "\(bad)")
        }
        await test.stop()
    }

    @Test func isPartOfWhatIsKnownOfAUser() async throws {
        let test = try await start()
        let sent = try await send(test, "alone", to: ["ana", "ben"])
        let path = "\(Self.base)/\(sent["notificationId"].string ?? "")/engagement"
        #expect(try await test.ask("POST", path, .user("ana"), body: ["topic": "dismissed"]).status == 200)
        let export = try await test.ask("GET", "/v1/users/ana/export").data
        #expect(export["pushNotifications"].array?.map { $0["receiver"] } == ["ana"])
        #expect(export["pushEngagements"][0]["topic"] == "dismissed")
        #expect(try await test.ask("DELETE", "/v1/users/ana").status == 204)
        #expect(try await test.ask("GET", Self.base).data.array?.map { $0["receiver"] } == ["ben"])
        test.clock.advance(by: .seconds(10))
        let retention = Retention(store: test.store, kept: .seconds(5), clock: test.clock, log: { _, _ in })
        try await retention.purge()
        #expect(try await test.ask("GET", Self.base).data == [])
        await test.stop()
    }
}
