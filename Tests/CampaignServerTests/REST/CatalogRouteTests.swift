import CampaignServer
import Testing
import Values

struct CatalogRouteTests {
    @Test func listsCategories() async throws {
        let test = try await TestServer.start()
        let first = try await test.ask("GET", "/v3/templates/categories?sort=name&order=asc&limit=1")
        #expect(first.data[0]["name"] == "Offers")
        #expect(first.data[0]["label"] == "Offers")
        let next = first.body["meta"]["next"]
        #expect(next["name"] == "Offers")
        let id = next["id"].string ?? ""
        let second = try await test.ask(
            "GET",
            "/v3/templates/categories?sort=name&order=asc&limit=1&id=\(id)&name=Offers"
        )
        #expect(second.data[0]["name"] == "Updates")
        #expect(second.body["meta"]["next"] == .null)
        let single = try await test.ask("GET", "/v3/templates/categories/\(id)", .user("ana"))
        #expect(single.data["name"] == "Offers")
        #expect(try await test.ask("GET", "/v3/templates/categories/none").code == "ERR_NOT_FOUND")
        await test.stop()
    }

    @Test func listsTemplates() async throws {
        let test = try await TestServer.start()
        let list = try await test.ask("GET", "/v3/templates?templateCategory=Updates")
        #expect(list.data.array?.count == 1)
        #expect(list.data[0]["templateId"] == "parcel")
        #expect(list.data[0]["versions"] == .null)
        let single = try await test.ask("GET", "/v3.0/campaigns/templates/parcel")
        #expect(single.data["channels"][0]["channelType"] == "in_app")
        #expect(
            single.data["variableSchema"][0] == ["key": "eta", "type": "string", "required": false, "default": "soon"]
        )
        #expect(single.data["versions"].array?.count == 1)
        let slug = single.data["id"].string ?? ""
        #expect(try await test.ask("GET", "/v3/templates/\(slug)").data["templateId"] == "parcel")
        #expect(try await test.ask("GET", "/v3/templates/none").code == "ERR_TEMPLATE_NOT_FOUND")
        #expect(
            try await test.ask("GET", "/v3/templates?search=ARC&tags=orders&status=approved").data.array?.count == 1
        )
        #expect(try await test.ask("GET", "/v3/templates?status=wrong").status == 400)
        await test.stop()
    }

    @Test func listsChannels() async throws {
        let test = try await TestServer.start()
        let list = try await test.ask("GET", "/v3/channels?type=in_app&enabled=true&sort=channelType")
        #expect(list.data.array?.count == 1)
        #expect(list.data[0]["channelId"] == "inbox")
        #expect(list.data[0]["enabled"] == true)
        #expect(list.data[0]["templateCount"].int ?? 0 > 0)
        #expect(try await test.ask("GET", "/v3/channels/inbox").data["name"] == "Inbox")
        #expect(try await test.ask("GET", "/v3/channels/none").code == "ERR_CHANNEL_NOT_FOUND")
        #expect(try await test.ask("GET", "/v3/channels?enabled=yes").status == 400)
        await test.stop()
    }

    @Test func listsWebCampaigns() async throws {
        let test = try await TestServer.start()
        let list = try await test.ask("GET", "/v1/campaigns", .embed)
        #expect(
            list.data == [
                [
                    "id": "linen", "name": "Linen", "channels": ["chat", "zva", "scheduledCallback"], "revision": 1,
                    "locale": "en",
                ]
            ]
        )
        await test.stop()
    }

    @Test(arguments: [
        ("{}", "ERR_VALIDATION"), ("{\"templateId\": \"parcel\"}", "ERR_VALIDATION"),
        ("{\"templateId\": \"parcel\", \"receivers\": []}", "ERR_VALIDATION"),
        ("{\"templateId\": \"parcel\", \"receivers\": [\"\"]}", "ERR_VALIDATION"),
        ("{\"templateId\": \"parcel\", \"receivers\": [5]}", "ERR_VALIDATION"),
        ("{\"templateId\": \"parcel\", \"receivers\": \"ana\"}", "ERR_VALIDATION"),
        ("{\"templateId\": \"parcel\", \"receivers\": [\"a\"], \"variables\": {\"a\": 1}}", "ERR_VALIDATION"),
        ("{\"templateId\": \"parcel\", \"receivers\": [\"a\"], \"tag\": 1}", "ERR_VALIDATION"),
        ("{\"templateId\": \"none\", \"receivers\": [\"a\"]}", "ERR_TEMPLATE_NOT_FOUND"),
    ])
    func refusesABadSend(_ body: String, _ code: String) async throws {
        let test = try await TestServer.start()
        let answer = try await test.ask("POST", "/v3/notifications/messages", body: try JSONText.parse(body))
        #expect(answer.status == 400)
        #expect(answer.code == code)
        await test.stop()
    }

    /// What a send says wrong, and how it is told.
    @Test(arguments: [
        (
            #"{"templateId": "parcl", "receivers": ["ana"]}"#,
            #"templateId: there is no template "parcl"; did you mean "parcel"?"#
        ),
        (
            #"{"templateId": "parcel", "receivers": ["ana"], "variables": {"ana": {"eat": "1"}}}"#,
            #"variables: the template has no variable "eat"; did you mean "eta"?"#
        ),
        (
            #"{"templateId": "parcel", "receivers": ["ana"], "variables": {"anna": {"eta": "1"}}}"#,
            #"variables: "anna" is no receiver; did you mean "ana"?"#
        ),
        (
            #"{"templateId": "parcel", "receivers": ["ana", "zoe"], "createReceivers": false}"#,
            #"receivers: there is no user "zoe""#
        ),
        (
            #"{"templateId": "needy", "receivers": ["ana", "ben"], "variables": {"ana": {"who": "x"}}}"#,
            #"variables: "ben" lacks "who", which the template requires"#
        ),
        (
            #"{"templateId": "needy", "receivers": ["ana"], "variables": {"ana": {"who": null}}}"#,
            #"variables: "ana" lacks "who", which the template requires"#
        ),
    ])
    func tellsWhatASendHasWrong(_ body: String, _ problem: String) async throws {
        let test = try await TestServer.start()
        let needy: JSON = [
            "name": "Needy", "templateId": "needy", "status": "approved",
            "channels": [["channelType": "in_app", "content": ["title": "Hi", "body": "There"]]],
            "variableSchema": [
                ["key": "who", "required": true], ["key": "how", "required": true, "default": "well"],
            ],
        ]
        #expect(try await test.ask("POST", "/v3/templates", body: needy).status == 201)
        let answer = try await test.ask("POST", "/v3/notifications/messages", body: try JSONText.parse(body))
        #expect(answer.status == 400)
        #expect(answer.body["error"]["details"] == [.string(problem)])
        #expect(try await test.ask("GET", "/v3/notification-feed").data == [])
        await test.stop()
    }

    @Test(arguments: [
        (10_000, 2, #"receivers: there is no user "user-0""#),
        (10_001, 1, "receivers must be a list of 1 to 10000 user ids"),
    ])
    func countsEachReceiverOnce(_ count: Int, times: Int, _ problem: String) async throws {
        let test = try await TestServer.start()
        let receivers = JSON.array((0..<count * times).map { .string("user-\($0 % count)") })
        let body: JSON = ["templateId": "sale", "createReceivers": false, "receivers": receivers]
        let answer = try await test.ask("POST", "/v3/notifications/messages", body: body)
        #expect(answer.status == 400 && answer.body["error"]["details"][0] == .string(problem))
        await test.stop()
    }

    @Test func sendsToMany() async throws {
        let test = try await TestServer.start()
        let receivers = (0..<500).map { "user-\($0)" }
        let answer = try await test.ask(
            "POST",
            "/v3/notifications/messages",
            body: ["templateId": "sale", "receivers": .array(receivers.map(JSON.string))]
        )
        #expect(answer.data["mode"] == "batch")
        #expect(answer.data["total"] == 500)
        #expect(answer.data["batchId"].string?.isEmpty == false)
        #expect(try await test.ask("GET", "/v3/notification-feed", .user("user-499")).data.array?.count == 1)
        await test.stop()
    }
}
