extension HTMLPainter {
    mutating func markdown(_ markdown: MarkdownElement, _ pair: NodePair, _ extra: [String?]) {
        let style = [
            paint("color", pair, \.foreground), CSS.fontSize(markdown.baseFontSize),
            "line-height:\(CSS.number(markdown.lineHeight))",
        ]
        writer.open("div", [classes("doc", style: style + extra)])
        let link = classes(style: [paint("color", pair, \.accent)])
        let code = classes("md", style: [paint("background", pair, \.header), "border-radius:4px"])
        let look = MarkdownLook(pair: pair, link: link, code: code)
        blocks(MarkdownDocument.read(markdown.content).blocks, look)
        writer.close("div")
    }

    private struct MarkdownLook {
        let pair: NodePair
        let link: HTMLWriter.Attribute?
        let code: HTMLWriter.Attribute?
    }

    /// How a block stands: one that says no direction has that of the list or quote around it, so that marks and lines
    /// are on the side where their text begins.
    private struct Place {
        var isTight = false
        var isInner = false

        var direction: HTMLWriter.Attribute? { .flag("dir", "auto", if: !isInner) }
        func inner(isTight: Bool = false) -> Place { Place(isTight: isTight, isInner: true) }
    }

    private mutating func blocks(_ blocks: [MarkdownBlock], _ look: MarkdownLook, _ place: Place = Place()) {
        for block in blocks { self.block(block, look, place) }
    }

    private mutating func block(_ block: MarkdownBlock, _ look: MarkdownLook, _ place: Place) {
        switch block {
        case .paragraph(let inlines):
            // In a tight list the line is the item.
            paragraph(place.isTight ? "div" : "p", inlines, look, place)
        case .heading(let level, let inlines): paragraph(HTMLTags.heading(level) ?? "p", inlines, look, place)
        case .code(let text, let language):
            writer.open(
                "pre",
                [
                    look.code, .with("tabindex", "0"), .with("role", "region"),
                    .with("aria-label", language ?? "Code"), .with("dir", "ltr"),
                ]
            )
            writer.open("code")
            writer.text(text)
            writer.close("code")
            writer.close("pre")
        case .list(let start, let isTight, let items):
            let tag: StaticString = start == nil ? "ul" : "ol"
            let first = start.flatMap { $0 == 1 ? nil : String($0) }
            writer.open(tag, [.with("start", ifAny: first), place.direction])
            for item in items {
                writer.open("li")
                blocks(item, look, place.inner(isTight: isTight))
                writer.close("li")
            }
            writer.close(tag)
        case .quote(let inner):
            writer.open("blockquote", [.with("class", "doc"), place.direction])
            blocks(inner, look, place.inner())
            writer.close("blockquote")
        case .rule:
            let style = ["height:1px", paint("background", look.pair, \.border)]
            writer.open("hr", [classes(style: style)])
        }
    }

    private mutating func paragraph(
        _ tag: StaticString,
        _ inlines: [MarkdownInline],
        _ look: MarkdownLook,
        _ place: Place
    ) {
        writer.open(tag, [place.direction])
        self.inlines(inlines, look)
        writer.close(tag)
    }

    private mutating func inlines(_ inlines: [MarkdownInline], _ look: MarkdownLook) {
        for inline in inlines {
            switch inline {
            case .text(let text): writer.text(text)
            case .code(let text):
                writer.open("code", [look.code])
                writer.text(text)
                writer.close("code")
            case .emphasis(let inner): wrapped("em", inner, look)
            case .strong(let inner): wrapped("strong", inner, look)
            case .strike(let inner): wrapped("del", inner, look)
            case .link(let url, let inner):
                let tag = inlineLink(url, inner.map(\.plainText).joined(), look.pair, look.link)
                self.inlines(inner, look)
                writer.close(tag)
            case .softBreak: writer.text(" ")
            case .hardBreak: writer.open("br")
            }
        }
    }

    private mutating func wrapped(_ tag: StaticString, _ inner: [MarkdownInline], _ look: MarkdownLook) {
        writer.open(tag)
        inlines(inner, look)
        writer.close(tag)
    }
}
