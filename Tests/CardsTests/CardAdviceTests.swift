import Testing
import Values

@testable import Cards

@Suite("card advice")
struct CardAdviceTests {
    @Test(
        "what a valid card should do better",
        arguments: [
            (#"{"id":"a","type":"divider"}"#, []),
            (#"{"id":"a b","type":"divider"}"#, ["unsafeId /body/0/id"]),
            (#"{"id":"ä","type":"divider"}"#, ["unsafeId /body/0/id"]),
            (#"{"type":"divider","id":"a"}"#, ["keyOrder /body/0"]),
            (#"{"id":"a","type":"image","url":"https://a.example/p.png"}"#, ["missingAltText /body/0"]),
            (#"{"id":"a","type":"image","url":"http://a.example/p.png","altText":"P"}"#, ["imageFailed /body/0/url"]),
            (#"{"id":"a","type":"image","url":"data:image/png;base64,AAAA","altText":"P"}"#, []),
            (#"{"id":"a","type":"image","url":"data:text/html,x","altText":"P"}"#, ["imageFailed /body/0/url"]),
            (#"{"id":"a","type":"image","url":"data:image/png,<b>","altText":"P"}"#, ["imageFailed /body/0/url"]),
            (#"{"id":"a","type":"icon","name":"no_such_icon"}"#, ["unknownIcon /body/0"]),
            (#"{"id":"a","type":"icon","name":"star"}"#, []),
            (#"{"id":"a","type":"text","content":"Hi {{ name }}"}"#, ["unresolvedVariable /body/0/content"]),
            (
                ##"{"id":"a","type":"divider","color":{"light":"#aabbcc","dark":"transparent"}}"##,
                ["colorCase /body/0/color/light"]
            ),
            (
                #"{"id":"a","type":"link","text":"x","action":{"type":"openUrl","url":"http://a.example"}}"#,
                ["insecureURL /body/0/action/url"]
            ),
            (
                #"{"id":"a","type":"link","text":"x","action":{"type":"sendMessage","text":"x","receiverUid":"u","receiverGuid":"g"}}"#,
                ["ambiguousReceiver /body/0/action"]
            ),
            (
                #"{"id":"t","type":"tabs","tabs":[{"label":"{{l}}","content":[{"id":"a","type":"chip","text":"x","icon":{"name":"zz"}}]}]}"#,
                ["unresolvedVariable /body/0/tabs/0/label", "unknownIcon /body/0/tabs/0/content/0/icon"]
            ),
        ]
    )
    func advice(element: String, expected: [String]) throws {
        let notes = CardAdvice.notes(SchemaSamples.card([try JSONText.parse(element)]))
        #expect(notes.map { "\($0.code) \($0.pointer)" } == expected)
        #expect(notes.hasNoError)
    }

    @Test("size and fallback text")
    func root() {
        var card = SchemaSamples.card([["id": "a", "type": "divider"]])
        card["fallbackText"] = " "
        let notes = CardAdvice.notes(card, byteCount: CardAdvice.largestCard + 1)
        #expect(notes.map { "\($0.code) \($0.pointer)" } == ["largeCard ", "blankFallback /fallbackText"])
    }

    @Test("advice on anything ends without harm", arguments: ["[]", "7", "null", #"{"body":7,"style":[]}"#, "{}"])
    func anything(text: String) throws {
        #expect(CardAdvice.notes(try JSONText.parse(text)) == [])
    }
}
