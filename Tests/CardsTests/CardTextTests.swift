import Foundation
import Testing
import Values

@testable import Cards

@Suite("card text")
struct CardTextTests {
    private static let widths = [20, 23, 31, 40, 60, 97, 200]

    @Test("the sample cards look as they should", arguments: Samples.all)
    func golden(name: String) throws {
        try Snapshot.expect(CardText.render(try Samples.card(name)), "text/\(name).txt")
    }

    @Test("every line is as wide as the page, in each width and colour", arguments: Samples.names)
    func widths(name: String) throws {
        let card = try Samples.card(name)
        let state = try Self.allOpen(card)
        for width in Self.widths {
            let plain = CardText.render(card, options: TextOptions(width: width, state: state))
            for line in plain.split(separator: "\n") { #expect(DisplayWidth.of(line) == width, "\(width): \(line)") }
            let colored = CardText.render(card, options: TextOptions(width: width, color: .truecolor, state: state))
            for line in Self.withoutEscapes(colored).split(separator: "\n") {
                #expect(DisplayWidth.of(line) == width, "\(width): \(line)")
            }
        }
    }

    @Test("a page has bounds")
    func bounds() throws {
        let card = try Samples.card(Samples.names[0])
        for (asked, given) in [(-5, 20), (0, 20), (Int.max, 400)] {
            let text = CardText.render(card, options: TextOptions(width: asked))
            #expect(text.split(separator: "\n").first.map { DisplayWidth.of($0) } == given)
        }
    }

    @Test("what comes from a card steers no terminal", arguments: TextOptions.Color.allCases)
    func hostile(color: TextOptions.Color) throws {
        let evil = "a\u{1B}[2J\u{9B}31m\u{7}\r\n\u{8}b\u{202E}c\u{2066}\u{0}\u{1B}]8;;javascript:x\u{1B}\\"
        let text = JSON.string(evil).text
        let reading = try Samples.reading(
            """
            [{"id":"1","type":"text","content":\(text)},{"id":"2","type":"badge","text":\(text)},{"id":"3","type":"chip","text":\(text)},
             {"id":"4","type":"image","url":"x","altText":\(text)},{"id":"5","type":"avatar","fallbackInitials":\(text)},
             {"id":"6","type":"codeBlock","language":\(text),"content":\(text)},{"id":"7","type":"markdown","content":\(text)},
             {"id":"8","type":"table","columns":[\(text)],"rows":[[\(text)]]},{"id":"9","type":"progressBar","value":1,"label":\(text)},
             {"id":"10","type":"button","label":\(text),"action":{"type":"openUrl","url":\(text)}},
             {"id":"11","type":"iconButton","icon":{"name":\(text)},"action":{"type":"customCallback"}},
             {"id":"12","type":"link","text":\(text),"action":{"type":"customCallback"}},
             {"id":"13","type":"accordion","header":\(text),"body":[{"id":"x","type":"divider"}]},
             {"id":"14","type":"tabs","tabs":[{"label":\(text),"content":[{"id":"y","type":"divider"}]}]},
             {"id":"15","type":"markdown","content":"```\\u001b[31m\\nx\\u0007\\n```"}]
            """
        )
        let rendered = Self.withoutEscapes(CardText.render(reading, options: TextOptions(color: color)))
        for scalar in rendered.unicodeScalars where scalar != "\n" {
            #expect(scalar.properties.generalCategory != .control, "U+\(String(scalar.value, radix: 16))")
            #expect(![0x202E, 0x2066].contains(scalar.value))
        }
        let fallback = CardReading(card: nil, diagnostics: [], fallbackText: evil)
        #expect(!CardText.render(fallback).unicodeScalars.contains("\u{1B}"))
    }

    @Test(
        "links can be clicked when they pass the gate, and only where escape sequences are wanted",
        arguments: [
            ("https://a.example/b c", nil), ("https://a.example/ü?x=1", "https://a.example/%C3%BC?x=1"),
            ("https://bücher.example/", "https://xn--bcher-kva.example/"), ("http://a.example/", nil),
            ("javascript:alert(1)", nil), ("https://a.example/\u{1B}]8;;https://b.example\u{7}", nil),
        ] as [(String, String?)]
    )
    func links(url: String, link: String?) throws {
        let text = JSON.string(url).text
        let markdown = JSON.string("[md](<\(url)>)").text
        let reading = try Samples.reading(
            """
            [{"id":"l","type":"link","text":"go","action":{"type":"openUrl","url":\(text)}},
             {"id":"b","type":"button","label":"press","action":{"type":"openUrl","url":\(text)}},
             {"id":"i","type":"iconButton","icon":{"name":"star"},"action":{"type":"openUrl","url":\(text)}},
             {"id":"m","type":"markdown","content":\(markdown)}]
            """
        )
        #expect(!CardText.render(reading).contains("\u{1B}"))
        for color in [TextOptions.Color.palette, .truecolor] {
            let drawn = CardText.render(reading, options: TextOptions(color: color))
            let starts = drawn.matches(of: /\u{1B}\]8;;([^\u{1B}]+)\u{1B}\\/).map { String($0.output.1) }
            #expect(starts == (link.map { Array(repeating: $0, count: 4) } ?? []))
            let ends = drawn.matches(of: /\u{1B}\]8;;\u{1B}\\/)
            #expect(ends.count == starts.count)
        }
    }

    @Test(
        "the nearest of 256 colours",
        arguments: [
            (0x000000, 16), (0xFFFFFF, 231), (0xFF0000, 196), (0x1B1A1F, 234), (0x808080, 244), (0x2F5BD0, 26),
            (0x8FAEFF, 111),
        ] as [(UInt32, Int)]
    )
    func palette(color: UInt32, index: Int) {
        #expect(RGBColor(color).paletteIndex == index)
    }

    @Test("256 colours use their own codes")
    func paletteCodes() throws {
        let drawn = CardText.render(try Samples.card(Samples.names[0]), options: TextOptions(color: .palette))
        #expect(drawn.contains("48;5;") && !drawn.contains("48;2;") && !drawn.contains("38;2;"))
    }

    @Test("a card that cannot be drawn shows its fallback text")
    func fallback() {
        let reading = CardReading.read(["fallbackText": "Sold out. Sorry!"])
        #expect(
            CardText.render(reading, options: TextOptions(width: 24)) == """
                ┌──────────────────────┐
                │ Sold out. Sorry!     │
                └──────────────────────┘

                """
        )
    }

    @Test("state opens accordions and turns tabs")
    func state() throws {
        let reading = try Samples.reading(
            """
            [{"id":"a","type":"accordion","header":"More","body":[{"id":"b","type":"text","content":"inside"}]},
             {"id":"t","type":"tabs","tabs":[{"label":"One","content":[{"id":"c","type":"text","content":"first"}]},
              {"label":"Two","content":[{"id":"d","type":"text","content":"second"}]}]}]
            """
        )
        let card = try #require(reading.card)
        let closed = CardText.render(card)
        #expect(closed.contains("▸ More") && !closed.contains("inside") && closed.contains("first"))
        let state = CardState(openAccordions: ["/body/0": true], activeTabs: ["/body/1": 1])
        let open = CardText.render(card, options: TextOptions(state: state))
        #expect(
            open.contains("▾ More") && open.contains("inside") && open.contains("second") && !open.contains("first")
        )
        let odd = CardText.render(card, options: TextOptions(state: CardState(activeTabs: ["/body/1": 9])))
        #expect(odd.contains("first"))
    }

    @Test("the theme's colours, overrides and the card's own, in that order of weight")
    func theme() throws {
        let reading = try Samples.reading(
            """
            [{"id":"a","type":"text","content":"own","color":{"light":"#010203","dark":"#040506"}},
             {"id":"b","type":"text","content":"theme"},{"id":"c","type":"link","text":"link","action":{"type":"customCallback"}}]
            """
        )
        let card = try #require(reading.card)
        let theme = try CardTheme(mode: .light, json: ["textColor": "#222222", "linkColor": ["light": "#123"]])
        let text = CardText.render(card, options: TextOptions(color: .truecolor, theme: theme))
        #expect(text.contains("38;2;1;2;3;48;2;255;255;255mown"))
        #expect(text.contains("38;2;34;34;34;48;2;255;255;255mtheme"))
        #expect(text.contains("38;2;17;34;51;48;2;255;255;255mlink"))
        let dark = CardText.render(card, options: TextOptions(color: .truecolor))
        #expect(dark.contains("38;2;4;5;6;48;2;27;26;31mown"))
        #expect { try CardTheme(json: ["textColour": "#222222"]) } throws: {
            ($0 as? HeraldError)?.hint == "did you mean \"textColor\"?"
                && ($0 as? HeraldError)?.pointer == "/textColour"
        }
        #expect(throws: HeraldError.self) { try CardTheme(json: ["textColor": "red"]) }
        #expect(throws: HeraldError.self) { try CardTheme(json: ["fontFamily": 3]) }
    }

    @Test("text can be read on a background that the card chose against the mode")
    func contrast() throws {
        let card = try #require(
            CardReading.read([
                "version": "1.0", "style": ["background": ["light": "#E8E8E8", "dark": "#E8E8E8"]], "fallbackText": "F",
                "body": [["id": "a", "type": "text", "content": "dark on light"]],
            ]).card
        )
        let text = CardText.render(card, options: TextOptions(color: .truecolor, theme: CardTheme(mode: .dark)))
        #expect(text.contains("38;2;28;27;32;48;2;232;232;232mdark on light"))
    }

    @Test("nothing in a card is slow or deep enough to hurt", .timeLimit(.minutes(1)))
    func extremes() throws {
        var element = #"{"id":"leaf","type":"text","content":"deep inside"}"#
        let kinds = ["column", "row", "grid"]
        for level in 0..<32 {
            element =
                #"{"id":"c\#(level)","type":"\#(kinds[level % 3])","items":[\#(element),{"id":"t\#(level)","type":"text","content":"beside"}],"borderWidth":\#(level % 2)}"#
        }
        let deep = try #require(try Samples.reading("[\(element)]").card)
        for width in Self.widths {
            for line in CardText.render(deep, options: TextOptions(width: width)).split(separator: "\n") {
                #expect(DisplayWidth.of(line) == width)
            }
        }
        for content in [
            String(repeating: "> ", count: 5000) + "x", String(repeating: "[", count: 8000),
            String(repeating: "*a ", count: 5000),
            String(repeating: "e\u{301}\u{302}", count: 5000), "a" + String(repeating: "\u{301}", count: 12000),
            String(repeating: "- ", count: 3000), String(repeating: "![[]()", count: 2500),
            String(repeating: "宽", count: 5000),
        ] {
            for type in ["markdown", "text", "codeBlock"] {
                let reading = CardReading.read([
                    "version": "1.0", "style": [:], "fallbackText": "F",
                    "body": [["id": "a", "type": .string(type), "content": .string(content)]],
                ])
                #expect(!CardText.render(reading, options: TextOptions(width: 20)).isEmpty)
            }
        }
    }

    @Test("a table of a thousand columns is drawn in the time of its cells", .timeLimit(.minutes(1)))
    func wideTable() throws {
        let columns = Array(repeating: JSON.string("A"), count: 1000)
        let rows = Array(repeating: JSON.array(Array(repeating: "x", count: 1000)), count: 60)
        let reading = CardReading.read(
            SchemaSamples.card([["id": "t", "type": "table", "columns": .array(columns), "rows": .array(rows)]])
        )
        let lines = CardText.render(reading).split(separator: "\n")
        #expect(lines.count == 66 && lines.allSatisfy { DisplayWidth.of($0) == 60 })
    }

    private static func allOpen(_ card: Card) throws -> CardState {
        var state = CardState()
        var rest = card.body
        while let element = rest.popLast() {
            state.openAccordions[element.pointer] = true
            rest.append(contentsOf: element.children)
        }
        return state
    }

    /// Takes away colours and links; what any other escape sequence would be stays and is seen.
    static func withoutEscapes(_ text: String) -> String {
        withoutColors(text.replacing(/\u{1B}\]8;;[!-~]*\u{1B}\\/, with: ""))
    }

    private static func withoutColors(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.range(of: "\u{1B}[") {
            result += rest[..<start.lowerBound]
            let end = rest[start.upperBound...].firstIndex(of: "m") ?? rest.endIndex
            rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
        }
        return result + rest
    }
}
