import Testing
import Values

@testable import Campaigns

@Suite("Campaign client")
struct CampaignClientTests {
    private static let base = "http://127.0.0.1:1"

    private func client(
        _ transport: ScriptedTransport,
        _ credentials: Credentials = Credentials(token: "t")
    ) -> CampaignClient {
        CampaignClient(server: Self.base + "/", credentials: credentials, transport: transport)
    }

    private func error(_ body: () async throws -> Void) async -> HeraldError? {
        await #expect(throws: HeraldError.self) { try await body() }
    }

    // MARK: Requests

    @Test("every option of a query is sent")
    func query() async throws {
        let transport = ScriptedTransport(#"{"data": []}"#)
        let query = FeedQuery(
            limit: 7,
            readState: .unread,
            category: "Up & down",
            channelId: "inbox",
            tags: ["a", "b"],
            dateFrom: Instant(milliseconds: 1001),
            dateTo: Instant(milliseconds: 5999)
        )
        _ = try await client(transport).feedPage(query)
        let expected =
            "limit=7&readState=unread&templateCategory=Up%20%26%20down&channelId=inbox&tags=a%2Cb&dateFrom=2&dateTo=5"
        #expect(transport.requests.map(\.url) == ["\(Self.base)/v3/campaigns/notification-feed?\(expected)"])
    }

    @Test("a category's id wins over its name, and another category keeps every other option")
    func category() throws {
        let query = FeedQuery(limit: 7, category: "Updates", categoryId: "cat-1", tags: ["a"])
        #expect(try query.parameters().map(\.value) == ["7", "cat-1", "a"])
        let other = query.selecting(category: "Offers")
        #expect(try other.parameters().map(\.value) == ["7", "Offers", "a"])
    }

    @Test("limits outside 1 to 100 never leave", arguments: [0, -1, 101, Int.max])
    func limits(limit: Int) async {
        let transport = ScriptedTransport(#"{"data": []}"#)
        let client = client(transport)
        let errors = [
            await error { _ = try await client.feedPage(FeedQuery(limit: limit)) },
            await error { _ = try await client.categories(limit: limit) },
            await error { _ = try await client.templates(limit: limit) },
        ]
        #expect(errors.allSatisfy { $0?.code == .invalidArgument })
        #expect(transport.requests.isEmpty)
    }

    @Test("what cannot be right is refused before any request")
    func localChecks() async {
        let transport = ScriptedTransport("{}")
        let client = client(transport)
        let errors = [
            await error { _ = try await client.feedItem("") },
            await error { _ = try await client.feedPage(FeedQuery(tags: ["a,b"])) },
            await error { _ = try await client.send(MessageRequest(template: "", receivers: ["ana"])) },
            await error { _ = try await client.send(MessageRequest(template: "t", receivers: [])) },
            await error { _ = try await client.mintToken(user: "") },
            await error { _ = try await client.call("GET", "no-slash") },
        ]
        #expect(errors.allSatisfy { $0?.code == .invalidArgument })
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "credentials travel in their headers",
        arguments: [
            (Credentials(), []), (Credentials(apiKey: "e"), ["apikey: e"]),
            (Credentials(apiKey: "e", token: "t"), ["apikey: e", "authtoken: t"]),
            (Credentials(apiKey: "e", adminKey: "a"), ["apikey: a"]),
            (Credentials(apiKey: "e", token: "t", adminKey: "a"), ["apikey: e", "authtoken: t"]),
        ]
    )
    func headers(credentials: Credentials, expected: [String]) async throws {
        let transport = ScriptedTransport(#"{"data": []}"#)
        _ = try await client(transport, credentials).webCampaigns()
        let sent = transport.requests[0].headers.filter { $0.name != "accept" }.map { "\($0.name): \($0.value)" }
        #expect(sent == expected)
        #expect(!"\(credentials)".contains(": ") && !String(reflecting: credentials).contains("\""))
    }

    @Test(
        "an id is one segment of the path whatever it holds",
        arguments: [("a/b", "a%2Fb"), ("..", "%2E%2E"), ("ä", "%C3%A4")]
    )
    func paths(id: String, segment: String) async throws {
        let transport = ScriptedTransport(#"{"data": {"id": "x"}}"#)
        try await client(transport).markRead(id)
        #expect(transport.requests[0].url == "\(Self.base)/v3/campaigns/notification-feed/\(segment)/read")
        #expect(transport.requests[0].method == "POST")
    }

    @Test("engagement sends a mapped topic, or an empty object")
    func engagement() async throws {
        let transport = ScriptedTransport(#"{"data": {"id": "x", "topic": "a_b", "interactedAt": 9}}"#)
        let time = try await client(transport).reportEngagement("x", topic: "a b")
        try await client(transport).reportEngagement("x")
        #expect(time?.seconds == 9)
        #expect(transport.requests.map { String(decoding: $0.body, as: UTF8.self) } == [#"{"topic":"a_b"}"#, "{}"])
    }

    @Test("a message carries template, receivers and variables")
    func message() async throws {
        let transport = ScriptedTransport(
            #"{"data": {"notificationId": "n", "mode": "realtime", "channels": ["in_app"]}}"#
        )
        let request = MessageRequest(
            template: "parcel",
            receivers: ["ana"],
            variables: ["ana": JSONObject([("eta", "18:00")])],
            tag: "x"
        )
        let receipt = try await client(transport, Credentials(adminKey: "a")).send(request)
        #expect(receipt.mode == "realtime" && receipt.notificationId == "n")
        let body = String(decoding: transport.requests[0].body, as: UTF8.self)
        #expect(body == #"{"templateId":"parcel","receivers":["ana"],"variables":{"ana":{"eta":"18:00"}},"tag":"x"}"#)
    }

    @Test("a token is minted for a user")
    func token() async throws {
        let transport = ScriptedTransport(status: 201, #"{"data": {"token": "hut_1", "user": "ana", "expiresAt": 7}}"#)
        let token = try await client(transport).mintToken(user: "ana", expiresIn: .seconds(60))
        #expect(token.token == "hut_1" && token.expiresAt?.seconds == 7)
        #expect(String(decoding: transport.requests[0].body, as: UTF8.self) == #"{"createUser":true,"expiresIn":60}"#)
    }

    // MARK: Lists

    @Test(
        "a list that is none is an error that names /data, never the end of the feed",
        arguments: [#"{"data": {}}"#, #"{"data": null}"#, "{}", "[]", #"{"data": "x"}"#, "7"]
    )
    func noList(body: String) async {
        let client = client(ScriptedTransport(body))
        let error = await error { _ = try await client.feedPage(FeedQuery()) }
        #expect(error?.code == .server && error?.pointer == "/data")
    }

    @Test("what is no item in a list is skipped with a word")
    func badEntries() async throws {
        let lines = Journal<String>()
        let transport = ScriptedTransport(#"{"data": [{"id": "a"}, 5, null, {"no": 1}, {"id": "b"}]}"#)
        let client = CampaignClient(server: Self.base, credentials: Credentials(), transport: transport) { _, line in
            lines.add(line)
        }
        let page = try await client.feedPage(FeedQuery())
        #expect(page.entries.map(\.id) == ["a", "b"])
        #expect(page.diagnostics.map(\.pointer) == ["/data/1", "/data/2", "/data/3/id"])
        #expect(lines.entries.count == 3)
    }

    @Test("a value that no number holds costs that value, not the page")
    func doubtfulJSON() async throws {
        let body = #"{"data": [{"id": "a", "sentAt": 1e400}, {"id": "b", "templateVersion": 99999999999999999999999}]}"#
        let page = try await client(ScriptedTransport(body)).feedPage(FeedQuery())
        #expect(page.entries.map(\.id) == ["a", "b"] && page.entries[0].sentAt == nil)
    }

    @Test(
        "the list goes on only when the server says where",
        arguments: [
            (#"{"next": {"affix": "append", "sentAt": 5, "id": "x"}}"#, "affix=append&sentAt=5&id=x"),
            (#"{"next": {"updatedAt": 5}}"#, "updatedAt=5"), (#"{"next": {"id": "x", "name": "N"}}"#, "id=x&name=N"),
            (#"{"cursor": "op/aque"}"#, "cursor=op%2Faque"), (#"{"next": {"affix": "append"}}"#, nil),
            (#"{"next": {}}"#, nil),
            (#"{"next": null}"#, nil), (#"{"next": "x"}"#, nil), (#"{}"#, nil), ("null", nil), ("5", nil),
        ] as [(String, String?)]
    )
    func cursors(meta: String, query: String?) async throws {
        let transport = ScriptedTransport(#"{"data": [], "meta": \#(meta)}"#)
        let client = client(transport)
        let page = try await client.feedPage(FeedQuery(limit: 3))
        #expect((page.next == nil) == (query == nil))
        guard let next = page.next, let query else { return }
        _ = try await client.feedPage(FeedQuery(limit: 3), after: next)
        #expect(transport.requests[1].url.hasSuffix("?limit=3&\(query)"))
    }

    @Test("catalog entries read either name of a field")
    func catalog() async throws {
        let body = #"{"data": [{"id": "1", "label": "L"}, {"id": "2", "name": "N"}, {"name": "no id"}]}"#
        let categories = try await client(ScriptedTransport(body)).categories()
        #expect(categories.entries.map(\.label) == ["L", "N"] && categories.entries.map(\.name) == ["L", "N"])
        let campaigns = #"{"data": [{"id": "linen", "name": "Linen", "channels": ["chat", 4], "revision": 2}]}"#
        let campaign = try await client(ScriptedTransport(campaigns)).webCampaigns()[0]
        #expect(campaign.channels == ["chat"] && campaign.revision == 2)
        let templates =
            #"{"data": [{"id": "1", "templateId": "parcel", "name": "P", "category": "U", "currentVersion": 3}]}"#
        let template = try await client(ScriptedTransport(templates)).templates().entries[0]
        #expect(template.templateId == "parcel" && template.category == "U" && template.currentVersion == 3)
    }

    @Test(
        "the unread count is a number or an error",
        arguments: [("{\"data\":{\"count\":3}}", 3), ("{}", nil), ("{\"data\":{\"count\":-1}}", nil)]
            as [(String, Int64?)]
    )
    func unread(body: String, count: Int64?) async throws {
        let client = client(ScriptedTransport(body))
        guard let count else {
            let error = await error { _ = try await client.unreadCount() }
            #expect(error?.code == .server && error?.pointer == "/data/count")
            return
        }
        #expect(try await client.unreadCount(category: "Updates") == count)
    }

    // MARK: Errors

    @Test(
        "the status decides, then the envelope speaks",
        arguments: [
            (400, .server), (401, .unauthorized), (403, .denied), (404, .notFound), (409, .conflict), (413, .tooLarge),
            (418, .server), (429, .server), (500, .server), (503, .server), (302, .server),
        ] as [(Int, HeraldError.Code)]
    )
    func statuses(status: Int, code: HeraldError.Code) async {
        for body in [
            #"{"error": {"code": "ERR_X", "message": "said so", "details": ["limit: bad"], "source": "s"}}"#, "",
            "<html>",
            #"{"error": "x"}"#, "[1]",
        ] {
            let client = client(ScriptedTransport(status: status, body))
            let error = await error { _ = try await client.feedItem("x") }
            #expect(error?.code == code && error?.details["status"] == .int(Int64(status)))
            guard body.contains("ERR_X") else { continue }
            #expect(error?.message.hasSuffix("answered \(status): said so (limit: bad)") == true)
            #expect(error?.details["code"] == "ERR_X" && error?.details["details"] == ["limit: bad"])
        }
    }

    @Test("a wrong key says which flags to look at")
    func unauthorized() async {
        let client = client(ScriptedTransport(status: 401, "{}"))
        let error = await error { _ = try await client.webCampaigns() }
        #expect(error?.hint?.contains("--api-key") == true && error?.hint?.contains("--admin-key") == true)
    }

    @Test("a key without rights is told all that are needed, and how one with them is made")
    func rights() async {
        let body = #"{"error": {"message": "no", "details": {"neededRights": ["catalog", "send"]}}}"#
        let lacking = await error { _ = try await client(ScriptedTransport(status: 403, body)).webCampaigns() }
        #expect(lacking?.hint == "herald keys new --rights catalog,send makes a key that may")
    }

    @Test("too many requests say when to come back")
    func tooMany() async {
        let client = client(ScriptedTransport(status: 429, "", headers: [("Retry-After", "12")]))
        let error = await error { _ = try await client.webCampaigns() }
        #expect(error?.hint == "try again after 12 s" && error?.details["retryAfter"] == 12)
    }

    @Test("an answer that is not JSON is the server's fault; an empty one is none")
    func notJSON() async throws {
        let page = client(ScriptedTransport("<html>"))
        let error = await error { _ = try await page.feedPage(FeedQuery()) }
        #expect(error?.code == .server && error?.cause?.code == .badJSON)
        #expect(try await client(ScriptedTransport(status: 204, "")).call("DELETE", "/v1/x") == .null)
    }

    @Test("a refused WebSocket is the error of its status")
    func refusedSocket() async {
        let transport = ScriptedTransport(opening: { _ in
            let body = #"{"error": {"code": "ERR_UNAUTHORIZED", "message": "who?"}}"#
            throw HeraldError(.network, "refused", details: ["status": 401, "body": .string(body)])
        })
        let client = client(transport)
        let error = await error { _ = try await client.socket("/v1/realtime", query: [("offset", "3")]) }
        #expect(error?.code == .unauthorized && error?.details["code"] == "ERR_UNAUTHORIZED")
        #expect(transport.requests[0].url == "ws://127.0.0.1:1/v1/realtime?offset=3")
        #expect(transport.requests[0].headers.map(\.name) == ["authtoken"])
    }
}
