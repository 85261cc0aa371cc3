package import Values

/// Writes a layout as JSON: what a renderer of another make needs, and what tests compare.
package enum LayoutJSON {
    /// The layout of a card, or `{"fallbackText": …}` when it cannot be drawn.
    package static func document(_ reading: CardReading, theme: CardTheme, state: CardState = CardState()) -> JSON {
        guard let card = reading.card else { return ["fallbackText": .string(reading.fallbackText)] }
        return document(LayoutBuilder.build(card, theme: theme, state: state, scope: .everything))
    }

    static func document(_ layout: CardLayout) -> JSON {
        var object = JSONObject([("mode", .string(layout.theme.mode.rawValue))])
        if let family = layout.theme.fontFamily { object["fontFamily"] = .string(family) }
        if let width = layout.maxWidth { object["maxWidth"] = .double(width) }
        object["colors"] = colors(layout.paint)
        object["box"] = box(layout.box)
        object["nodes"] = nodes(layout.nodes)
        return .object(object)
    }

    private static func nodes(_ nodes: [LayoutNode]) -> JSON { .array(nodes.map(node)) }

    private static func node(_ node: LayoutNode) -> JSON {
        var object = JSONObject([
            ("id", .string(node.id)), ("pointer", .string(node.pointer)),
            ("role", .string(node.accessibility.role.rawValue)),
        ])
        if let label = node.accessibility.label { object["label"] = .string(label) }
        if let level = node.accessibility.level { object["level"] = .int(Int64(level)) }
        if node.accessibility.isDisabled { object["disabled"] = true }
        object["type"] = .string(node.content.kind.rawValue)
        for (key, value) in LayoutProperties.of(node.content) { object[key] = value }
        if node.paint != Paint() { object["colors"] = colors(node.paint) }
        if !node.taps.isEmpty {
            object["taps"] = .array(node.taps.map { ["number": .int(Int64($0.number)), "inert": .bool($0.isInert)] })
        }
        switch node.content {
        case .accordion:
            object["open"] = .bool(node.isOpen)
            if !node.header.isEmpty { object["header"] = nodes(node.header) }
            object["children"] = nodes(node.children)
        case .tabs(let tabs):
            object["activeTab"] = .int(Int64(node.activeTab))
            let panels = zip(tabs.tabs, node.panels).map { tab, panel in
                JSON.object(JSONObject([("label", .string(tab.label)), ("children", nodes(panel))]))
            }
            object["tabs"] = .array(panels)
        case .row, .column, .grid: object["children"] = nodes(node.children)
        default: break
        }
        return .object(object)
    }

    private static func colors(_ paint: Paint) -> JSON {
        var object = JSONObject()
        for (name, color) in [
            ("foreground", paint.foreground), ("background", paint.background), ("border", paint.border),
            ("accent", paint.accent), ("header", paint.header), ("stripe", paint.stripe),
        ] { if let color { object[name] = .string(color.hex) } }
        return .object(object)
    }

    static func padding(_ padding: Padding) -> JSON {
        .array([padding.top, padding.right, padding.bottom, padding.left].map(JSON.double))
    }

    static func box(_ box: BoxStyle) -> JSON {
        [
            "padding": padding(box.padding), "borderRadius": .double(box.borderRadius),
            "borderWidth": .double(box.borderWidth),
        ]
    }
}

extension RGBColor {
    /// `#RRGGBB`; a colour that is laid on another has no alpha left.
    var hex: String {
        let digits = Array("0123456789ABCDEF")
        return [red, green, blue].reduce(into: "#") { text, channel in
            text.append(digits[Int(channel >> 4)])
            text.append(digits[Int(channel & 15)])
        }
    }
}
