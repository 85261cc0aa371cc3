import BrowserSupport
import Testing
import Values

@testable import Cards

extension InBrowser {
    /// Cards whose author wants to run something in the reader's browser.
    @Suite("hostile cards")
    struct HostileCards {
        /// What would show if it ran: a page that is touched, a box, a request.
        static let texts = [
            #""><script>window.pwned=1</script><img src=x onerror="window.pwned=1">"#,
            #"' onclick='window.pwned=1' autofocus onfocus='window.pwned=1"#,
            #"</style></script></title></textarea></noscript><svg onload=window.pwned=1>"#,
            #"<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">"#,
            #"{{constructor.constructor('window.pwned=1')()}} ${window.pwned=1} <!-- --> ]]>"#,
            #"[x](javascript:window.pwned=1) ![y](https://evil.example/p.png) <iframe src=https://evil.example></iframe>"#,
        ]
        static let urls = [
            "javascript:window.pwned=1", "JaVaScRiPt:window.pwned=1", " javascript:window.pwned=1",
            "java\tscript:window.pwned=1", "data:text/html,<script>parent.pwned=1</script>", "vbscript:pwned",
            "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='parent.pwned=1'/>",
            "blob:https://a.example/1", "file:///etc/passwd", "//evil.example/x",
            "https://a.example/\"onerror=\"pwned=1",
        ]

        /// Every element of the schema with a hostile text in each property that takes one, and every action.
        private static func cards() -> [JSON] {
            (texts + urls).map { text in
                let elements = CardSchema.elements.enumerated().flatMap { number, shape -> [JSON] in
                    let element = poisoned(SchemaSamples.element(shape, id: "e\(number)"), text)
                    guard shape.property("action") != nil else { return [element] }
                    return CardSchema.actions.enumerated().map { place, action in
                        var tapped = element
                        tapped["id"] = .string("e\(number)-\(place)")
                        tapped["action"] = poisoned(SchemaSamples.members(action), text)
                        return tapped
                    }
                }
                return [
                    "version": "1.0", "fallbackText": .string(text), "body": .array(elements),
                    "style": ["background": ["light": "#FFFFFF", "dark": "#1B1A1F"]],
                ]
            }
        }

        private static func poisoned(_ value: JSON, _ text: String) -> JSON {
            switch value {
            case .string: .string(text)
            case .array(let values): .array(values.map { poisoned($0, text) })
            case .object(let members):
                .object(
                    JSONObject(
                        members.map { key, value in
                            let isShape = ["type", "light", "dark"].contains(key)
                            return (key, isShape ? value : poisoned(value, text))
                        }
                    )
                )
            default: value
            }
        }

        @Test("nothing of a card runs, is fetched or leads away, wherever it stands and whatever is tapped")
        func inert() async throws {
            let browser = try Browser.current
            try await browser.see()
            for card in Self.cards() {
                let reading = CardReading.read(card)
                try await browser.embed(CardHTML.render(reading))
                let outcome = try await browser.driver.script(
                    """
                    const nodes=[...document.querySelectorAll("button,a,[role=tab],img")];
                    for(const n of nodes)for(const kind of ["focus","mouseover","click"])
                    n.dispatchEvent(new MouseEvent(kind,{bubbles:true,cancelable:true}));
                    const odd=[...document.querySelectorAll("*")].filter((n)=>
                    n.getAttributeNames().some((a)=>a.startsWith("on")||a==="style"||a==="srcdoc"));
                    const made=document.querySelectorAll("iframe,base,object,embed,form,textarea,noscript,link");
                    const away=[...document.querySelectorAll("[href],[src]")].map((n)=>n.href??n.src).filter((u)=>
                    !/^https:|^data:image\\//.test(u));
                    return [window.pwned??null,odd.length,made.length,document.scripts.length,away,
                    nodes.length>20,location.protocol]
                    """
                )
                let wanted: JSON = [.null, 0, 0, 1, [], true, "file:"]
                #expect(outcome == wanted, "\(card["fallbackText"].text)")
                #expect(try await browser.faults() == [], "\(card["fallbackText"].text)")
                #expect(try await browser.driver.windows() == 1)
                try await browser.driver.leaveFrame()
                let around = try await browser.driver.script("return [window.pwned??null,location.pathname.slice(-9)]")
                #expect(around == [.null, "host.html"])
                let asked = try await browser.requests()
                #expect(
                    asked.allSatisfy { $0.hasPrefix("https://a.example/") || $0.hasPrefix("data:image/") },
                    "\(asked)"
                )
            }
        }

        @Test("the policy stops what would get in some other way")
        func policy() async throws {
            let browser = try Browser.current
            try await browser.show(try Pages.page(#"[{"id":"a","type":"text","content":"x"}]"#))
            let ran = try await browser.driver.wait(
                """
                const main=document.querySelector("main");
                const script=document.createElement("script");script.textContent="window.pwned=1";main.append(script);
                main.insertAdjacentHTML("beforeend",'<p onclick="window.pwned=2">x</p>');main.lastChild.click();
                const blocked=await fetch("https://a.example/").then(()=>"fetched",(e)=>e.name);
                return [window.pwned??null,blocked]
                """
            )
            #expect(ran == [.null, "TypeError"])
            #expect(try await browser.faults().filter { $0.contains("Content Security Policy") }.count >= 3)
        }
    }
}
