import BrowserSupport
import Testing
import Values

@testable import Cards

extension InBrowser {
    @Suite("access")
    struct Access {
        /// Reads a page as a person does: what can be used, how large it is, and how text stands out.
        private static let survey = """
            const shown=(n)=>n.checkVisibility({visibilityProperty:true});
            const rgb=(text)=>{const c=text.match(/[\\d.]+/g).map(Number);return c.length<4?[...c,1]:c};
            const light=([r,g,b])=>{const f=(v)=>{v/=255;return v<=.04045?v/12.92:((v+.055)/1.055)**2.4};
            return .2126*f(r)+.7152*f(g)+.0722*f(b)};
            const under=(n)=>{for(;n;n=n.parentElement){const c=rgb(getComputedStyle(n).backgroundColor);
            if(c[3]===1)return c}return matchMedia("(prefers-color-scheme:dark)").matches?[18,18,18]:[255,255,255]};
            const problems=[];
            const name=(n)=>n.getAttribute("aria-label")??n.innerText.trim();
            for(const n of document.querySelectorAll("button,a")){
            if(!shown(n))continue;
            if(!name(n))problems.push("no name: "+n.outerHTML.slice(0,120));
            const box=n.getBoundingClientRect();
            // WCAG 2.2, 2.5.8 leaves out links in a line of text.
            if(!n.closest(".doc")&&(box.width<24||box.height<24))
            problems.push(`small: ${name(n)} ${box.width}x${box.height}`)}
            const walker=document.createTreeWalker(document.querySelector("main"),NodeFilter.SHOW_TEXT);
            let count=0;
            while(walker.nextNode()){const text=walker.currentNode,n=text.parentElement;
            if(!text.data.trim()||!shown(n)||n.closest(":disabled"))continue;
            count++;
            const style=getComputedStyle(n),size=parseFloat(style.fontSize);
            const need=size>=24||(size>=18.66&&style.fontWeight>=700)?3:4.5;
            const pair=[light(rgb(style.color)),light(under(n))].sort((a,b)=>b-a);
            const contrast=(pair[0]+.05)/(pair[1]+.05);
            if(contrast<need)problems.push(`contrast ${contrast.toFixed(2)}: ${text.data.trim().slice(0,40)} ${style.color}`)}
            const room=document.documentElement;
            if(room.scrollWidth>room.clientWidth)problems.push(`wider than the window: ${room.scrollWidth}`);
            return {problems,count}
            """

        @Test("the sample cards can be read and used, light and dark, wide and narrow", arguments: Samples.all)
        func survey(name: String) async throws {
            let browser = try Browser.current
            let plain = [(400, false), (400, true), (320, false), (1200, true)]
            for (look, text, views) in [(CardLook(), "100%", plain), (.rightToLeft, "200%", [(320, true)])] {
                try await browser.show(try Pages.sample(name, look))
                try await browser.driver.script("document.documentElement.style.fontSize=arguments[0]", .string(text))
                for (width, dark) in views {
                    try await browser.see(width: width, dark: dark)
                    let found = try await browser.driver.script(Self.survey)
                    #expect(found["problems"] == [], "\(width) px, dark: \(dark), \(look.direction), \(text)")
                    #expect((found["count"].int ?? 0) > 0)
                }
            }
            #expect(try await browser.faults() == [])
            let requests = try await browser.requests()
            #expect(requests.allSatisfy { $0.hasPrefix("https://") || $0.hasPrefix("data:image/") }, "\(requests)")
        }

        @Test("the survey finds what cannot be read or used")
        func surveyFinds() async throws {
            let browser = try Browser.current
            try await browser.see(width: 320)
            try await browser.show(
                try Pages.page(
                    #"""
                    [{"id":"a","type":"text","content":"pale","color":{"light":"#DDDDDD","dark":"#222222"}},
                     {"id":"b","type":"button","label":"x","action":{"type":"customCallback"}},
                     {"id":"c","type":"text","content":"good"}]
                    """#
                )
            )
            try await browser.driver.script(
                """
                const b=document.querySelector("button");b.textContent="";b.style.cssText="min-width:0;padding:0;width:9px";
                document.querySelector("main").style.cssText="width:500px;max-width:none"
                """
            )
            let found = try await browser.driver.script(Self.survey)
            let kinds = (found["problems"].array ?? []).map { ($0.string ?? "").prefix { $0 != ":" } }
            #expect(kinds == ["no name", "small", "contrast 1.36", "wider than the window"], "\(found)")
        }

        /// Role and name of everything that assistive technology is told of, as the browser computes them.
        private func told(_ browser: Browser) async throws -> [String] {
            let nodes = try await browser.driver.devTools("Accessibility.getFullAXTree")["nodes"].array ?? []
            let byId = Dictionary(nodes.map { ($0["nodeId"], $0) }, uniquingKeysWith: { first, _ in first })
            func inOrder(_ node: JSON) -> [JSON] {
                [node] + (node["childIds"].array ?? []).flatMap { byId[$0].map(inOrder) ?? [] }
            }
            return (nodes.first.map(inOrder) ?? []).compactMap { node -> String? in
                guard node["ignored"] == false, let role = node["role"]["value"].string else { return nil }
                let silent: Set = ["RootWebArea", "StaticText", "InlineTextBox", "generic", "none"]
                guard !silent.contains(role) else { return nil }
                let name = node["name"]["value"].string ?? ""
                let told: Set = ["disabled", "expanded", "selected", "level"]
                let facts = (node["properties"].array ?? []).compactMap { property -> String? in
                    guard let key = property["name"].string, told.contains(key) else { return nil }
                    return "\(key)=\(property["value"]["value"].text)"
                }
                return ([role, name] + facts.sorted()).joined(separator: "|")
            }
        }

        @Test("names and roles are what a screen reader says")
        func roles() async throws {
            let browser = try Browser.current
            try await browser.see()
            try await browser.show(
                try Pages.page(
                    #"""
                    [{"id":"1","type":"text","content":"Big","variant":"title"},
                     {"id":"2","type":"button","label":"Go","icon":{"name":"star"},"action":{"type":"customCallback"}},
                     {"id":"3","type":"button","label":"Off","action":{"type":"openUrl","url":""}},
                     {"id":"4","type":"iconButton","icon":{"name":"content_copy"},"action":{"type":"customCallback"}},
                     {"id":"5","type":"link","text":"Site","action":{"type":"openUrl","url":"https://a.example"}},
                     {"id":"6","type":"progressBar","value":40,"label":"Half way"},
                     {"id":"7","type":"avatar","fallbackInitials":"AB"},{"id":"8","type":"icon","name":"star"},
                     {"id":"9","type":"accordion","header":"More","body":[{"id":"x","type":"text","content":"hidden"}]},
                     {"id":"10","type":"tabs","tabs":[{"label":"One","content":[{"id":"y","type":"divider"}]},
                      {"label":"Two","content":[{"id":"z","type":"divider"}]}]}]
                    """#
                )
            )
            let told = try await told(browser)
            #expect(
                told == [
                    "main|", "heading|Big|level=1", "button|Go", "button|Off|disabled=true", "button|content copy",
                    "link|Site", "progressbar|Half way", "image|AB", "button|More|expanded=false", "tablist|",
                    "tab|One|selected=true", "tab|Two|selected=false", "tabpanel|One", "separator|",
                ]
            )
        }

        @Test("a forced mode is kept whatever the reader prefers; else a change of it is followed at once")
        func modes() async throws {
            let browser = try Browser.current
            func ground() async throws -> JSON {
                try await browser.driver.script(
                    """
                    const s=(n)=>getComputedStyle(n);
                    return [s(document.querySelector("main")).backgroundColor,s(document.documentElement).colorScheme]
                    """
                )
            }
            let (light, dark) = ("rgb(255, 255, 255)", "rgb(27, 26, 31)")
            for theme in CardLook.Theme.allCases {
                var look = CardLook()
                look.theme = theme
                try await browser.show(try Pages.page(#"[{"id":"a","type":"text","content":"x"}]"#, look))
                for isDark in [false, true, false] {
                    try await browser.see(dark: isDark)
                    let shown = theme == .auto ? isDark : theme == .dark
                    let scheme = theme == .auto ? "light dark" : theme.rawValue
                    #expect(try await ground() == [.string(shown ? dark : light), .string(scheme)])
                }
            }
        }
    }
}
