import Testing
import Values

@testable import CampaignServer

/// What an apply tells of entries that change.
struct AuthoringChangeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var old: String
        var new: String
        /// Pointer and values of each field that is told.
        var fields: [String]
    }

    private static let text = AuthoringFixture.card(#"{"id": "t", "type": "text", "content": "Hi"}"#)
    private static let card = #""card": \#(text)"#
    private static let inApp = #"{"channelType": "in_app", "card": \#(text)}"#
    private static func push(_ title: String) -> String {
        #"{"channelType": "push", "content": {"title": "\#(title)", "body": "B"}}"#
    }

    static let cases = [
        Case(
            testDescription: "a label is dropped",
            old: #""label": "L", \#(card)"#,
            new: card,
            fields: [#"/label "L" nil"#]
        ),
        Case(
            testDescription: "a label comes",
            old: card,
            new: #""label": "L", \#(card)"#,
            fields: [#"/label nil "L""#]
        ),
        Case(
            testDescription: "a category is dropped",
            old: #""category": "News", \#(card)"#,
            new: card,
            fields: [#"/category "News" nil"#]
        ),
        Case(
            testDescription: "only the switch of a label changes",
            old: #""label": "L", "channels": [{"channelType": "in_app", "templateLabelEnabled": false, \#(card)}]"#,
            new: #""label": "L", \#(card)"#,
            fields: ["/label false true"]
        ),
        Case(
            testDescription: "contents in another order",
            old: #""channels": [\#(inApp), \#(push("A"))]"#,
            new: #""channels": [\#(push("A")), \#(inApp)]"#,
            fields: []
        ),
        Case(
            testDescription: "contents in another order, one of which changes",
            old: #""channels": [\#(inApp), \#(push("A"))]"#,
            new: #""channels": [\#(push("C")), \#(inApp)]"#,
            fields: [#"/channels/0/content/title "A" "C""#]
        ),
        Case(
            testDescription: "the first content goes",
            old: #""channels": [\#(inApp), \#(push("A"))]"#,
            new: #""channels": [\#(push("A"))]"#,
            fields: ["/channels/1 object nil"]
        ),
        Case(
            testDescription: "a content comes before the first",
            old: #""channels": [\#(push("A"))]"#,
            new: #""channels": [\#(inApp), \#(push("A"))]"#,
            fields: ["/channels/0 nil object"]
        ),
    ]

    @Test(arguments: cases)
    func fieldsAreThoseOfTheFile(_ one: Case) async throws {
        let test = try await TestServer.start()
        var answers: [TestServer.Answer] = []
        for members in [one.old, one.new] {
            let template = #"{"templateId": "t", "name": "T", \#(members)}"#
            let file = #"{"herald": 1, "categories": [{"name": "News"}], "templates": [\#(template)]}"#
            answers.append(try await test.ask("POST", "/v1/authoring", body: ["files": ["a.json": .string(file)]]))
        }
        await test.stop()
        #expect(answers.map(\.status) == [200, 200], "\(answers.map(\.body.text))")
        let fields = (answers[1].data["changes"][0]["fields"].array ?? []).map { field in
            let values = ["old", "new"].map { name in
                let value = field.object?[name]
                return value?.object != nil ? "object" : value?.text ?? "nil"
            }
            return "\(field["pointer"].string?.dropFirst("/templates/0".count) ?? "") \(values[0]) \(values[1])"
        }
        #expect(fields == one.fields, "\(answers[1].body.text)")
    }
}
