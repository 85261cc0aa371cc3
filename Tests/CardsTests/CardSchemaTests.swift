import Foundation
import Testing
import Values

@testable import Cards

@Suite("card schema")
struct CardSchemaTests {
    private static func definitions() throws -> JSON {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/schema/card-schema", withExtension: "json"))
        return try JSONText.parse(Array(try Data(contentsOf: url)))
    }

    @Test("the table says what the JSON Schema of the format says")
    func table() throws {
        let schema = try Self.definitions()
        let definitions = schema["$defs"]
        for (name, shape) in [("cardStyle", CardSchema.style), ("tab", CardSchema.tab), ("iconRef", CardSchema.icon)]
            + CardSchema.elements.map({ ("element.\($0.name)", $0) })
            + CardSchema.actions.map({ ("action.\($0.name)", $0) })
        {
            let written = SchemaDocument.plain(definitions[name])
            #expect(SchemaDocument.plain(SchemaDocument.definition(shape)) == written, "\(name)")
        }
        var root = try #require(schema.object)
        root["$defs"] = nil
        #expect(SchemaDocument.plain(SchemaDocument.definition(CardSchema.root)) == SchemaDocument.plain(.object(root)))
        for (name, shapes) in [("element", CardSchema.elements), ("action", CardSchema.actions)] {
            let types = definitions[name]["properties"]["type"]["enum"].array?.compactMap(\.string) ?? []
            #expect(types.sorted() == shapes.map(\.name).sorted())
            let named = definitions.object?.keys.filter { $0.hasPrefix("\(name).") } ?? []
            #expect(named.count == shapes.count)
        }
        #expect(CardSchema.elements.count == 20 && CardSchema.actions.count == 9)
        #expect(Set(CardSchema.elements.map(\.name)) == Set(ElementKind.allCases.map(\.rawValue)))
    }

    @Test("the reader knows every property of every element", arguments: CardSchema.elements.map(\.name))
    func elements(type: String) throws {
        let shape = try #require(CardSchema.element(type))
        let element = SchemaSamples.element(shape, id: "a")
        let card = SchemaSamples.card([element])
        #expect(CardReading.read(card).diagnostics.map { "\($0.code) \($0.pointer)" } == [])
        #expect(StrictCheck.refusals(card).map { "\($0.code) \($0.pointer)" } == [])
        for property in shape.properties where property.name != "id" && property.name != "type" {
            var less = element
            var members = try #require(less.object)
            members[property.name] = nil
            less = .object(members)
            // Icons need a name or a URL, of which one is left here.
            let reading = CardReading.read(SchemaSamples.card([less]))
            let isKept = !property.isRequired || type == "spacer"
            #expect((reading.card != nil) == isKept, "\(type) without \(property.name)")
            let refused = StrictCheck.refusals(SchemaSamples.card([less])).map(\.code)
            #expect(refused == (property.isRequired ? [.missingProperty] : []), "\(property.name)")
            guard let standard = property.standard else { continue }
            members[property.name] = standard
            let written = CardReading.read(SchemaSamples.card([.object(members)]))
            #expect(written.card?.body == reading.card?.body, "\(type).\(property.name) is \(standard) when absent")
        }
    }

    @Test("the reader knows every property of every action", arguments: CardSchema.actions.map(\.name))
    func actions(type: String) throws {
        let shape = try #require(CardSchema.action(type))
        let members = SchemaSamples.members(shape)
        func card(_ action: JSON) -> JSON {
            SchemaSamples.card([["id": "a", "type": "button", "label": "L", "action": action]])
        }
        #expect(CardReading.read(card(members)).diagnostics.map { "\($0.code) \($0.message)" } == [])
        #expect(StrictCheck.refusals(card(members)).map { "\($0.code) \($0.pointer)" } == [])
        for property in shape.properties where property.name != "type" {
            guard let standard = property.standard else { continue }
            var object = try #require(members.object)
            object[property.name] = nil
            let absent = CardReading.read(card(.object(object)))
            object[property.name] = standard
            let written = CardReading.read(card(.object(object)))
            guard case .button(let one) = absent.card?.body.first?.content,
                case .button(let other) = written.card?.body.first?.content
            else {
                Issue.record("no button")
                continue
            }
            #expect(one.action.kind == other.action.kind, "\(property.name)")
        }
    }

    @Test("the sample cards are strict", arguments: Samples.names)
    func samples(name: String) throws {
        let text = try Samples.text(name)
        let card = try JSONText.parse(text)
        #expect(StrictCheck.refusals(card).map { "\($0.code) \($0.pointer) \($0.message)" } == [])
    }

    /// An element, and what the strict form refuses in it.
    static let refused: [(String, [String])] = [
        (#"{"type":"divider"}"#, ["missingProperty /body/0"]),
        (#"{"id":"a"}"#, ["missingProperty /body/0"]),
        (#"{"id":"a","type":1}"#, ["badType /body/0/type"]),
        (#"7"#, ["badType /body/0"]),
        (#"{"id":1,"type":"divider"}"#, ["badType /body/0/id"]),
        (#"{"id":"a","type":"colum","items":[]}"#, ["unknownElement /body/0/type"]),
        (#"{"id":"a","type":"carousel","items":[]}"#, ["unknownElement /body/0/type"]),
        (##"{"id":"a","type":"divider","color":"#FFFFFF"}"##, ["badType /body/0/color"]),
        (
            ##"{"id":"a","type":"divider","color":{"light":"#FFF","dark":"#FFFFFF80"}}"##,
            [
                "badColor /body/0/color/light", "badColor /body/0/color/dark",
            ]
        ),
        (##"{"id":"a","type":"divider","color":{"light":"#FFFFFF"}}"##, ["badColor /body/0/color"]),
        (#"{"id":"a","type":"divider","thickness":"1"}"#, ["badType /body/0/thickness"]),
        (#"{"id":"a","type":"divider","thickness":-1}"#, ["outOfRange /body/0/thickness"]),
        (#"{"id":"a","type":"divider","thickness":null}"#, ["badType /body/0/thickness"]),
        (#"{"id":"a","type":"text","content":5}"#, ["badType /body/0/content"]),
        (#"{"id":"a","type":"text","content":"x","variant":"body1"}"#, ["badEnum /body/0/variant"]),
        (#"{"id":"a","type":"text","content":"x","maxLines":1.5}"#, ["outOfRange /body/0/maxLines"]),
        (#"{"id":"a","type":"text","content":"x","maxLines":2.0}"#, []),
        (#"{"id":"a","type":"text","content":"{{x}}"}"#, []),
        (#"{"id":"a","type":"text","content":"x","padding":{"topp":1}}"#, ["unknownProperty /body/0/padding/topp"]),
        (#"{"id":"a","type":"image","url":"x","width":"auto"}"#, ["badType /body/0/width"]),
        (
            #"{"id":"a","type":"image","url":"x","width":"50.%","height":"%"}"#,
            [
                "badType /body/0/width", "badType /body/0/height",
            ]
        ),
        (#"{"id":"a","type":"image","url":"x","width":"50.5%","height":12.5}"#, []),
        (#"{"id":"a","type":"avatar","fallbackInitials":"ABC"}"#, ["outOfRange /body/0/fallbackInitials"]),
        (#"{"id":"a","type":"avatar","fallbackInitials":"{{initials}}"}"#, []),
        (#"{"id":"a","type":"icon"}"#, ["missingProperty /body/0"]),
        (#"{"id":"a","type":"icon","name":"x","padding":{"top":1}}"#, ["badType /body/0/padding"]),
        (
            #"{"id":"a","type":"chip","text":"x","action":{"type":"customCallback"}}"#,
            [
                "unknownProperty /body/0/action"
            ]
        ),
        (#"{"id":"a","type":"progressBar","value":101}"#, ["outOfRange /body/0/value"]),
        (
            #"{"id":"a","type":"grid","columns":5,"items":[{"id":"b","type":"divider"}]}"#,
            [
                "outOfRange /body/0/columns"
            ]
        ),
        (#"{"id":"a","type":"row","items":[]}"#, ["outOfRange /body/0/items"]),
        (#"{"id":"a","type":"row","items":[{"id":"a","type":"divider"}]}"#, ["duplicateId /body/0/items/0/id"]),
        (
            #"{"id":"a","type":"table","columns":[],"rows":[[1],7]}"#,
            [
                "outOfRange /body/0/columns", "badType /body/0/rows/0/0", "badType /body/0/rows/1",
            ]
        ),
        (
            #"{"id":"a","type":"tabs","tabs":[{"label":"x","content":[{"type":"text"}],"z":1}]}"#,
            [
                "missingProperty /body/0/tabs/0/content/0", "missingProperty /body/0/tabs/0/content/0",
                "unknownProperty /body/0/tabs/0/z",
            ]
        ),
        (
            #"{"id":"a","type":"button","label":"x","icon":"star","action":{"type":"fly"}}"#,
            [
                "badType /body/0/icon", "unknownAction /body/0/action/type",
            ]
        ),
        (#"{"id":"a","type":"button","label":"x","action":{}}"#, ["badAction /body/0/action"]),
        (
            #"{"id":"a","type":"button","label":"x","variant":"tonal","action":{"type":"openUrl"}}"#,
            [
                "unknownProperty /body/0/variant", "missingProperty /body/0/action",
            ]
        ),
        (
            #"{"id":"a","type":"link","text":"x","action":{"type":"initiateCall","callType":"fax"}}"#,
            [
                "missingProperty /body/0/action", "badEnum /body/0/action/callType",
            ]
        ),
        (
            #"{"id":"a","type":"link","text":"x","action":{"type":"apiCall","url":"u","headers":{"a":1},"body":[]}}"#,
            [
                "badType /body/0/action/headers/a", "badType /body/0/action/body",
            ]
        ),
    ]

    @Test("what the strict form refuses", arguments: refused)
    func refusals(element: String, expected: [String]) throws {
        let card = SchemaSamples.card([try JSONText.parse(element)])
        let refusals = StrictCheck.refusals(card)
        #expect(refusals.map { "\($0.code) \($0.pointer)" } == expected)
        #expect(refusals.allSatisfy { $0.severity == .error })
    }

    @Test(
        "what the strict form refuses at the root",
        arguments: [
            (#"{}"#, Array(repeating: "missingProperty ", count: 4)),
            (#"[]"#, ["badType "]),
            (
                #"{"version":1,"style":{},"body":[{"id":"a","type":"divider"}],"fallbackText":""}"#,
                ["badType /version", "missingProperty /style"]
            ),
            (
                ##"{"version":"1.1","style":{"background":{"light":"#ffffff","dark":"transparent"},"maxWidth":3},"body":{},"fallbackText":"x","z":1}"##,
                ["badVersion /version", "unknownProperty /style/maxWidth", "badType /body", "unknownProperty /z"]
            ),
        ]
    )
    func root(text: String, expected: [String]) throws {
        #expect(StrictCheck.refusals(try JSONText.parse(text)).map { "\($0.code) \($0.pointer)" } == expected)
    }

    @Test("the check ends on any depth")
    func depth() throws {
        var element: JSON = ["id": "leaf", "type": "divider"]
        for level in 0..<450 { element = ["id": .string("c\(level)"), "type": "column", "items": [element]] }
        #expect(StrictCheck.refusals(SchemaSamples.card([element])).map(\.code) == [.tooDeep])
        #expect(CardAdvice.notes(SchemaSamples.card([element])).map(\.code) == [.deepNesting])
    }
}
