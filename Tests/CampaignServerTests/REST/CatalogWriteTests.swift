import Foundation
import Testing
import Values

/// Categories, templates and channels, written over the wire.
struct CatalogWriteTests {
    /// Calls in order, each with its status and, for a refusal, its code.
    private static let calls: [(call: String, body: String, status: Int, code: String?)] = [
        ("POST /v3/templates/categories", #"{"name": "Trips", "description": "d", "more": 1}"#, 201, nil),
        ("POST /v3/templates/categories", #"{"name": "Trips"}"#, 409, "ERR_CONFLICT"),
        ("POST /v3/templates/categories", #"{"name": 5}"#, 400, "ERR_VALIDATION"),
        ("POST /v3/templates/categories", "[]", 400, "ERR_VALIDATION"),
        ("PUT /v3/templates/categories/none", #"{"name": "X"}"#, 404, "ERR_NOT_FOUND"),
        ("DELETE /v3/templates/categories/none", "", 404, "ERR_NOT_FOUND"),
        ("POST /v3/templates", #"{"name": "T", "channels": []}"#, 400, "ERR_VALIDATION"),
        ("POST /v3/templates", #"{"name": "T", "channels": [{"channelType": "fax"}]}"#, 400, "ERR_VALIDATION"),
        (
            "POST /v3/templates", #"{"name": "T", "channels": [{"channelType": "push"}, {"channelType": "push"}]}"#,
            409, "ERR_CONFLICT"
        ),
        (
            "POST /v3/templates",
            #"{"name": "T", "templateId": "t", "variableSchema": ["who"], "channels": [{"channelType": "in_app"}]}"#,
            201, nil
        ),
        (
            "POST /v3/templates", #"{"name": "T", "templateId": "t", "channels": [{"channelType": "in_app"}]}"#, 409,
            "ERR_CONFLICT"
        ),
        (
            "POST /v3/templates", #"{"name": "T", "variableSchema": ["a b"], "channels": [{"channelType": "push"}]}"#,
            400, "ERR_VALIDATION"
        ),
        (
            "POST /v3/templates",
            #"{"name": "V", "variableSchema": [{"key": "a", "required": {}}], "channels": [{"channelType": "in_app"}]}"#,
            400,
            "ERR_VALIDATION"
        ),
        (
            "POST /v3/templates",
            #"{"name": "V", "variableSchema": [{"key": "a", "default": 5}], "channels": [{"channelType": "in_app"}]}"#,
            400,
            "ERR_VALIDATION"
        ),
        (
            "POST /v3/templates",
            #"{"name": "V", "variableSchema": [{"key": "a", "type": []}], "channels": [{"channelType": "in_app"}]}"#,
            400,
            "ERR_VALIDATION"
        ),
        (
            "POST /v3/templates",
            #"{"name": "V", "variableSchema": [{"key": "a", "name": 1}], "channels": [{"channelType": "in_app"}]}"#,
            400,
            "ERR_VALIDATION"
        ),
        ("POST /v3/templates", #"{"name": "T", "templateId": "a b", "channels": [{"channelType": "push"}]}"#, 400, nil),
        ("PUT /v3/templates/t", #"{"status": "sent"}"#, 400, "ERR_VALIDATION"),
        ("PUT /v3/templates/none", #"{"name": "X"}"#, 404, "ERR_TEMPLATE_NOT_FOUND"),
        ("PUT /v3/templates/t", #"{"status": "approved"}"#, 400, "ERR_VALIDATION"),
        ("PUT /v3/templates/t/channels/in_app", #"{"content": {"body": []}}"#, 400, "ERR_VALIDATION"),
        ("PUT /v3/templates/t/channels/in_app", #"{"content": {}}"#, 400, "ERR_VALIDATION"),
        ("PUT /v3/templates/t/channels/in_app", #"{"content": {"body": "nonsense"}}"#, 400, "ERR_VALIDATION"),
        ("PUT /v3/templates/t/channels/in_app", #"{"content": {"foo": 1}}"#, 400, "ERR_VALIDATION"),
        ("PUT /v3/templates/t/channels/in_app", #"{"content": {"title": "Hi", "body": "There"}}"#, 200, nil),
        (
            "PUT /v3/templates/t/channels/in_app", #"{"content": {"body": [{"type": "text", "content": "{{who}}"}]}}"#,
            200, nil
        ),
        (
            "POST /v3/templates", #"{"name": "C", "channels": [{"channelType": "in_app", "card": {"body": []}}]}"#,
            400, "ERR_VALIDATION"
        ),
        (
            "POST /v3/templates", #"{"name": "C", "channels": [{"channelType": "in_app", "content": {}}]}"#,
            400, "ERR_VALIDATION"
        ),
        (
            "POST /v3/templates",
            #"{"name": "C", "channels": [{"channelType": "in_app", "dataType": "data_template", "content": {"a": 1}}]}"#,
            201, nil
        ),
        ("PUT /v3/templates/t/channels/in_app", #"{"content": "x"}"#, 400, "ERR_VALIDATION"),
        ("PUT /v3/templates/t/channels/push", #"{"content": {}}"#, 404, "ERR_NOT_FOUND"),
        ("PUT /v3/templates/t", #"{"status": "approved", "label": "L"}"#, 200, nil),
        ("PUT /v3/templates/t", #"{"status": "draft"}"#, 400, "ERR_VALIDATION"),
        ("POST /v3/templates/t/versions", "", 201, nil),
        ("POST /v3/templates/none/versions", "", 404, "ERR_TEMPLATE_NOT_FOUND"),
        ("DELETE /v3/templates/t", "", 200, nil),
        ("DELETE /v3/templates/t", "", 200, nil),
        ("PUT /v3/templates/t", #"{"name": "X"}"#, 400, "ERR_VALIDATION"),
        ("POST /v3/templates/t/versions", "", 400, "ERR_VALIDATION"),
        ("DELETE /v3/templates/none", "", 404, "ERR_TEMPLATE_NOT_FOUND"),
        ("POST /v3/channels", #"{"name": "Phone", "type": "push", "enabled": true}"#, 201, nil),
        ("POST /v3/channels", #"{"name": "Phone 2", "type": "push"}"#, 409, "ERR_CONFLICT"),
        ("POST /v3/channels", #"{"name": "In", "type": "in_app", "channelId": "inbox"}"#, 409, "ERR_CONFLICT"),
        ("POST /v3/channels", #"{"name": "SMS", "type": "sms"}"#, 403, "ERR_BAD_REQUEST"),
        ("POST /v3/channels", #"{"name": "Fax", "type": "fax"}"#, 400, "ERR_VALIDATION"),
        (
            "POST /v3/channels", #"{"name": "A", "channelId": "availability", "type": "in_app"}"#, 400,
            "ERR_VALIDATION"
        ),
        ("POST /v3/channels", #"{"name": "Availability", "type": "in_app"}"#, 201, nil),
        ("PUT /v3/channels/availability-2", #"{"enabled": true}"#, 200, nil),
        (
            "POST /v3/templates", #"{"name": "T", "templateId": "categories", "channels": [{"channelType": "sms"}]}"#,
            400, "ERR_VALIDATION"
        ),
        ("PUT /v3/channels/phone", #"{"enabled": false, "type": "in_app"}"#, 200, nil),
        ("PUT /v3/channels/none", "{}", 404, "ERR_CHANNEL_NOT_FOUND"),
    ]

    @Test func writesAndRefuses() async throws {
        let test = try await TestServer.start()
        for entry in Self.calls {
            let words = entry.call.split(separator: " ").map(String.init)
            let body: JSON? = entry.body.isEmpty ? nil : try JSONText.parse(entry.body)
            let answer = try await test.ask(words[0], words[1], body: body)
            #expect(answer.status == entry.status, "\(entry.call) \(entry.body): \(answer.body)")
            if let code = entry.code { #expect(answer.code == code, "\(entry.call) \(entry.body)") }
        }
        let template = try await test.ask("GET", "/v3.0/templates/t").data
        #expect(template["status"] == "archived")
        #expect(template["currentVersion"] == 2)
        #expect(template["variableSchema"] == [["key": "who", "type": "string", "required": false]])
        #expect(try await test.ask("GET", "/v3/channels/phone").data["type"] == "push")
        let available = try await test.ask("GET", "/v3/campaigns/channels/availability").data
        #expect(available["push"] == ["count": 1, "limit": 1, "available": 0])
        #expect(available["in_app"] == ["count": 2, "limit": .null, "available": .null])
        await test.stop()
    }

    @Test(arguments: [
        ("POST", "/v3/channels", 400), ("PUT", "/v3/channels/inbox", 400), ("GET", "/v3/channels/availability", 400),
        ("POST", "/v3/templates", 403), ("POST", "/v3/templates/categories", 403),
        ("DELETE", "/v3/templates/parcel", 403),
        ("DELETE", "/v3/notification-feed/x", 403),
    ])
    func nobodyIsActedFor(_ method: String, _ target: String, _ status: Int) async throws {
        let test = try await TestServer.start()
        let behalf = TestServer.Credentials.headers(try await test.headers(.admin) + "onbehalfof: ana\r\n")
        #expect(try await test.ask(method, target, behalf, body: [:]).status == status)
        #expect(try await test.ask(method, target, .user("ana"), body: [:]).status == 403)
        await test.stop()
    }
}

struct RepetitionTests {
    private func post(
        _ test: TestServer,
        _ target: String,
        _ body: JSON,
        key: String,
        as user: String? = nil
    ) async throws
        -> TestServer.Answer
    {
        var headers = try await test.headers(user.map { .visitor($0) } ?? .admin)
        headers += "Idempotency-Key: \(key)\r\n"
        return try await test.ask("POST", target, .headers(headers), body: body)
    }

    @Test func manyAtOnceAreOne() async throws {
        let test = try await TestServer.start()
        let body: JSON = ["templateId": "parcel", "receivers": ["ana"]]
        let answers = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<100 {
                group.addTask {
                    let answer = try await post(test, "/v3/notifications/messages", body, key: "k 1")
                    return answer.status == 200 ? Array(answer.reply.body) : []
                }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(answers.count == 1 && answers.first?.isEmpty == false)
        #expect(try await test.ask("GET", "/v3/notification-feed", .user("ana")).data.array?.count == 1)
        await test.stop()
    }

    @Test(
        arguments: [
            ("/v3/templates/categories", ["name": "New"], ["name": "Other"], nil),
            ("/v3/channels", ["name": "New", "type": "in_app"], ["name": "Other", "type": "in_app"], nil),
            (
                "/v3/templates", ["name": "New", "channels": [["channelType": "in_app"]]],
                ["name": "Other", "channels": [["channelType": "in_app"]]], nil
            ),
            ("/v3/templates/parcel/versions", [:], ["x": 1], nil),
            (
                "/v1/engagements", ["channel": "chat", "campaignId": "linen"],
                ["channel": "zva", "campaignId": "linen"],
                "ana"
            ),
        ] as [(String, JSON, JSON, String?)]
    )
    func aRepetitionIsAnsweredAsBefore(_ target: String, _ body: JSON, _ other: JSON, _ user: String?) async throws {
        let test = try await TestServer.start()
        let first = try await post(test, target, body, key: "k", as: user)
        #expect(first.status == 201)
        let second = try await post(test, target, body, key: "k", as: user)
        #expect(second.status == 201)
        #expect(second.reply.body == first.reply.body)
        let changed = try await post(test, target, other, key: "k", as: user)
        #expect(changed.status == 409)
        #expect(changed.code == "ERR_CONFLICT")
        #expect(try await post(test, target, other, key: "k2", as: user).status == 201)
        await test.stop()
    }

    @Test(arguments: ["", "\u{E9}", String(repeating: "k", count: 256)])
    func refusesABadKey(_ key: String) async throws {
        let test = try await TestServer.start()
        #expect(try await post(test, "/v3/templates/categories", ["name": "New"], key: key).status == 400)
        await test.stop()
    }
}
