import Testing
import Values

@testable import Cards

@Suite("card writing")
struct CardWriterTests {
    @Test("a strict card stays what it is", arguments: Samples.names)
    func samples(name: String) throws {
        let card = try Samples.card(name)
        let written = CardWriter.strict(card)
        #expect(StrictCheck.refusals(written).map { "\($0.code) \($0.pointer)" } == [])
        let again = try #require(CardReading.read(written).card)
        #expect(CardText.render(again) == CardText.render(card))
        #expect(CardWriter.strict(again) == written)
    }

    /// What was read, and what is written.
    static let forms: [(String, String)] = [
        (
            ##"{"type":"text","content":5,"color":"#abc","fontWeight":null,"variant":"body2"}"##,
            ##"{"id":"auto--body-0","type":"text","content":"5","color":{"light":"#AABBCC","dark":"#AABBCC"},"variant":"caption1"}"##
        ),
        (
            ##"{"id":"a","type":"divider","color":{"dark":"#11223344"},"thickness":"2px","margin":-1,"zzz":1}"##,
            ##"{"id":"a","type":"divider","color":{"light":"#112233","dark":"#112233"},"thickness":2,"margin":0}"##
        ),
        (
            #"{"id":"a","type":"icon","name":"star","padding":{"top":3,"left":5}}"#,
            #"{"id":"a","type":"icon","name":"star","padding":5}"#
        ),
        (
            #"{"id":"a","type":"image","url":{"dark":"https://d.example"},"width":"auto","height":"120"}"#,
            #"{"id":"a","type":"image","url":"https://d.example","height":120}"#
        ),
        (#"{"id":"a","type":"spacer"}"#, #"{"id":"a","type":"spacer","height":8}"#),
        (
            #"{"id":"a","type":"avatar","fallbackInitials":"ABC"}"#,
            #"{"id":"a","type":"avatar","fallbackInitials":"AB"}"#
        ),
        (#"{"id":"a","type":"progressBar","value":"175%"}"#, #"{"id":"a","type":"progressBar","value":100}"#),
        (
            #"{"id":"a","type":"grid","columns":9,"items":[{"id":"b","type":"divider"},{"id":"c","type":"zz"}]}"#,
            #"{"id":"a","type":"grid","items":[{"id":"b","type":"divider"}],"columns":4}"#
        ),
        (
            #"{"id":"a","type":"carousel","items":[{"id":"b","type":"divider"}]}"#,
            #"{"id":"a","type":"row","items":[{"id":"b","type":"divider"}],"scrollable":true}"#
        ),
        (
            #"{"id":"a","type":"column","align":"stretch","crossAlign":"end","items":[{"id":"a","type":"divider"}]}"#,
            #"{"id":"a","type":"column","items":[{"id":"a-2","type":"divider"}],"crossAlign":"end"}"#
        ),
        (
            #"{"id":"a","type":"table","columns":["A",1],"rows":[[true],["x",null,"z"]]}"#,
            #"{"id":"a","type":"table","columns":["A","1"],"rows":[["true",""],["x",""]]}"#
        ),
        (
            #"{"id":"a","type":"accordion","header":[{"id":"h","type":"text","content":"One"},{"id":"i","type":"badge","text":"2"}],"body":[{"id":"b","type":"divider"}]}"#,
            #"{"id":"a","type":"accordion","header":"One 2","body":[{"id":"b","type":"divider"}]}"#
        ),
        (
            #"{"id":"a","type":"tabs","defaultActiveTab":1,"tabs":[{"label":"x"},{"label":"y","content":[{"id":"b","type":"divider"}]}]}"#,
            #"{"id":"a","type":"tabs","tabs":[{"label":"y","content":[{"id":"b","type":"divider"}]}]}"#
        ),
        (
            #"{"id":"a","type":"chip","text":"Go","action":{"type":"customCallback"}}"#,
            #"{"id":"a","type":"button","label":"Go","action":{"type":"customCallback","callbackId":"a"}}"#
        ),
        (
            #"{"id":"a","type":"button","label":"Go","variant":"tonal","disabled":true,"size":"large","icon":"star","action":{"type":"sendMessage","text":"x","receiverUid":"u","receiverGuid":"g","more":1}}"#,
            #"{"id":"a","type":"button","label":"Go","action":{"type":"sendMessage","text":"x","receiverUid":"u"},"icon":{"name":"star"},"size":48}"#
        ),
    ]

    @Test("what was read leniently is written strictly", arguments: forms)
    func written(read: String, written: String) throws {
        let card = try #require(try Samples.reading("[\(read)]").card)
        let strict = CardWriter.strict(card)
        #expect(strict["body"][0] == (try JSONText.parse(written)))
        #expect(StrictCheck.refusals(strict).map { "\($0.code) \($0.pointer)" } == [])
        let keys = try #require(strict["body"][0].object?.keys)
        #expect(keys.prefix(2) == ["id", "type"])
    }

    @Test("a card that was no card, and one without style")
    func roots() throws {
        for content: JSON in [
            ["title": "Hello", "body": "It is here."], ["body": [["id": "a", "type": "divider"]]],
            [
                "style": ["borderColor": "#123", "maxWidth": 3], "body": [["id": "a", "type": "divider"]],
                "fallbackText": " ",
            ],
        ] {
            let strict = CardWriter.strict(try #require(CardReading.read(content).card))
            #expect(StrictCheck.refusals(strict).map { "\($0.code) \($0.pointer)" } == [])
            #expect(strict["fallbackText"].string?.isBlank == false)
        }
    }
}
