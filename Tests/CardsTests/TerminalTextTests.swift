import Testing

@testable import Cards

@Suite("terminal text")
struct TerminalTextTests {
    @Test(
        "columns of a text",
        arguments: [
            ("abc", 3), ("é", 1), ("e\u{301}", 1), ("京都", 4), ("ｱ", 1), ("Ａ", 2), ("🚲", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2),
            ("🇩🇪", 2), ("☎", 1),
            ("☎\u{FE0F}", 2), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("العربية", 7), ("★", 1), ("ไทย", 3),
            ("กำ", 2),
            ("─│╭", 3), ("⚡\u{FE0E}", 2), ("", 0),
        ]
    )
    func width(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test(
        "wraps at blanks, between wide characters, and within words only when it must",
        arguments: [
            ("one two three", 7, ["one two", "three"]), ("one two three", 3, ["one", "two", "thr", "ee"]),
            ("  lead", 10, ["  lead"]), ("a\nb\n", 5, ["a", "b", ""]), ("京都行きの夜行バス", 8, ["京都行き", "の夜行バ", "ス"]),
            ("abc京都", 4, ["abc", "京都"]), ("京都。次", 4, ["京", "都。", "次"]), ("", 5, [""]), ("a  b", 1, ["a", "b"]),
            ("京", 1, ["京"]), ("exactly ten", 7, ["exactly", "ten"]),
        ]
    )
    func wrap(text: String, width: Int, lines: [String]) {
        let wrapped = LineWrap.wrap(TextPainter.cells(text, CellStyle()), width: width)
        #expect(wrapped.map { $0.text } == lines)
    }

    @Test("cuts with an ellipsis and keeps the width")
    func cut() {
        #expect(TextLine("abcdef").cut(4).text == "abc…")
        #expect(TextLine("京都京都").cut(4).text == "京… ")
        #expect(TextLine("abc").fitted(0).width == 0)
        #expect(TextLine("abc").fitted(6, .center).text == " abc  ")
        #expect((TextLine.filled("─", 6) + TextLine("a")).cut(4).text == "───…")
        #expect((TextLine.filled("京", 3) + TextLine("a")).cut(4).text == "京… ")
    }

    @Test("markdown is a tree, and its links are in order")
    func markdown() {
        let document = MarkdownDocument.read(
            "3<5 <b>x</b>\n\n![alt](p.png) [a *b*](https://a.example) ~~c~~\n\n1. x\n2. y"
        )
        #expect(document.links.map(\.label) == ["a b"])
        #expect(
            document.blocks.first
                == .paragraph([.text("3<5 "), .text("<b>"), .text("x"), .text("</b>")])
        )
        #expect(
            document.blocks.last
                == .list(start: 1, isTight: true, items: [[.paragraph([.text("x")])], [.paragraph([.text("y")])]])
        )
        #expect(
            MarkdownDocument.read("[Sample Title::[f:\\test\\hello ](http://abc.com)").links.map(\.url) == [
                "http://abc.com"
            ]
        )
        #expect(MarkdownDocument.read("| a | b |\n|---|---|\n| 1 | 2 |").blocks.count == 1)
        #expect(MarkdownDocument.read("").blocks.isEmpty)
    }
}
