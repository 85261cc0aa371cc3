import Testing
import Values

@testable import Cards

@Suite("making parts of cards")
struct CardBuilderTests {
    /// Builds, and counts ids from 1.
    private func build(_ name: String, _ given: JSON) throws -> JSON {
        var count = 0
        return try CardBuilder.build(name, given) { type in
            count += 1
            return "\(type)-\(count)"
        }
    }

    @Test("every element, action and tab with all its properties is strict", arguments: CardBuilder.names)
    func all(name: String) throws {
        let shape = CardSchema.element(name) ?? CardSchema.action(name) ?? CardSchema.tab
        var given = SchemaSamples.members(shape)
        given["type"] = .null
        let members = JSONObject(given.object?.compactMap { $0.value.isNull ? nil : ($0.key, $0.value) } ?? [])
        let part = try build(name, .object(members.removing("id")))
        #expect((part.object?.count ?? 0) * 2 > members.count, "most is kept: \(part.text)")
        let element: JSON =
            if CardSchema.element(name) != nil {
                part
            } else if CardSchema.action(name) != nil {
                ["id": "b", "type": "button", "label": "B", "action": part]
            } else {
                ["id": "t", "type": "tabs", "tabs": [part]]
            }
        #expect(StrictCheck.refusals(SchemaSamples.card([element])) == [])
    }

    @Test("forms that readers forgive are written strictly, and ids are given")
    func forms() throws {
        let text = try build("text", ["content": 5, "color": "#fb0", "padding": "4"])
        let color: JSON = ["light": "#FFBB00", "dark": "#FFBB00"]
        #expect(text == ["id": "text-1", "type": "text", "content": "5", "color": color, "padding": 4])
        #expect(try build("text", ["id": "own", "content": "x"])["id"] == "own")
        let row = try build("row", [["type": "icon", "name": "star"], text])
        #expect(row["id"] == "row-1" && row["items"][0]["id"] == "icon-2" && row["items"][1] == text)
        #expect(try build("column", ["items": .array([row]), "gap": 4.0])["items"][0] == row)
        let tabs = try build("tabs", ["tabs": .array([try build("tab", ["label": "One", "content": [text]])])])
        #expect(tabs["tabs"][0]["content"] == [text])
        // A script's empty table may come as an object.
        #expect(try build("table", ["columns": ["A"], "rows": [:]])["rows"] == [])
        let open = try build("button", ["label": "Go", "action": ["type": "openUrl", "url": "{{link}}"]])
        #expect(open["action"] == ["type": "openUrl", "url": "{{link}}"])
        let own = try build("button", ["label": "Keep", "action": ["type": "addToWallet", "pass": ["n": 1]]])
        #expect(own["action"] == ["type": "addToWallet", "pass": ["n": 1]])
    }

    @Test(
        "what a part does not take is told with its place and the near name",
        arguments: [
            ("text", ["contnt": "x"], "there is no property \"contnt\"", "/contnt", "did you mean \"content\"?"),
            ("spacer", ["content": "x"], "there is no property \"content\"", "/content", "known: id, height"),
            ("text", [:], "`content` is missing", "", nil),
            ("text", ["content": "x", "variant": "huge"], "variant", "/variant", nil),
            ("text", ["content": "x", "color": "red"], "color", "/color", nil),
            ("progressBar", ["value": 140], "`value` is from 0 to 100", "/value", nil),
            (
                "button", ["label": "x", "action": ["type": "openURL", "url": "https://a.example"]], "unknown action",
                "/action/type", "did you mean \"openUrl\"?"
            ),
            ("openUrl", ["url": ""], "`url` is blank", "", nil),
            ("openUrl", ["lnk": "https://a.example"], "there is no property \"lnk\"", "/lnk", "known: url, openIn"),
            ("row", ["items": [["type": "txt"]]], "unknown element type \"txt\"", "/items/0/type", nil),
            (
                "row", ["items": [["type": "text", "content": "x", "colour": "#fff"]]], "unknown property `colour`",
                "/items/0/colour", nil
            ),
            ("column", ["items": []], "items", nil, nil),
            (
                "chip", ["text": "x", "action": ["type": "customCallback"]],
                "there is no property \"action\"", "/action", nil
            ),
            ("text", "x", "expected a table of properties, got a string", nil, nil),
            ("text", ["content": "x", "type": "badge"], "the type is \"text\"", "/type", nil),
            ("txt", ["content": "x"], "a card has no \"txt\"", nil, "did you mean \"text\"?"),
        ] as [(String, JSON, String, String?, String?)]
    )
    func refused(name: String, given: JSON, message: String, pointer: String?, hint: String?) throws {
        let error = try #require(throws: HeraldError.self) { try build(name, given) }
        #expect(error.code == .invalidArgument && error.message.contains(message), "\(error.message)")
        if let pointer { #expect(error.pointer == pointer) }
        if let hint { #expect(error.hint == hint) }
    }
}

extension JSONObject {
    fileprivate func removing(_ key: String) -> JSONObject {
        var copy = self
        copy[key] = nil
        return copy
    }
}
