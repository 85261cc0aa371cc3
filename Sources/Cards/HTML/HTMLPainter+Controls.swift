internal import Values

extension HTMLPainter {
    /// What a control says to the script: who it is, and the action; a control that does nothing is disabled.
    func control(_ action: CardAction, _ pair: NodePair, isButton: Bool = true) -> [HTMLWriter.Attribute?] {
        let isInert = action.inertReason != nil
        return [
            .flag("type", "button", if: isButton), .flag("disabled", if: isInert && isButton),
            .flag("data-action", action.json.text, if: !isInert), .with("data-id", pair.light.id),
            .with("data-pointer", pair.light.pointer),
        ]
    }

    /// Height of the least thing to press, px; WCAG 2.2, success criterion 2.5.8.
    private static let leastTarget = 24.0

    /// The name of a control that shows no words.
    func name(_ words: String, _ pair: NodePair) -> HTMLWriter.Attribute? {
        words.isBlank ? .with("aria-label", ifAny: pair.light.accessibility.label) : nil
    }

    mutating func button(_ button: ButtonElement, _ pair: NodePair, _ extra: [String?]) {
        let style = [
            paint("color", pair, \.foreground), paint("background", pair, \.background),
            CSS.radius(button.box.borderRadius), CSS.padding(button.box.padding), border(button.box, pair),
            CSS.fontSize(button.fontSize), "min-height:\(CSS.px(max(button.size, Self.leastTarget)))",
            button.fullWidth ? "width:100%" : nil,
        ]
        writer.open(
            "button",
            [classes("press", style: style + extra), name(button.label, pair)] + control(button.action, pair)
        )
        if button.iconPosition == .left { sign(button.icon, size: 18) }
        label(button.label)
        if button.iconPosition == .right { sign(button.icon, size: 18) }
        writer.close("button")
    }

    mutating func label(_ text: String) {
        writer.open("span", [.with("class", "label")])
        isolated(text)
        writer.close("span")
    }

    mutating func iconButton(_ button: IconButtonElement, _ pair: NodePair, _ extra: [String?]) {
        let style = [
            paint("color", pair, \.foreground), paint("background", pair, \.background),
            CSS.radius(button.borderRadius), "flex:none",
        ]
        let name = HTMLWriter.Attribute.with("aria-label", button.icon.label)
        writer.open("button", [classes("press bare", style: style + extra), name] + control(button.action, pair))
        let isDrawn = IconShapes.path(button.icon.name) != nil || button.icon.url.flatMap(source) != nil
        // Nothing to press would be seen otherwise.
        if isDrawn { sign(button.icon, size: button.size) } else { label(button.icon.label) }
        writer.close("button")
    }

    mutating func link(_ link: LinkElement, _ pair: NodePair, _ extra: [String?]) {
        let style = [paint("color", pair, \.foreground), CSS.fontSize(link.fontSize)]
        let look = classes("link", link.underline ? "" : "plain", style: style + extra)
        guard let target = Self.target(link.action) else {
            writer.open("button", [look, name(link.text, pair)] + control(link.action, pair))
            label(link.text)
            writer.close("button")
            return
        }
        writer.open("a", [look, name(link.text, pair)] + anchor(target) + control(link.action, pair, isButton: false))
        label(link.text)
        writer.close("a")
    }

    /// Where a page that stands by itself may go: over https, past the gate.
    private static func target(_ action: CardAction) -> String? {
        guard case .openUrl(let url, _) = action.kind, action.inertReason == nil else { return nil }
        return try? URLGate.check(url, schemes: ["https"]).ascii
    }

    private func anchor(_ target: String) -> [HTMLWriter.Attribute?] {
        [.with("href", target), .with("target", "_blank"), .with("rel", "noopener noreferrer")]
    }

    /// A link within markdown: in the line, and plain text when it leads nowhere.
    mutating func inlineLink(
        _ url: String,
        _ words: String,
        _ pair: NodePair,
        _ style: HTMLWriter.Attribute?
    ) -> StaticString {
        let action = ActionReader.link(url)
        let look = [style, .flag("aria-label", url, if: words.isBlank)]
        if let target = Self.target(action) {
            writer.open("a", look + anchor(target) + control(action, pair, isButton: false))
            return "a"
        }
        guard action.inertReason == nil else {
            writer.open("span", [.with("class", "inert")])
            return "span"
        }
        writer.open("button", look + control(action, pair))
        return "button"
    }
}
