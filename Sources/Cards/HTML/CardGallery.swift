package import Values

/// Many cards on one page, each by day and by night in a frame of its own, as a page that embeds cards has them.
package enum CardGallery {
    /// A card and what stands above it.
    package struct Entry: Sendable {
        package var name: String
        package var reading: CardReading

        package init(name: String, reading: CardReading) {
            self.name = name
            self.reading = reading
        }
    }

    /// The page; its events are those of a card's page, so that it can be embedded, too.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument` for overrides that are none.
    package static func render(_ entries: [Entry], _ look: CardLook = CardLook()) throws(HeraldError) -> String {
        let modes: [CardLook.Theme] = look.theme == .auto ? [.light, .dark] : [look.theme]
        var body = HTMLWriter()
        // A frame whose page stands in the page around it obeys the policies of both.
        var styles = Set([ContentHash.source(style)])
        for entry in entries {
            body.open("section")
            body.open("h2")
            body.text(TerminalText.line(entry.name))
            body.close("h2")
            body.open("div", [.with("class", "pair")])
            for mode in modes {
                var look = look
                look.theme = mode
                let page = try page(entry.reading, look, &styles)
                body.open(
                    "iframe",
                    [
                        .with("title", "\(entry.name), \(mode.rawValue)"), .with("sandbox", "allow-scripts"),
                        .with("srcdoc", page), .with("class", mode.rawValue),
                    ]
                )
                body.close("iframe")
            }
            body.close("div")
            body.open("p", [.with("role", "status")])
            body.close("p")
            body.close("section")
        }
        return page(body, styles: styles.sorted())
    }

    private static func page(
        _ reading: CardReading,
        _ look: CardLook,
        _ styles: inout Set<String>
    ) throws(HeraldError) -> String {
        let theme = try look.theme(look.theme == .dark ? .dark : .light)
        let options = HTMLOptions(light: theme, dark: theme, direction: look.direction, state: look.state)
        let page = CardHTML.page(reading, options: options)
        styles.insert(page.styleSource)
        return page.html
    }

    private static func page(_ body: HTMLWriter, styles: [String]) -> String {
        let policy = [
            "default-src 'none'", "img-src https: data:", "style-src \(styles.joined(separator: " "))",
            "script-src \(ContentHash.source(script)) \(HTMLScript.source)", "base-uri 'none'", "form-action 'none'",
        ]
        var writer = HTMLWriter()
        writer.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        writer.open(
            "meta",
            [.with("http-equiv", "Content-Security-Policy"), .with("content", policy.joined(separator: "; "))]
        )
        writer.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        writer.raw("<meta name=\"referrer\" content=\"no-referrer\"><title>Cards</title>")
        // The script stands before the frames: what they say at once must find somebody who listens.
        writer.raw("<style>\(style)</style><script>\(script)</script></head><body><main>")
        writer.append(body)
        writer.raw("</main></body></html>\n")
        return writer.html
    }

    private static let style = """
        :root{color-scheme:light dark}body{margin:0;font-family:system-ui,sans-serif;background:#E9E8EE;color:#1C1B20}\
        main{display:flex;flex-wrap:wrap;gap:24px 32px;padding:24px;justify-content:center;align-items:flex-start}\
        section{flex:none;max-width:100%}h2{font-size:.9rem;font-weight:600;margin:0 0 8px}\
        .pair{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}\
        iframe{width:360px;max-width:100%;height:320px;border:0;border-radius:16px;display:block}\
        .light{background:#fff}.dark{background:#121212}\
        p{margin:6px 0 0;font-size:.8rem;min-height:1.2em;max-width:736px;overflow-wrap:anywhere}\
        @media (prefers-color-scheme:dark){body{background:#2A2830;color:#ECEAF0}}
        """

    /// Gives each frame the height of its content, those below once they come to sight, and writes below it what a tap asks for.
    private static let script = """
        "use strict";(()=>{
        const root=document.documentElement;
        addEventListener("message",({data,source})=>{
        const frame=[...document.querySelectorAll("iframe")].find((one)=>one.contentWindow===source);
        if(!frame||data?.source!=="herald-card")return;
        if(data.event==="size")frame.style.height=Math.max(0,Math.min(20000,Number(data.height)||0))+"px";
        if(data.event==="action")
        frame.closest("section").lastElementChild.textContent=`${data.elementId}: ${JSON.stringify(data.action)}`});
        if(parent!==self)new ResizeObserver(()=>{const box=root.getBoundingClientRect();
        parent.postMessage({source:"herald-card",event:"size",width:Math.ceil(box.width),height:Math.ceil(box.height)},"*")
        }).observe(root)})();
        """
}
