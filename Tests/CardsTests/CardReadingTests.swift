import Testing
import Values

@testable import Cards

@Suite("card reading")
struct CardReadingTests {
    @Test("the sample cards read without a note", arguments: Samples.names)
    func samples(name: String) throws {
        let reading = CardReading.read(text: try Samples.text(name))
        #expect(reading.card != nil)
        #expect(reading.diagnostics.map { "\($0.code) \($0.pointer) \($0.message)" } == [])
        #expect(!reading.fallbackText.isBlank)
    }

    /// Element JSON, the notes expected (`code pointer`), and whether it is drawn.
    static let leniency: [(String, [String], Bool)] = [
        (#"{"id":"a","type":"text","content":"x"}"#, [], true),
        (#"{"id":"a","type":"text","content":5}"#, ["coerced /body/0/content"], true),
        (#"{"id":"a","type":"text"}"#, ["missingProperty /body/0"], false),
        (#"{"id":"a","type":"text","content":null}"#, ["missingProperty /body/0"], false),
        (#"{"id":"a","type":"text","content":{}}"#, ["badType /body/0/content"], false),
        (#"{"type":"text","content":"x"}"#, ["missingId /body/0"], true),
        (#"{"id":" ","type":"text","content":"x"}"#, ["missingId /body/0"], true),
        (#"{"id":"a","type":"colum","items":[]}"#, ["unknownElement /body/0/type"], false),
        (#"{"id":"a"}"#, ["missingProperty /body/0"], false),
        (#"{"id":"a","type":7}"#, ["badType /body/0/type"], false),
        (#"[]"#, ["badType /body/0"], false),
        (#"{"id":"a","type":"text","content":"x","aling":"left"}"#, ["unknownProperty /body/0/aling"], true),
        (#"{"id":"a","type":"text","content":"x","align":"middle"}"#, ["badEnum /body/0/align"], true),
        (#"{"id":"a","type":"text","content":"x","align":3}"#, ["badType /body/0/align"], true),
        (#"{"id":"a","type":"text","content":"x","variant":"body2"}"#, [], true),
        (##"{"id":"a","type":"text","content":"x","color":"#fff"}"##, ["coerced /body/0/color"], true),
        (#"{"id":"a","type":"text","content":"x","color":"red"}"#, ["badColor /body/0/color"], true),
        (##"{"id":"a","type":"text","content":"x","color":{"light":"#FFFFFF"}}"##, [], true),
        (
            ##"{"id":"a","type":"text","content":"x","color":{"light":"#FFFFFF","dark":"#12345"}}"##,
            ["badColor /body/0/color/dark"], true
        ),
        (#"{"id":"a","type":"text","content":"x","maxLines":0}"#, ["outOfRange /body/0/maxLines"], true),
        (#"{"id":"a","type":"text","content":"x","padding":{"top":-1}}"#, ["outOfRange /body/0/padding/top"], true),
        (#"{"id":"a","type":"text","content":"x","padding":"12px"}"#, ["coerced /body/0/padding"], true),
        (#"{"id":"a","type":"spacer"}"#, ["missingProperty /body/0"], true),
        (#"{"id":"a","type":"progressBar","value":"75%"}"#, ["coerced /body/0/value"], true),
        (#"{"id":"a","type":"progressBar","value":140}"#, ["outOfRange /body/0/value"], true),
        (#"{"id":"a","type":"progressBar","value":"much"}"#, ["badType /body/0/value"], false),
        (#"{"id":"a","type":"row","items":[]}"#, ["emptyContainer /body/0"], false),
        (
            #"{"id":"a","type":"row","items":[{"id":"b","type":"nope"}]}"#,
            ["emptyContainer /body/0", "unknownElement /body/0/items/0/type"], false
        ),
        (#"{"id":"a","type":"carousel","items":[{"id":"b","type":"divider"}]}"#, ["coerced /body/0/type"], true),
        (
            #"{"id":"a","type":"grid","columns":7,"items":[{"id":"b","type":"divider"}]}"#,
            ["outOfRange /body/0/columns"], true
        ),
        (
            #"{"id":"a","type":"tabs","tabs":[{"label":"x","content":[]},{"label":"y","content":[{"id":"b","type":"divider"}]}],"defaultActiveTab":1}"#,
            ["emptyContainer /body/0/tabs/0"], true
        ),
        (
            #"{"id":"a","type":"tabs","tabs":[{"label":"y","content":[{"id":"b","type":"divider"}]}],"defaultActiveTab":1}"#,
            ["outOfRange /body/0/defaultActiveTab"], true
        ),
        (#"{"id":7,"type":"divider"}"#, ["coerced /body/0/id"], true),
        (#"{"id":true,"type":"divider"}"#, ["missingId /body/0"], true),
        (#"{"id":"a","type":"divider","thickness":-3}"#, ["outOfRange /body/0/thickness"], true),
        (#"{"id":"a","type":"divider","thickness":"16"}"#, ["coerced /body/0/thickness"], true),
        (
            #"{"id":"a","type":"accordion","header":[],"body":[{"id":"b","type":"divider"}]}"#,
            ["coerced /body/0/header", "emptyContainer /body/0"], false
        ),
        (
            #"{"id":"a","type":"accordion","header":[{"id":"h"}],"body":[{"id":"b","type":"divider"}]}"#,
            ["coerced /body/0/header", "emptyContainer /body/0", "missingProperty /body/0/header/0"], false
        ),
        (
            #"{"id":"a","type":"accordion","header":[{"id":"h","type":"text","content":"H"}],"body":[{"id":"b","type":"divider"}]}"#,
            ["coerced /body/0/header"], true
        ),
        (
            #"{"id":"a","type":"table","columns":["A","B"],"rows":[[1,null],["x"],["p","q","r"],7]}"#,
            [
                "coerced /body/0/rows/0/0", "outOfRange /body/0/rows/1", "outOfRange /body/0/rows/2",
                "badType /body/0/rows/3",
            ], true
        ),
        (#"{"id":"a","type":"image","url":{"dark":"https://a.example/d.png"}}"#, ["coerced /body/0/url"], true),
        (#"{"id":"a","type":"image","url":"x","width":"auto","height":"50%"}"#, [], true),
        (#"{"id":"a","type":"button","label":"x"}"#, ["missingProperty /body/0"], false),
        (#"{"id":"a","type":"button","label":"x","action":"openUrl"}"#, ["badAction /body/0/action"], true),
        (
            #"{"id":"a","type":"button","label":"x","action":{"type":"fly"}}"#, ["unknownAction /body/0/action/type"],
            true
        ),
        (
            #"{"id":"a","type":"button","label":"x","size":"large","action":{"type":"copyToClipboard","value":" "}}"#,
            ["coerced /body/0/size"], true
        ),
        (
            #"{"id":"a","type":"button","label":"x","icon":"star","action":{"type":"customCallback"}}"#,
            ["coerced /body/0/icon"], true
        ),
    ]

    @Test("reads leniently and says so", arguments: leniency)
    func lenient(element: String, notes: [String], isDrawn: Bool) throws {
        let reading = try Samples.reading("[\(element)]")
        let expected = isDrawn ? notes : notes + ["cardUnusable /body"]
        #expect(reading.diagnostics.map { "\($0.code) \($0.pointer)" }.sorted() == expected.sorted())
        #expect((reading.card != nil) == isDrawn)
    }

    @Test("notes come in document order")
    func order() throws {
        let reading = try Samples.reading(
            #"[{"id":"a","type":"text","zzz":1,"content":5},{"id":"a","type":"nope"},{"id":"b","type":"text","content":"x"},{"type":"divider"}]"#
        )
        let notes = reading.diagnostics.map { "\($0.code) \($0.pointer)" }
        #expect(
            notes == [
                "unknownProperty /body/0/zzz", "coerced /body/0/content", "duplicateId /body/1/id",
                "unknownElement /body/1/type",
                "missingId /body/3",
            ]
        )
        #expect(reading.card?.body.map(\.id) == ["a", "b", "auto--body-3"])
    }

    @Test(
        "what cannot be drawn has a text",
        arguments: [
            (#"{"version":"1.0","style":{},"fallbackText":"F"}"#, "cardUnusable", "F"),
            (#"{"version":"1.0","style":{},"fallbackText":"F","body":[]}"#, "cardUnusable", "F"),
            (#"{"version":"1.0","style":{},"fallbackText":" ","body":7}"#, "cardUnusable", "A"),
            (#"[]"#, "badJSON", "A"), ("{", "badJSON", "A"), ("\"{\"", "badJSON", "A"),
        ]
    )
    func unusable(text: String, code: String, fallback: String) {
        let reading = CardReading.read(text: Array(text.utf8), alternativeText: "A")
        #expect(reading.card == nil)
        #expect(reading.diagnostics.contains { $0.code.rawValue == code && $0.severity == .error })
        #expect(reading.fallbackText == fallback)
    }

    @Test("notes say line and column: of the value, or of the key that should not be there")
    func places() {
        let text = """
            {
              "version": "1.0", "style": {},
              "body": [
                { "id": "a", "type": "colum", "items": [] },
                { "id": "b", "type": "text", "content": 5, "colour": "x" },
                { "type": "divider", "type": "divider", "thickness": 1e400 }
              ],
              "fallbackText": "F"
            }
            """
        let notes = CardReading.read(text: Array(text.utf8)).diagnostics.map { note in
            "\(note.code) \(note.pointer) \(note.line ?? 0):\(note.column ?? 0)"
        }
        #expect(
            notes == [
                "unknownElement /body/0/type 4:26", "coerced /body/1/content 5:45",
                "unknownProperty /body/1/colour 5:48",
                "missingId /body/2 6:5", "duplicateKey /body/2/type 6:26", "lostValue /body/2/thickness 6:58",
            ]
        )
    }

    @Test(
        "a text that is no JSON says where",
        arguments: [("{\n  \"a\" 1}", 2, 7), ("", 1, 1), ("{\"a\":\"\u{1}\"}", 1, 7)]
    )
    func badJSON(text: String, line: Int, column: Int) {
        let notes = CardReading.read(text: Array(text.utf8)).diagnostics
        #expect(notes.map(\.code) == [.badJSON])
        #expect(notes.first?.line == line && notes.first?.column == column)
    }

    @Test("a value that JSON cannot hold costs its property, not the card")
    func salvage() throws {
        let text =
            #"{"version":"1.0","style":{},"fallbackText":"F","body":[{"id":"a","type":"text","content":"x\ud800"},{"id":"b","type":"spacer","height":123456789012345678901234567890}]}"#
        let reading = CardReading.read(text: Array(text.utf8))
        #expect(reading.card?.body.map(\.id) == ["b"])
        #expect(
            reading.diagnostics.filter { $0.code == .lostValue }.map(\.pointer) == [
                "/body/0/content", "/body/1/height",
            ]
        )
    }

    @Test("the tab that was meant shows, whatever became of those before it")
    func activeTab() throws {
        let reading = try Samples.reading(
            #"[{"id":"t","type":"tabs","defaultActiveTab":2,"tabs":[{"label":"x"},{"label":"y","content":[{"id":"b","type":"divider"}]},{"label":"z","content":[{"id":"c","type":"divider"}]}]}]"#
        )
        guard case .tabs(let tabs) = reading.card?.body.first?.content else {
            Issue.record("no tabs")
            return
        }
        #expect(tabs.tabs[tabs.defaultActiveTab].label == "z")
    }

    @Test(
        "versions that are read in silence, and others with a note",
        arguments: [
            ("\"1.0\"", true), ("1", true), ("1.0", true), ("\"1\"", true), ("\"1.7\"", true), ("\"2.0\"", false),
            ("2", false), ("null", false), ("\"10\"", false),
        ]
    )
    func version(written: String, isKnown: Bool) throws {
        let reading = CardReading.read([
            "version": try JSONText.parse(written), "style": [:], "fallbackText": "F",
            "body": [["id": "a", "type": "divider"]],
        ])
        #expect(reading.card != nil)
        #expect(reading.diagnostics.map(\.code) == (isKnown ? [] : [.badVersion]))
    }

    @Test("too big a card is not read")
    func tooBig() {
        let reading = CardReading.read(text: Array(repeating: 0x20, count: CardReading.largestText + 1))
        #expect(reading.diagnostics.map(\.code) == [.tooBig])
        #expect(reading.fallbackText == CardReading.lastResort)
    }

    @Test("a card as text, even twice, is read")
    func encoded() throws {
        let card = try #require(String(validating: try Samples.text(Samples.names[0]), as: UTF8.self))
        let once = JSON.string(card)
        #expect(CardReading.read(once).card != nil)
        #expect(CardReading.read(.string(once.text)).card != nil)
        #expect(CardReading.read(.string(JSON.string(once.text).text)).card == nil)
    }

    @Test("a title and a text make a card")
    func plainContent() throws {
        let reading = CardReading.read(["title": "Hello", "body": "It is here."])
        #expect(reading.card?.body.map(\.id) == ["title", "body"])
        #expect(reading.fallbackText == "Hello\nIt is here.")
    }

    @Test("containers end at depth 32")
    func depth() throws {
        var element = #"{"id":"leaf","type":"divider"}"#
        for level in 0..<40 { element = #"{"id":"c\#(level)","type":"column","items":[\#(element)]}"# }
        let reading = try Samples.reading("[\(element),{\"id\":\"x\",\"type\":\"divider\"}]")
        #expect(reading.diagnostics.first { $0.code == .tooDeep }?.elementId == "c7")
        #expect(reading.card?.body.map(\.id) == ["x"])
    }

    @Test("diagnostics cut long values")
    func longValue() throws {
        let long = String(repeating: "x", count: 500)
        let reading = try Samples.reading(#"[{"id":"a","type":"divider","color":"\#(long)"}]"#)
        #expect(reading.diagnostics.first?.value?.count == CardDiagnostic.longestValue)
    }
}
