import Testing
import Values

@testable import Cards

@Suite("card layout")
struct CardLayoutTests {
    @Test("every node has a place, a role and, when it can be tapped, a name", arguments: Samples.names)
    func samples(name: String) throws {
        let reading = CardReading.read(text: try Samples.text(name))
        for mode in CardTheme.Mode.allCases {
            let layout = LayoutJSON.document(reading, theme: CardTheme(mode: mode))
            #expect(layout["mode"] == .string(mode.rawValue))
            var rest = try #require(layout["nodes"].array)
            var pointers: Set<String> = []
            while let node = rest.popLast() {
                let pointer = try #require(node["pointer"].string)
                #expect(pointers.insert(pointer).inserted)
                #expect(reading.card?.source[try JSONPointer(pointer)]?["id"] == node["id"])
                let role = try #require(node["role"].string)
                if ["button", "link", "heading", "text"].contains(role) {
                    #expect(node["label"].string != nil, "\(pointer)")
                }
                #expect(node.object?.contains { $0.value.isNull } == false, "\(node.text)")
                for color in node["colors"].object ?? JSONObject() {
                    #expect(color.value.string?.wholeMatch(of: /#[0-9A-F]{6}/) != nil)
                }
                rest += (node["children"].array ?? []) + (node["header"].array ?? [])
                rest += (node["tabs"].array ?? []).flatMap { $0["children"].array ?? [] }
            }
        }
    }

    /// One line for each node, deeper ones further in.
    @Test("the layouts are as they should be", arguments: Samples.all)
    func golden(name: String) throws {
        func lines(_ node: JSON, _ depth: Int) -> [String] {
            var own = node
            let inner = ["header", "children", "nodes"].flatMap { node[$0].array ?? [] }
            let tabs = (node["tabs"].array ?? []).flatMap { $0["children"].array ?? [] }
            for key in ["header", "children", "nodes", "tabs"] { own[key] = .null }
            let facts = JSONObject(own.object?.compactMap { $0.value.isNull ? nil : ($0.key, $0.value) } ?? [])
            let line = String(repeating: "  ", count: depth) + JSON.object(facts).text
            return [line] + (inner + tabs).flatMap { lines($0, depth + 1) }
        }
        let reading = CardReading.read(text: try Samples.text(name))
        let layout = LayoutJSON.document(reading, theme: CardTheme(mode: .light))
        try Snapshot.expect(lines(layout, 0).joined(separator: "\n") + "\n", "layout/\(name).txt")
    }

    @Test("what a node says")
    func node() throws {
        let reading = try Samples.reading(
            ##"""
            [{"id":"h","type":"text","content":"Hi","variant":"heading1","color":{"light":"#010203","dark":"#A0B0C0"},"maxLines":2},
             {"id":"b","type":"button","label":"Go","action":{"type":"openUrl","url":""}},
             {"id":"i","type":"image","url":"http://a.example/p.png","width":"50%"},
             {"id":"a","type":"accordion","header":"More","body":[{"id":"x","type":"icon","name":"star"}]}]
            """##
        )
        let nodes = LayoutJSON.document(reading, theme: CardTheme(mode: .light))["nodes"]
        #expect(
            nodes[0] == [
                "id": "h", "pointer": "/body/0", "role": "heading", "label": "Hi", "level": 2, "type": "text",
                "content": "Hi", "fontSize": 24.0, "fontWeight": "regular", "align": "left", "maxLines": 2,
                "padding": [0.0, 0.0, 0.0, 0.0], "colors": ["foreground": "#010203"],
            ]
        )
        #expect(nodes[1]["disabled"] == true && nodes[1]["taps"] == [["number": 1, "inert": true]])
        #expect(nodes[1]["colors"]["background"] == "#E6E5E9")
        // A URL that must not be loaded is not handed on.
        #expect(nodes[2]["role"] == "none" && nodes[2]["url"].isNull && nodes[2]["width"] == "50.0%")
        #expect(nodes[3]["open"] == false && nodes[3]["children"][0]["id"] == "x")
        let unusable = LayoutJSON.document(CardReading.read(["fallbackText": "F"]), theme: CardTheme())
        #expect(unusable == ["fallbackText": "F"])
    }
}
