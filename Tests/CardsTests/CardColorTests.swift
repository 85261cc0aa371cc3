import Testing
import Values

@testable import Cards

@Suite("colours of cards")
struct CardColorTests {
    /// A card of one colour by day and by night, or a box of such a colour, with everything that has no colour of its own.
    private static func card(_ color: String, inBox: Bool) throws -> CardReading {
        let items = try JSONText.parse(
            #"""
            [{"id":"1","type":"text","content":"x"},{"id":"2","type":"link","text":"x","action":{"type":"customCallback"}},
             {"id":"3","type":"markdown","content":"[x](https://a.example)"},
             {"id":"4","type":"iconButton","icon":{"name":"star"},"action":{"type":"customCallback"}},
             {"id":"5","type":"button","label":"x","action":{"type":"customCallback"}},
             {"id":"6","type":"button","label":"x","variant":"text","action":{"type":"customCallback"}},
             {"id":"7","type":"badge","text":"x"},{"id":"8","type":"chip","text":"x"},
             {"id":"9","type":"avatar","fallbackInitials":"x"},{"id":"10","type":"codeBlock","content":"x","language":"y"},
             {"id":"11","type":"table","columns":["x"],"rows":[["y"],["z"]],"stripedRows":true},
             {"id":"12","type":"accordion","header":"x","body":[{"id":"13","type":"text","content":"y"}]},
             {"id":"14","type":"tabs","tabs":[{"label":"x","content":[{"id":"15","type":"icon","name":"star"}]}]}]
            """#
        )
        let pair: JSON = ["light": .string(color), "dark": .string(color)]
        let box: JSON = ["id": "box", "type": "column", "items": items, "backgroundColor": pair]
        let plain: JSON = ["light": "#FFFFFF", "dark": "#1B1A1F"]
        return CardReading.read([
            "version": "1.0", "fallbackText": "F", "style": ["background": inBox ? plain : pair],
            "body": inBox ? [box] : items,
        ])
    }

    @Test(
        "what has no colour of its own can be read on any colour that a card gives for both modes",
        arguments: ["#FFFFFF", "#E7E7E7", "#FFF3D6", "#1B1A1F", "#12324A", "#000000"]
    )
    func contrast(color: String) throws {
        for (mode, inBox) in [(CardTheme.Mode.light, false), (.dark, false), (.light, true), (.dark, true)] {
            let card = try #require(try Self.card(color, inBox: inBox).card)
            let layout = LayoutBuilder.build(card, theme: CardTheme(mode: mode), scope: .everything)
            let ground = try #require(inBox ? layout.nodes[0].paint.background : layout.paint.background)
            var rest = inBox ? layout.nodes[0].children : layout.nodes
            while let node = rest.popLast() {
                let paint = node.paint
                let under = paint.background ?? ground
                let pairs: [(RGBColor?, RGBColor?)] =
                    switch node.content {
                    case .table:
                        [(paint.foreground, ground), (paint.accent, paint.header), (paint.foreground, paint.stripe)]
                    case .accordion: [(paint.foreground, paint.header)]
                    case .markdown, .codeBlock, .tabs: [(paint.foreground, under), (paint.accent, under)]
                    default: [(paint.foreground, under)]
                    }
                for case (let ink?, let fill?) in pairs {
                    #expect(ink.contrast(with: fill) >= 4.5, "\(node.content.kind) \(mode) \(ink.hex) on \(fill.hex)")
                }
                rest += node.children
            }
        }
    }

    @Test("a label on a fill of the card's own takes the colour that can be read there")
    func fills() throws {
        for fill in ["#FFFFFF", "#E4EBFC", "#FFCC00", "#2F5BD0", "#B3261E", "#000000"] {
            let color = #"{"light":"\#(fill)","dark":"\#(fill)"}"#
            let reading = try Samples.reading(
                #"""
                [{"id":"1","type":"button","label":"x","backgroundColor":\#(color),"action":{"type":"customCallback"}},
                 {"id":"2","type":"badge","text":"x","backgroundColor":\#(color)},
                 {"id":"3","type":"chip","text":"x","backgroundColor":\#(color)},
                 {"id":"4","type":"avatar","fallbackInitials":"x","backgroundColor":\#(color)},
                 {"id":"5","type":"icon","name":"star","backgroundColor":\#(color)},
                 {"id":"6","type":"codeBlock","content":"x","backgroundColor":\#(color)}]
                """#
            )
            for mode in CardTheme.Mode.allCases {
                for node in LayoutBuilder.build(try #require(reading.card), theme: CardTheme(mode: mode)).nodes {
                    let (ink, ground) = (try #require(node.paint.foreground), try #require(node.paint.background))
                    #expect(ink.contrast(with: ground) >= 4.5, "\(node.content.kind) \(mode) \(ink.hex) on \(fill)")
                }
            }
        }
    }

    @Test("contrast is WCAG's")
    func measure() {
        #expect(abs(RGBColor(0xFFFFFF).contrast(with: RGBColor(0x000000)) - 21) < 0.001)
        #expect(abs(RGBColor(0x767676).contrast(with: RGBColor(0xFFFFFF)) - 4.54) < 0.01)
        #expect(RGBColor(0x123456).contrast(with: RGBColor(0x123456)) == 1)
    }
}
