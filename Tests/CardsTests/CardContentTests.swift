import Testing
import Values

@testable import Cards

@Suite("card content")
struct CardContentTests {
    private static let body = #"""
        [{"id":"t","type":"text","content":"Title","variant":"title"},{"id":"s","type":"spacer","height":8},
         {"id":"m","type":"markdown","content":"# H\n\nA *b* [c](https://c.example)\n\n- one\n- two\n\n> q\n\n```\ncode\n```\n\n---"},
         {"id":"r","type":"row","items":[{"id":"i","type":"image","url":"x","altText":"Boot"},{"id":"a","type":"avatar","fallbackInitials":"AB"},
          {"id":"b","type":"badge","text":"New"},{"id":"c","type":"chip","text":"Size 40"}]},
         {"id":"p","type":"progressBar","value":40,"label":"Loaded"},{"id":"p2","type":"progressBar","value":41},
         {"id":"k","type":"codeBlock","content":"x = 1"},{"id":"tb","type":"table","columns":["A","B"],"rows":[["1","2"]]},
         {"id":"ac","type":"accordion","header":"More","body":[{"id":"x","type":"link","text":"Site","action":{"type":"openUrl","url":"javascript:x"}}]},
         {"id":"tt","type":"tabs","tabs":[{"label":"One","content":[{"id":"y","type":"button","label":"Go","action":{"type":"openUrl","url":"https://g.example"}}]},
          {"label":"Two","content":[{"id":"z","type":"iconButton","icon":{"name":"content_copy"},"action":{"type":"copyToClipboard","value":"v"}}]}]}]
        """#

    @Test("all its text, in reading order")
    func text() throws {
        let card = try #require(try Samples.reading(Self.body).card)
        #expect(
            card.plainText.split(separator: "\n").map(String.init) == [
                "Title", "H", "A b c", "one", "two", "q", "code", "Boot", "AB", "New", "Size 40", "Loaded 40 %", "41 %",
                "x = 1", "A\tB", "1\t2", "More", "Site", "One", "Go", "Two", "content copy",
            ]
        )
    }

    @Test("its links, hidden ones too")
    func links() throws {
        let card = try #require(try Samples.reading(Self.body).card)
        #expect(card.links.map(\.elementId) == ["m", "x", "y"])
        #expect(card.links.map(\.url) == ["https://c.example", "javascript:x", "https://g.example"])
        #expect(card.links.map { $0.inertReason == nil } == [true, false, true])
        #expect(card.links.map(\.label) == ["c", "Site", "Go"])
    }
}
