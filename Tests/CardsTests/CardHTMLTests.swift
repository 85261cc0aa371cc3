import Testing
import Values

@testable import Cards

@Suite("card HTML")
struct CardHTMLTests {
    @Test("the sample cards make sound pages, in every mode", arguments: Samples.names)
    func samples(name: String) throws {
        let reading = CardReading.read(text: try Samples.text(name))
        for theme in CardLook.Theme.allCases {
            var look = CardLook()
            look.theme = theme
            let html = try reading.rendered(as: .html, look)
            let page = try HTMLScan(html)
            page.expectSound(name)
            // A card may have the same colours in both modes.
            if theme != .auto || Self.mayChange(html) {
                #expect(html.contains("prefers-color-scheme:dark){:root") == (theme == .auto))
            }
            #expect(html.contains("color-scheme:\(theme == .auto ? "light dark" : theme.rawValue)"))
        }
    }

    private static func mayChange(_ html: String) -> Bool { html.contains("var(--c0)") }

    @Test("the pages look as they should", arguments: Samples.all)
    func golden(name: String) throws {
        let html = CardHTML.render(CardReading.read(text: try Samples.text(name)))
        // What all pages have in common would only make each picture change with it.
        let own = html.replacing(HTMLStyle.text, with: "…").replacing(HTMLScript.text, with: "…")
            .replacing(/sha256-[A-Za-z0-9+\/=]+/, with: "…").replacing("><", with: ">\n<")
        try Snapshot.expect(own, "html/\(name).html")
    }

    @Test("a page begins with its policy")
    func head() throws {
        let html = CardHTML.render(CardReading.read(text: try Samples.text(Samples.names[0])))
        #expect(html.hasPrefix("<!doctype html>\n<html dir=\"ltr\"><head><meta charset=\"utf-8\"><meta http-equiv="))
    }

    @Test("the policy names the page's own script and style by their content")
    func policy() throws {
        // The example of CSP Level 3, §8.3.
        #expect(
            ContentHash.source("alert('Hello, world.');") == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
        )
        let page = try HTMLScan(CardHTML.render(CardReading.read(text: try Samples.text(Samples.names[5]))))
        let policy = try #require(page.with("http-equiv", "Content-Security-Policy").first?.attributes["content"])
        let style = try #require(page.all("style").first)
        let script = try #require(page.all("script").first)
        #expect(
            policy.split(separator: "; ").map(String.init) == [
                "default-src 'none'", "img-src https: data:", "style-src \(ContentHash.source(style.text))",
                "script-src \(ContentHash.source(script.text))", "base-uri 'none'", "form-action 'none'",
            ]
        )
        #expect(script.text == HTMLScript.text && !script.text.contains("</"))
    }

    private static let evil =
        #""><script>alert(1)</script><img src=x onerror=alert(1)> ' onload='alert(1)' &amp; </style></title> {{x}} javascript:alert(1)"#
        + "\u{0}\u{1B}\u{202E}\u{2028}\r\n"

    /// Every property of every element and action, once with a hostile text in each place that takes one.
    @Test("no text of a card is ever code", arguments: CardSchema.elements.map(\.name))
    func hostile(type: String) throws {
        let shape = try #require(CardSchema.element(type))
        func poison(_ value: JSON, _ text: String) -> JSON {
            switch value {
            case .string: .string(text)
            case .array(let values): .array(values.map { poison($0, text) })
            case .object(let members):
                .object(
                    JSONObject(
                        members.map { key, value in
                            (key, ["type", "light", "dark"].contains(key) ? value : poison(value, text))
                        }
                    )
                )
            default: value
            }
        }
        let element = SchemaSamples.element(shape, id: "a")
        for text in [
            Self.evil, "javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "https://a.example/\"onx=1",
        ] {
            for action in CardSchema.actions {
                var poisoned = poison(element, text)
                if shape.property("action") != nil { poisoned["action"] = poison(SchemaSamples.members(action), text) }
                let reading = CardReading.read(SchemaSamples.card([poisoned, ["id": "z", "type": "divider"]]))
                let page = try HTMLScan(CardHTML.render(reading))
                page.expectSound("\(type) \(action.name) \(text.prefix(12))")
                for tag in page.with("data-action") { _ = try JSONText.parse(tag.attributes["data-action"] ?? "") }
            }
        }
        let links = "[x](javascript:alert(1)) [y](\(Self.evil)) <script>alert(1)</script> ![i](javascript:x)"
        let reading = CardReading.read(
            SchemaSamples.card([["id": "m", "type": "markdown", "content": .string(links)]])
        )
        try HTMLScan(CardHTML.render(reading)).expectSound("markdown")
    }

    @Test("a fallback text is text")
    func fallback() throws {
        let page = try HTMLScan(CardHTML.render(CardReading(card: nil, diagnostics: [], fallbackText: Self.evil)))
        page.expectSound("fallback")
        #expect(page.all("p").first?.text.contains("&lt;script&gt;alert(1)") == true)
        #expect(page.all("a").isEmpty)
    }

    @Test("controls are buttons and links with an action, and those that do nothing are disabled")
    func controls() throws {
        let reading = try Samples.reading(
            #"""
            [{"id":"b","type":"button","label":"Go","action":{"type":"copyToClipboard","value":"v"}},
             {"id":"off","type":"button","label":"Off","action":{"type":"openUrl","url":""}},
             {"id":"i","type":"iconButton","icon":{"name":"content_copy"},"action":{"type":"customCallback"}},
             {"id":"l","type":"link","text":"Site","action":{"type":"openUrl","url":"https://bücher.example/a b"}},
             {"id":"l2","type":"link","text":"Site","action":{"type":"openUrl","url":"https://bücher.example/ä"}},
             {"id":"t","type":"link","text":"Call","action":{"type":"openUrl","url":"tel:+123"}},
             {"id":"c","type":"chip","text":"Chip","action":{"type":"customCallback"}},
             {"id":"m","type":"markdown","content":"[one](https://a.example) [two](javascript:x) [three](mailto:a@b.example)"}]
            """#
        )
        let page = try HTMLScan(CardHTML.render(reading))
        page.expectSound("controls")
        func control(_ id: String) throws -> HTMLScan.Tag { try #require(page.with("data-id", id).first) }
        #expect(try control("b").name == "button" && control("b").attributes["disabled"] == nil)
        #expect(try control("b").attributes["data-action"] == #"{"type":"copyToClipboard","value":"v"}"#)
        #expect(try control("off").attributes["disabled"] != nil && control("off").attributes["data-action"] == nil)
        #expect(try control("i").attributes["aria-label"] == "content copy")
        #expect(try control("l").name == "button" && control("l").attributes["disabled"] != nil)
        #expect(try control("l2").attributes["href"] == "https://xn--bcher-kva.example/%C3%A4")
        #expect(try control("l2").attributes["rel"] == "noopener noreferrer")
        #expect(try control("t").name == "button" && control("t").attributes["data-action"] != nil)
        #expect(try control("c").name == "button")
        let links = page.with("data-id", "m")
        #expect(links.map(\.name) == ["a", "button"] && links.map(\.text) == ["one", "three"])
        #expect(page.all("span").contains { $0.attributes["class"] == "inert" && $0.text == "two" })
    }

    @Test("tabs and accordions follow the patterns of the ARIA guide, and start as the state says")
    func panels() throws {
        let reading = try Samples.reading(
            #"""
            [{"id":"t","type":"tabs","defaultActiveTab":1,"tabs":[{"label":"One","content":[{"id":"p1","type":"text","content":"first"}]},
              {"label":"Two","content":[{"id":"p2","type":"text","content":"second"}]}]},
             {"id":"a","type":"accordion","header":"More","body":[{"id":"p3","type":"text","content":"inside"}]},
             {"id":"h","type":"accordion","header":[{"id":"x","type":"button","label":"X","action":{"type":"customCallback"}}],
              "body":[{"id":"p4","type":"text","content":"below"}],"expandedByDefault":true}]
            """#
        )
        let page = try HTMLScan(CardHTML.render(reading))
        page.expectSound("panels")
        let tabs = page.with("role", "tab")
        #expect(tabs.map { $0.attributes["aria-selected"] } == ["false", "true"])
        #expect(tabs.map { $0.attributes["tabindex"] } == ["-1", "0"])
        let panels = page.with("role", "tabpanel")
        #expect(panels.map { $0.attributes["hidden"] != nil } == [true, false])
        #expect(panels.map { $0.attributes["id"] } == tabs.map { $0.attributes["aria-controls"] })
        #expect(panels.map { $0.attributes["aria-labelledby"] } == tabs.map { $0.attributes["id"] })
        #expect(page.with("role", "tablist").first?.attributes["data-pointer"] == "/body/0")
        let heads = page.with("aria-expanded")
        #expect(heads.map { $0.attributes["aria-expanded"] } == ["false", "true"])
        let bodies = heads.map { head in page.with("id", head.attributes["aria-controls"]).first }
        #expect(bodies.map { $0?.attributes["hidden"] != nil } == [true, false])
        let state = CardState(openAccordions: ["/body/1": true], activeTabs: ["/body/0": 0])
        let other = try HTMLScan(CardHTML.render(reading, options: HTMLOptions(state: state)))
        #expect(other.with("role", "tab").map { $0.attributes["aria-selected"] } == ["true", "false"])
        #expect(other.with("aria-expanded").map { $0.attributes["aria-expanded"] } == ["true", "true"])
    }

    @Test("a control without words has a name all the same")
    func names() throws {
        let reading = try Samples.reading(
            #"""
            [{"id":"b","type":"button","label":" ","action":{"type":"customCallback"}},
             {"id":"s","type":"button","label":"","icon":{"name":"star"},"action":{"type":"customCallback"}},
             {"id":"l","type":"link","text":"","action":{"type":"openUrl","url":"https://a.example"}},
             {"id":"c","type":"chip","text":"","action":{"type":"customCallback"}},
             {"id":"i","type":"iconButton","icon":{"url":"https://a.example/i.png"},"action":{"type":"customCallback"}},
             {"id":"a","type":"accordion","header":"","body":[{"id":"d","type":"divider"}]},
             {"id":"t","type":"tabs","tabs":[{"label":"","content":[{"id":"e","type":"divider"}]}]},
             {"id":"m","type":"markdown","content":"[](https://a.example)"}]
            """#
        )
        let page = try HTMLScan(CardHTML.render(reading))
        page.expectSound("names")
        let named = page.tags.filter { $0.name == "button" || $0.name == "a" }.map { $0.attributes["aria-label"] }
        #expect(named == ["Button", "star", "Link", "Button", "icon", "Details", "Tab 1", "https://a.example"])
    }

    @Test("headings, tables, bars and pictures say what they are")
    func semantics() throws {
        let reading = try Samples.reading(
            #"""
            [{"id":"1","type":"text","content":"T","variant":"title"},{"id":"2","type":"text","content":"H","variant":"heading4"},
             {"id":"3","type":"text","content":"B"},
             {"id":"4","type":"table","columns":["A","B"],"rows":[["1","2"]]},
             {"id":"5","type":"progressBar","value":62.5,"label":"Done"},
             {"id":"6","type":"image","url":"https://a.example/p.png","altText":"A boot"},
             {"id":"7","type":"image","url":"http://a.example/p.png","altText":"Not loaded"},
             {"id":"8","type":"image","url":"http://a.example/p.png"},
             {"id":"9","type":"avatar","fallbackInitials":"AB"},{"id":"10","type":"icon","name":"star"},
             {"id":"11","type":"row","scrollable":true,"items":[{"id":"12","type":"divider"}]}]
            """#
        )
        let page = try HTMLScan(CardHTML.render(reading))
        #expect(page.all("h1").map(\.text) == ["T"] && page.all("h5").map(\.text) == ["H"])
        #expect(page.all("p").map(\.text) == ["B"])
        #expect(page.all("th").allSatisfy { $0.attributes["scope"] == "col" })
        let bar = try #require(page.with("role", "progressbar").first)
        #expect(bar.attributes["aria-valuenow"] == "62.5" && bar.attributes["aria-label"] == "Done")
        #expect(page.all("img").map { $0.attributes["alt"] } == ["A boot"])
        #expect(page.with("role", "img").map { $0.attributes["aria-label"] } == ["Not loaded", "AB"])
        #expect(page.with("aria-label", "Scrolls sideways").first?.attributes["tabindex"] == "0")
    }

    @Test("direction, font and pictures of two modes")
    func options() throws {
        let reading = try Samples.reading(
            #"[{"id":"i","type":"image","altText":"x","url":{"light":"https://a.example/l.png","dark":"https://a.example/d,1.png"}}]"#
        )
        let page = try HTMLScan(CardHTML.render(reading, options: HTMLOptions(direction: .rtl)))
        #expect(page.all("html").first?.attributes["dir"] == "rtl")
        #expect(page.all("source").first?.attributes["srcset"] == "https://a.example/d%2C1.png")
        #expect(page.all("img").first?.attributes["src"] == "https://a.example/l.png")
        var look = CardLook()
        look.theme = .dark
        let dark = try HTMLScan(try reading.rendered(as: .html, look))
        #expect(dark.all("source").isEmpty && dark.all("img").first?.attributes["src"] == "https://a.example/d,1.png")
        for (family, isUsed) in [("Source Sans 3", true), ("x;}</style><script>", false), ("\"", false)] {
            look.overrides = ["fontFamily": .string(family)]
            let html = try reading.rendered(as: .html, look)
            #expect(html.contains("font-family:\"\(family)\"") == isUsed)
            try HTMLScan(html).expectSound("font")
        }
    }

    @Test("a page grows with its card and not faster")
    func linear() throws {
        func size(_ count: Int) -> Int {
            let elements = (0..<count).map { index -> JSON in
                ["id": .string("e\(index)"), "type": "text", "content": "Some words"]
            }
            return CardHTML.render(CardReading.read(SchemaSamples.card(elements))).utf8.count
        }
        let (few, more, many) = (size(10), size(1010), size(2010))
        #expect(abs((many - more) - (more - few)) <= 8)
    }
}
