import Storage
import StorageSQLite
import TestSupport
import Testing
import Values

@testable import CampaignServer

/// What only the store can know to be wrong, told with its place in the files.
struct AuthoringObstacleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var files: String
        var line: Int
        var pointer: String
        var message: String
        var hint: String?
    }

    private static let card = AuthoringFixture.card(#"{"id": "t", "type": "text", "content": "Hi"}"#)

    private static func sent(_ status: String, _ contents: String) -> String {
        """
        {"herald": 1,
         "templates": [{"templateId": "t", "name": "T", "status": "\(status)", \(contents)}],
         "messages": [
           {"id": "m", "template": "t", "receivers": ["ana"]}]}
        """
    }

    /// A file with one template, in its second line.
    private static func template(_ id: String, _ members: String, _ rest: String = "") -> String {
        "{\"herald\": 1, \"templates\": [\n{\"templateId\": \"\(id)\", \(members), \"card\": \(card)}]\(rest)}"
    }

    static let cases = [
        Case(
            testDescription: "an approved template that is to be a draft",
            files: template("live", #""name": "L", "status": "draft""#),
            line: 2,
            pointer: "/templates/0/status",
            message: "status cannot go from approved to draft",
            hint: "another templateId"
        ),
        Case(
            testDescription: "an archived template that is to come back, the status not written",
            files: template("old", #""name": "O""#),
            line: 2,
            pointer: "/templates/0/status",
            message: "status cannot go from archived to approved",
            hint: "never changes"
        ),
        Case(
            testDescription: "an archived template that gets another name",
            files: template("old", #""name": "New", "status": "archived""#),
            line: 2,
            pointer: "/templates/0/name",
            message: "the template is archived",
            hint: "never changes"
        ),
        Case(
            testDescription: "a message in the future",
            files: template(
                "live",
                #""name": "L""#,
                #","# + "\n"
                    + #""messages": [{"id": "m", "template": "live", "receivers": ["ana"], "sentAt": "9999-12-31"}]"#
            ),
            line: 3,
            pointer: "/messages/0/sentAt",
            message: "in the future",
            hint: "past"
        ),
        Case(
            testDescription: "a channel of another type",
            files:
                "{\"herald\": 1, \"feedChannels\": [\n{\"channelId\": \"box\", \"name\": \"B\", \"type\": \"push\"}]}",
            line: 2,
            pointer: "/feedChannels/0/type",
            message: "stored with type in_app",
            hint: "another channelId"
        ),
        Case(
            testDescription: "a second channel for push",
            files:
                "{\"herald\": 1, \"feedChannels\": [\n\n{\"channelId\": \"d2\", \"name\": \"D\", \"type\": \"push\"}]}",
            line: 3,
            pointer: "/feedChannels/0/type",
            message: "no more than 1 feed channel of type push",
            hint: "\"d\""
        ),
        Case(
            testDescription: "a message of a draft",
            files: sent("draft", "\"card\": \(card)"),
            line: 4,
            pointer: "/messages/0/template",
            message: "is draft"
        ),
        Case(
            testDescription: "a message whose channel is not there",
            files: sent(
                "approved",
                "\"channels\": [{\"channelType\": \"in_app\", \"channelId\": \"boxx\", \"card\": \(card)}]"
            ),
            line: 2,
            pointer: "/templates/0/channels/0/channelId",
            message: "no feed channel \"boxx\"",
            hint: "\"box\""
        ),
        Case(
            testDescription: "a message that nothing takes",
            files: sent("approved", "\"channels\": [{\"channelType\": \"sms\", \"content\": {}}]"),
            line: 2,
            pointer: "/templates/0/channels/0/channelType",
            message: "a content for sms is never sent",
            hint: "in_app and push"
        ),
    ]

    @Test(arguments: cases)
    func isTold(_ one: Case) async throws {
        let test = try await TestServer.start()
        for (name, type) in [("box", "in_app"), ("d", "push")] {
            let channel: JSON = ["channelId": .string(name), "name": "N", "type": .string(type), "enabled": true]
            #expect(try await test.ask("POST", "/v3/channels", body: channel).status == 201)
        }
        for text in [
            Self.template("live", #""name": "L""#), Self.template("old", #""name": "O", "status": "archived""#),
        ] {
            let answer = try await test.ask("POST", "/v1/authoring", body: ["files": ["a.json": .string(text)]])
            #expect(answer.data["created"] == 1, "\(answer.body.text)")
            let again = try await test.ask("POST", "/v1/authoring", body: ["files": ["a.json": .string(text)]])
            #expect(again.data["unchanged"] == 1, "\(again.body.text)")
        }
        let before = try await test.store.authored()
        for dryRun in [true, false] {
            let body: JSON = ["files": ["a.json": .string(one.files)], "dryRun": .bool(dryRun)]
            let answer = try await test.ask("POST", "/v1/authoring", body: body)
            #expect(answer.status == 400 && answer.code == "ERR_BAD_AUTHORING")
            let findings = answer.body["error"]["details"]["findings"]
            #expect(findings.array?.count == 1, "\(findings.text)")
            #expect(findings[0]["file"] == "a.json" && findings[0]["line"] == .int(Int64(one.line)), "\(findings.text)")
            #expect(findings[0]["pointer"] == .string(one.pointer))
            #expect(findings[0]["message"].string?.contains(one.message) == true, "\(findings.text)")
            if let hint = one.hint { #expect(findings[0]["hint"].string?.contains(hint) == true, "\(findings.text)") }
        }
        #expect(try await test.store.authored() == before)
        await test.stop()
    }
}

/// The routes of authoring files.
struct AuthoringRouteTests {
    private static let file = #"{"herald": 1, "categories": [{"name": "News"}], "users": [{"id": "eve"}]}"#

    @Test func appliesAndExports() async throws {
        let test = try await TestServer.start()
        let body: JSON = ["files": ["a.json": .string(Self.file)]]
        var dry = body
        dry["dryRun"] = true
        let told = try await test.ask("POST", "/v1/authoring", body: dry)
        #expect(told.status == 200 && told.data["created"] == 2 && told.data["dryRun"] == true)
        #expect(try await test.store.user("eve") == nil)
        #expect(try await test.ask("POST", "/v1/authoring", body: body).data["created"] == 2)
        let again = try await test.ask("POST", "/v1/authoring", body: body)
        #expect(again.data["unchanged"] == 2 && again.data["changes"] == [])
        let files = try await test.ask("GET", "/v1/authoring").data["files"]
        #expect(files["users.json"].string?.contains("eve") == true)
        let broken = try await test.ask("POST", "/v1/authoring", body: ["files": files])
        let finding = broken.body["error"]["details"]["findings"][0]
        #expect(finding["file"].string?.hasSuffix("/agents/broken.lua") == true && finding["line"] == 1)
        try test.folder.write("agents/broken.lua", TestServer.mila)
        let back = try await test.ask("POST", "/v1/authoring", body: ["files": files])
        #expect(back.status == 200 && back.data["changes"] == [], "\(back.body.text)")
        await test.stop()
    }

    @Test func tellsLiveConnectionsOfMessages() async throws {
        let test = try await TestServer.start()
        let socket = try await test.socket("/v1/realtime", as: "ana")
        _ = try await socket.message("hello")
        let text = #"{"herald": 1, "messages": [{"id": "m", "template": "sale", "receivers": ["ana"]}]}"#
        let catalog = TestServer.campaigns.replacing(#", "agent": "broken""#, with: "")
        let body: JSON = ["files": ["a.json": .string(catalog), "b.json": .string(text)]]
        let answer = try await test.ask("POST", "/v1/authoring", body: body)
        #expect(answer.data["sent"] == 1, "\(answer.body.text)")
        let event = try await socket.message("event")
        #expect(event.text.contains("sale"), "\(event.text)")
        await test.stop()
    }

    @Test(
        arguments: [
            ([:], "files is needed"), (["files": [:]], "files is needed"),
            (["files": ["a.json": 1]], "a text for each"),
            (["files": ["../a.json": ""]], "below their folder"),
            (["files": ["/etc/a.json": ""]], "below their folder"),
            (["files": ["a.json": "{}"], "dryRun": 1], "dryRun must be true or false"),
        ] as [(JSON, String)]
    )
    func refusesBadBodies(body: JSON, problem: String) async throws {
        let test = try await TestServer.start()
        let answer = try await test.ask("POST", "/v1/authoring", body: body)
        #expect(answer.status == 400 && answer.code == "ERR_VALIDATION")
        #expect(answer.body["error"]["details"][0].string?.contains(problem) == true, "\(answer.body.text)")
        await test.stop()
    }

    @Test func needsRightsForAllThatFilesHold() async throws {
        let test = try await TestServer.start()
        let desk = KeyDesk(store: test.store, clock: test.clock, random: SystemRandomSource())
        let body: JSON = ["files": ["a.json": .string(Self.file)]]
        for (rights, status) in [
            (["catalog"], 403), (["catalog", "users"], 403), (["catalog", "users", "send"], 200),
        ] {
            let key = try await desk.newAdminKey(label: nil, rights: rights)
            let answer = try await test.ask("POST", "/v1/authoring", .headers("apikey: \(key.text)\r\n"), body: body)
            #expect(answer.status == status)
        }
        #expect(try await test.ask("POST", "/v1/authoring", .user("ana"), body: body).status == 403)
        #expect(try await test.ask("GET", "/v1/authoring", .embed).status == 403)
        await test.stop()
    }

    @Test func takesLongerBodiesThanOtherRoutes() async throws {
        let test = try await TestServer.start()
        let users = JSON.array(
            (0..<2000).map { ["id": .string("u\($0)"), "name": .string(String(repeating: "n", count: 700))] }
        )
        let file: JSON = ["herald": 1, "users": users]
        let body: JSON = ["files": ["a.json": .string(file.text)]]
        #expect(body.text.utf8.count > 1 << 20)
        #expect(try await test.ask("POST", "/v1/authoring", body: body).data["created"] == 2000)
        #expect(HTTPLimits().bodyBytes(for: ["v3", "templates"]) == 1 << 20)
        await test.stop()
    }
}
