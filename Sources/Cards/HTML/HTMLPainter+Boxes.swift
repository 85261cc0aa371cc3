extension HTMLPainter {
    private mutating func box(_ box: BoxStyle, _ pair: NodePair) -> [String?] {
        [
            CSS.padding(box.padding), paint("background", pair, \.background), paint("color", pair, \.foreground),
            CSS.radius(box.borderRadius),
            box.borderWidth > 0 ? border(box, pair) : nil,
        ]
    }

    mutating func row(_ row: RowElement, _ pair: NodePair, _ extra: [String?]) {
        let place =
            switch row.align {
            case .start: "flex-start"
            case .center: "safe center"
            case .end: "safe flex-end"
            case .spaceBetween: "space-between"
            case .spaceAround: "space-around"
            }
        let wraps = row.wrap && !row.scrollable
        let style = [
            CSS.gap(row.gap), "justify-content:\(row.scrollable ? "flex-start" : place)",
            "align-items:\(CSS.place(row.crossAlign))", wraps ? "flex-wrap:wrap" : nil,
        ]
        let isStrip = row.scrollable
        let look = style + box(row.box, pair) + extra
        writer.open(
            "div",
            [
                classes("row", isStrip ? "strip" : "", isStrip && row.snap == .item ? "snap" : "", style: look),
                .flag("tabindex", "0", if: isStrip), .flag("role", "region", if: isStrip),
                .flag("aria-label", "Scrolls sideways", if: isStrip),
            ]
        )
        let least = row.scrollable || row.wrap ? [] : LongestWord.shares(pair.light.children, isSpaced: row.isSpaced)
        for (index, child) in pair.children.enumerated() {
            let content = child.light.content
            node(child, extra: [Self.item(content, of: row), least.indices.contains(index) ? least[index] : nil])
        }
        writer.close("div")
    }

    /// How a child of a row takes its room.
    private static func item(_ content: CardElement.Content, of row: RowElement) -> String {
        let isFiller = Sizing.isFiller(content)
        if row.scrollable {
            guard isFiller else { return "flex:none" }
            let width = "calc(100% - \(CSS.px(row.peek + row.gap)))"
            return "flex:none;width:max(\(width),120px);max-width:100%"
        }
        if row.wrap { return "flex:0 1 auto;max-width:100%" }
        // Those that fill give way first, down to their longest word; then the others are cut.
        if case .image = content, isFiller { return "flex:1 1000 0;min-width:44px" }
        guard isFiller else { return "flex:0 1 auto" }
        let isText = if case .text = content { true } else { false }
        return isText && row.isSpaced ? "flex:0 1000 auto" : "flex:1 1000 auto"
    }

    mutating func column(_ column: ColumnElement, _ pair: NodePair, _ extra: [String?]) {
        let place =
            switch column.align {
            case .start, .stretch: "flex-start"
            case .center: "center"
            case .end: "flex-end"
            }
        let style = [CSS.gap(column.gap), "justify-content:\(place)"] + box(column.box, pair)
        writer.open("div", [classes("col", style: style + extra)])
        for child in pair.children {
            // A place that is asked for counts more than stretching.
            let isStretched = column.align == .stretch && column.crossAlign == .start
            let isWide = Sizing.isFiller(child.light.content) || isStretched
            node(child, extra: [isWide ? nil : "align-self:\(CSS.place(column.crossAlign))"])
        }
        writer.close("div")
    }

    mutating func grid(_ grid: GridElement, _ pair: NodePair, _ extra: [String?]) {
        let style = [CSS.gap(grid.gap), "grid-template-columns:repeat(\(grid.columns),minmax(0,1fr))"]
        writer.open("div", [classes("grid", style: style + box(grid.box, pair) + extra)])
        for child in pair.children {
            let isWide = Sizing.isFiller(child.light.content)
            node(child, extra: [isWide ? nil : "justify-self:start;align-self:start"])
        }
        writer.close("div")
    }
}

extension RowElement {
    /// Whether room to spare goes between the children, so that texts take their own width.
    fileprivate var isSpaced: Bool { align == .spaceBetween || align == .spaceAround }
}
