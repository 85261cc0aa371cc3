import CampaignServer
import Testing
import Values

@Suite("Contents of templates for several channels, in files and over REST")
struct TemplateContentTests {
    /// A template's members around `channels`, and the sentence about what is wrong after the field's name.
    struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var channels: String
        var config = "{}"
        var status = "approved"
        var pointer: String
        var field: String
        var text: String
    }

    private static let card = AuthoringFixture.card(#"{"id": "t", "type": "text", "content": "Hi"}"#)

    private static func inApp(_ more: String) -> String {
        #"{"channelType": "in_app", "content": \#(card)\#(more)}"#
    }

    private static func push(_ more: String, _ content: String = #"{"title": "T", "body": "B"}"#) -> String {
        #"{"channelType": "push", "content": \#(content)\#(more)}"#
    }

    private static let on = #"{"sequenceEnabled": true}"#
    private static let first = #", "sequenceOrder": 1, "stopCondition": "read", "waitMinutes": 60"#
    private static let last = #", "sequenceOrder": 2"#

    private static func fault(
        _ name: String,
        _ channels: String,
        at pointer: String,
        _ field: String,
        _ text: String,
        config: String = on
    ) -> Fault {
        Fault(
            testDescription: name,
            channels: channels,
            config: config,
            pointer: pointer,
            field: field,
            text: text
        )
    }

    static let faults: [Fault] = [
        fault(
            "one channel is no sequence",
            inApp(first),
            at: "/config/sequenceEnabled",
            "config.sequenceEnabled",
            "needs contents for at least two channels"
        ),
        fault(
            "a switch is true or false",
            inApp(first),
            at: "/config/sequenceEnabled",
            "config.sequenceEnabled",
            "must be true or false",
            config: #"{"sequenceEnabled": 1}"#
        ),
        fault(
            "each step has its number",
            inApp(first) + ", " + push(""),
            at: "/channels/1/sequenceOrder",
            "channels[1].sequenceOrder",
            "is needed in a sequence"
        ),
        fault(
            "numbers are unique",
            inApp(first) + ", " + push(#", "sequenceOrder": 1, "stopCondition": "clicked", "waitMinutes": 5"#),
            at: "/channels/1/sequenceOrder",
            "channels[1].sequenceOrder",
            "must be a number from 1 to 2 that no other step has"
        ),
        fault(
            "numbers have no gaps",
            inApp(first) + ", " + push(#", "sequenceOrder": 3, "stopCondition": "clicked", "waitMinutes": 5"#),
            at: "/channels/1/sequenceOrder",
            "channels[1].sequenceOrder",
            "must be a number from 1 to 2 that no other step has"
        ),
        fault(
            "the last step stops nothing",
            inApp(first) + ", " + push(#", "sequenceOrder": 2, "stopCondition": "clicked""#),
            at: "/channels/1/stopCondition",
            "channels[1].stopCondition",
            "must be left out of the last step"
        ),
        fault(
            "the last step waits for nothing",
            inApp(first) + ", " + push(#", "sequenceOrder": 2, "waitMinutes": 5"#),
            at: "/channels/1/waitMinutes",
            "channels[1].waitMinutes",
            "must be left out of the last step"
        ),
        fault(
            "every other step waits",
            inApp(#", "sequenceOrder": 1, "stopCondition": "read""#) + ", " + push(last),
            at: "/channels/0/waitMinutes",
            "channels[0].waitMinutes",
            "is needed in every step but the last"
        ),
        fault(
            "waits are of a set",
            inApp(#", "sequenceOrder": 1, "waitMinutes": 7"#),
            at: "/channels/0/waitMinutes",
            "channels[0].waitMinutes",
            "must be one of 5, 10, 30, 60, 240, 1440",
            config: "{}"
        ),
        fault(
            "a wrong wait is not missing, too",
            inApp(#", "sequenceOrder": 1, "stopCondition": "read", "waitMinutes": 7"#) + ", " + push(last),
            at: "/channels/0/waitMinutes",
            "channels[0].waitMinutes",
            "must be one of 5, 10, 30, 60, 240, 1440"
        ),
        fault(
            "a wrong condition is not missing, too",
            inApp(#", "sequenceOrder": 1, "stopCondition": "opened", "waitMinutes": 5"#) + ", " + push(last),
            at: "/channels/0/stopCondition",
            "channels[0].stopCondition",
            "must be one of delivered, read, engaged for in_app"
        ),
        fault(
            "a wrong number is not missing, too",
            inApp(#", "sequenceOrder": 0, "stopCondition": "read", "waitMinutes": 5"#) + ", " + push(last),
            at: "/channels/0/sequenceOrder",
            "channels[0].sequenceOrder",
            "must be a whole number from 1"
        ),
        fault(
            "a step for an unknown channel makes a sequence of two nonetheless",
            inApp(first) + #", {"channelType": "pusch", "sequenceOrder": 2}"#,
            at: "/channels/1/channelType",
            "channels[1].channelType",
            "must be one of in_app, push, sms, email, whatsapp, custom"
        ),
        fault(
            "conditions of the feed",
            inApp(#", "stopCondition": "opened""#),
            at: "/channels/0/stopCondition",
            "channels[0].stopCondition",
            "must be one of delivered, read, engaged for in_app",
            config: "{}"
        ),
        fault(
            "conditions of push",
            push(#", "stopCondition": "read""#),
            at: "/channels/0/stopCondition",
            "channels[0].stopCondition",
            "must be one of delivered, clicked for push",
            config: "{}"
        ),
        fault(
            "steps count from one",
            inApp(#", "sequenceOrder": 0"#),
            at: "/channels/0/sequenceOrder",
            "channels[0].sequenceOrder",
            "must be a whole number from 1",
            config: "{}"
        ),
        fault(
            "push without a title",
            push("", #"{"body": "B"}"#),
            at: "/channels/0/content/title",
            "channels[0].content.title",
            "is needed in a push message",
            config: "{}"
        ),
        fault(
            "push with a blank body",
            push("", #"{"title": "T", "body": " "}"#),
            at: "/channels/0/content/body",
            "channels[0].content.body",
            "must be a text that is not blank",
            config: "{}"
        ),
        fault(
            "push with a picture that no client loads",
            push("", #"{"title": "T", "body": "B", "imageUrl": "file:///etc/passwd"}"#),
            at: "/channels/0/content/imageUrl",
            "channels[0].content.imageUrl",
            "must be an http or https URL",
            config: "{}"
        ),
        fault(
            "push with data that is no object",
            push("", #"{"title": "T", "body": "B", "data": [1]}"#),
            at: "/channels/0/content/data",
            "channels[0].content.data",
            "must be an object",
            config: "{}"
        ),
        fault(
            "an unknown kind of data",
            inApp(#", "dataType": "html""#),
            at: "/channels/0/dataType",
            "channels[0].dataType",
            "must be one of ui_template, data_template",
            config: "{}"
        ),
        fault(
            "a switch of the wrong type",
            inApp(#", "categoryFilterEnabled": "yes""#),
            at: "/channels/0/categoryFilterEnabled",
            "channels[0].categoryFilterEnabled",
            "must be true or false",
            config: "{}"
        ),
    ]

    @Test("a fault is told with its place in a file, and in one sentence over REST", arguments: faults)
    func told(fault: Fault) async throws {
        let members =
            #""name": "N", "status": "\#(fault.status)", "config": \#(fault.config), "channels": [\#(fault.channels)]"#
        let text = """
            {"herald": 1, "feedChannels": [{"channelId": "inbox", "name": "Inbox", "type": "in_app"}],
             "templates": [
               {"templateId": "t", \(members)}]}
            """
        let fixture = try AuthoringFixture(["campaigns/a.json": text])
        defer { fixture.remove() }
        let findings = try fixture.check().findings
        let finding = try #require(findings.first)
        #expect(findings.count == 1, "\(findings)")
        #expect(finding.pointer == "/templates/0" + fault.pointer)
        #expect(finding.place?.line == 3)
        #expect(finding.message.hasSuffix(fault.text) && fault.field.hasSuffix(finding.message.prefix { $0 != " " }))

        let server = try await TestServer.start()
        let answer = try await server.ask("POST", "/v3/templates", body: try JSONText.parse("{\(members)}"))
        #expect(answer.status == 400)
        #expect(answer.body["error"]["details"] == [.string("\(fault.field) \(fault.text)")])
        await server.stop()
    }

    @Test("a sequence is stored, with the vendor's names of stop conditions in ours, and judged at each change")
    func stored() async throws {
        let server = try await TestServer.start()
        let channels = "[\(Self.inApp(Self.first.replacing("read", with: "viewed"))), \(Self.push(Self.last))]"
        var body = try JSONText.parse(#"{"name": "N", "channels": \#(channels)}"#)
        body["config"] = ["sequenceEnabled": true]
        let made = try await server.ask("POST", "/v3/templates", body: body)
        #expect(made.status == 201, "\(made.body)")
        let steps = made.data["channels"]
        #expect(steps[0]["stopCondition"] == "read" && steps[0]["waitMinutes"] == 60 && steps[0]["sequenceOrder"] == 1)
        #expect(steps[1]["sequenceOrder"] == 2 && steps[1]["stopCondition"].isNull)
        let path = "/v3/templates/" + (made.data["templateId"].string ?? "")
        let bad = try await server.ask("PUT", path + "/channels/push", body: ["content": ["title": "T"]])
        #expect(bad.status == 400)
        #expect(bad.body["error"]["details"] == ["channels[1].content.body is needed in a push message"])
        let good = try await server.ask("PUT", path, body: ["status": "approved"])
        #expect(good.data["status"] == "approved")
        await server.stop()
    }

    @Test("a push message may be empty as long as it is a draft")
    func drafts() async throws {
        let server = try await TestServer.start()
        let made = try await server.ask(
            "POST",
            "/v3/templates",
            body: ["name": "P", "channels": [["channelType": "push"]]]
        )
        #expect(made.status == 201, "\(made.body)")
        let path = "/v3/templates/" + (made.data["templateId"].string ?? "")
        let refused = try await server.ask("PUT", path, body: ["status": "approved"])
        #expect(refused.status == 400)
        let content: JSON = ["title": "{{name}}", "body": "B", "imageUrl": "{{server}}/x.png", "data": ["a": 1]]
        #expect(try await server.ask("PUT", path + "/channels/push", body: ["content": content]).status == 200)
        #expect(try await server.ask("PUT", path, body: ["status": "approved"]).status == 200)
        await server.stop()
    }
}
