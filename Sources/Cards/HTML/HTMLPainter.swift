internal import Values

/// One element in both modes: the same but for colours and pictures.
struct NodePair {
    let light: LayoutNode
    let dark: LayoutNode

    static func pairs(_ light: [LayoutNode], _ dark: [LayoutNode]) -> [NodePair] {
        zip(light, dark).map { NodePair(light: $0, dark: $1) }
    }

    var children: [NodePair] { Self.pairs(light.children, dark.children) }
    var header: [NodePair] { Self.pairs(light.header, dark.header) }
    var panels: [[NodePair]] { zip(light.panels, dark.panels).map(Self.pairs) }
}

/// Writes layout nodes as HTML.
struct HTMLPainter {
    var writer = HTMLWriter()
    var styles = HTMLStyles()
    let options: HTMLOptions
    private var serial = 0

    init(options: HTMLOptions) { self.options = options }

    /// An id of the page's own; those of the card may be anything.
    mutating func newID() -> String {
        serial += 1
        return "n\(serial)"
    }

    mutating func color(_ pair: NodePair, _ part: KeyPath<Paint, RGBColor?>) -> String {
        styles.color(pair.light.paint[keyPath: part], pair.dark.paint[keyPath: part])
    }

    /// A declaration that paints a part; `nil` when neither mode has it.
    mutating func paint(_ property: String, _ pair: NodePair, _ part: KeyPath<Paint, RGBColor?>) -> String? {
        guard pair.light.paint[keyPath: part] != nil || pair.dark.paint[keyPath: part] != nil else { return nil }
        return "\(property):\(color(pair, part))"
    }

    mutating func classes(_ names: String..., style: [String?]) -> HTMLWriter.Attribute? {
        let all = names.filter { !$0.isEmpty } + [styles.name(style)].compactMap { $0 }
        return all.isEmpty ? nil : .with("class", all.joined(separator: " "))
    }

    mutating func card(_ card: Card) {
        let light = LayoutBuilder.build(card, theme: options.light, state: options.state, scope: .everything)
        let dark = LayoutBuilder.build(card, theme: options.dark, state: options.state, scope: .everything)
        let background = styles.color(light.paint.background, dark.paint.background)
        let border = styles.color(light.paint.border, dark.paint.border)
        let box = light.box
        begin(
            style: [
                "color:\(styles.color(light.paint.foreground, dark.paint.foreground))", "background:\(background)",
                CSS.radius(box.borderRadius), CSS.padding(box.padding),
                box.borderWidth > 0 ? "border:\(CSS.px(box.borderWidth)) solid \(border)" : nil,
                light.maxWidth.map { "max-width:\(CSS.px($0))" },
            ]
        )
        stack(NodePair.pairs(light.nodes, dark.nodes))
        writer.close("main")
    }

    /// Plain text to select; its links are not live.
    mutating func fallback(_ text: String) {
        let background = styles.color(options.light.color(.backgroundColor), options.dark.color(.backgroundColor))
        let ink = styles.color(options.light.color(.textColor), options.dark.color(.textColor))
        begin(style: ["color:\(ink)", "background:\(background)", "padding:16px"])
        writer.open("p", [.with("class", "text"), .with("dir", "auto")])
        writer.text(text)
        writer.close("p")
        writer.close("main")
    }

    private mutating func begin(style: [String?]) {
        writer.open("main", [classes(style: style + ["font-family:\(fontFamily)"])])
    }

    private var fontFamily: String {
        let standard = "system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",sans-serif"
        // Only what a name of a font can hold may stand in a style.
        guard let family = options.light.fontFamily, !family.isBlank,
            family.unicodeScalars.allSatisfy({
                $0.properties.isAlphabetic || $0.properties.numericType != nil || " -_".unicodeScalars.contains($0)
            })
        else { return standard }
        return "\"\(family)\",\(standard)"
    }

    /// Elements one below the other, as the body of a card, an accordion or a tab has them.
    mutating func stack(_ pairs: [NodePair]) {
        for pair in pairs { node(pair, extra: [Sizing.isFiller(pair.light.content) ? nil : "align-self:flex-start"]) }
    }

    /// One element; `extra` says how it stands in what it is in.
    mutating func node(_ pair: NodePair, extra: [String?]) {
        switch pair.light.content {
        case .text(let text): self.text(text, pair, extra)
        case .image(let image): self.image(image, pair, extra)
        case .icon(let icon): self.icon(icon, pair, extra)
        case .avatar(let avatar): self.avatar(avatar, pair, extra)
        case .badge(let badge): self.badge(badge, pair, extra)
        case .chip(let chip): self.chip(chip, pair, extra)
        case .divider(let divider): self.divider(divider, pair, extra)
        case .spacer(let spacer): self.spacer(spacer, extra)
        case .progressBar(let bar): self.progressBar(bar, pair, extra)
        case .codeBlock(let code): self.codeBlock(code, pair, extra)
        case .markdown(let markdown): self.markdown(markdown, pair, extra)
        case .table(let table): self.table(table, pair, extra)
        case .row(let row): self.row(row, pair, extra)
        case .column(let column): self.column(column, pair, extra)
        case .grid(let grid): self.grid(grid, pair, extra)
        case .accordion(let accordion): self.accordion(accordion, pair, extra)
        case .tabs(let tabs): self.tabs(tabs, pair, extra)
        case .button(let button): self.button(button, pair, extra)
        case .iconButton(let button): self.iconButton(button, pair, extra)
        case .link(let link): self.link(link, pair, extra)
        }
    }
}

/// Which elements fill the width that they are given.
enum Sizing {
    static func isFiller(_ content: CardElement.Content) -> Bool {
        switch content {
        case .text, .markdown, .codeBlock, .table, .divider, .progressBar, .row, .column, .grid, .accordion, .tabs:
            true
        case .image(let image): image.width == nil
        case .button(let button): button.fullWidth
        case .icon, .avatar, .badge, .chip, .iconButton, .link, .spacer: false
        }
    }
}
