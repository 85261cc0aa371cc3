import TestSupport
import Testing
import Values

@testable import Cards

@Suite("icons")
struct IconTests {
    @Test("what is drawn in a page has a sign of one or two columns in a terminal, and the other way round")
    func both() {
        #expect(IconShapes.names == IconGlyphs.names)
        for name in IconShapes.names {
            #expect(IconShapes.standard(name) == name, "\(name) is another name for something drawn")
            #expect((1...2).contains(IconGlyphs.glyph(name).map { DisplayWidth.of($0) } ?? 0), "\(name)")
            #expect(IconShapes.path(name)?.wholeMatch(of: /M[-MmLlHhVvCcSsQqAaZz0-9. ]+/) != nil, "\(name)")
        }
    }

    @Test("other names lead to a drawing")
    func others() {
        for name in ["phone", "tram", "mail", "qr_code", "package", "done"] {
            #expect(IconShapes.path(name) != nil && IconGlyphs.glyph(name) != nil, "\(name)")
        }
        #expect(IconShapes.path("no_such_icon") == nil && IconGlyphs.glyph(nil) == nil)
    }

    @Test("arrows that point along the line are mirrored where it runs from right to left, and nothing else is")
    func directed() throws {
        let reading = try Samples.reading(
            #"[{"id":"a","type":"icon","name":"arrow_forward"},{"id":"b","type":"icon","name":"check"}]"#
        )
        let icons = try HTMLScan(CardHTML.render(reading)).all("span").compactMap { $0.attributes["class"] }
        #expect(icons.map { $0.contains("directed") } == [true, false])
    }

    @Test("the cards that come with the project use no icon that is not drawn")
    func known() throws {
        func names(_ value: JSON) -> [String] {
            switch value {
            case .array(let values): return values.flatMap(names)
            case .object(let members):
                let own = value["type"] == "icon" ? value["name"].string : nil
                let parts = ["icon", "headerIcon"].compactMap { value[$0]["name"].string ?? value[$0].string }
                return [own].compactMap { $0 } + parts + members.flatMap { names($0.value) }
            default: return []
            }
        }
        let folder = "\(Files.packageRoot)/scripts/campaigns/cards"
        let shipped = try Files.names(in: folder).map { try Files.read("\(folder)/\($0)") }
        let samples = try Samples.names.map { try Samples.text($0) }
        #expect(shipped.count > 5)
        for card in shipped + samples {
            for name in names(try JSONText.parse(card)) {
                #expect(IconShapes.path(name) != nil, "draw \(name) in IconShapes")
            }
        }
    }
}
