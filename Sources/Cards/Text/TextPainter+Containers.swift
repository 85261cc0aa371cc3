extension TextPainter {
    /// Columns that a container's box takes from its content.
    func boxCost(_ node: LayoutNode) -> Int {
        switch look(node) {
        case .none: 0
        case .fill: 2
        case .frame: 4
        }
    }

    private enum Look {
        case none
        case fill
        case frame
    }

    /// Without colour a filled box shows as a frame, or its parts would run together.
    private func look(_ node: LayoutNode) -> Look {
        if node.paint.border != nil { return .frame }
        guard node.paint.background != nil else { return .none }
        return hasColor ? .fill : .frame
    }

    /// Draws a container's box around its content.
    func boxed(_ node: LayoutNode, _ box: BoxStyle, _ width: Int, content: (Int) -> TextBlock) -> TextBlock {
        let look = width < Self.narrowestBox ? .none : look(node)
        switch look {
        case .none: return content(width).painted(node.paint.background)
        case .fill:
            let inside = content(width - 2).fitted(width - 2).indented(first: .blank(1), rest: .blank(1))
            let blank = box.padding.top >= Self.pixelsPerLine ? [TextLine()] : []
            return TextBlock(blank + inside.lines + blank).fitted(width).painted(node.paint.background)
        case .frame:
            let frame = Frame(isRound: box.borderRadius > 0, color: node.paint.border)
            return frame.around(content(frame.innerWidth(width)), width: width).painted(node.paint.background)
        }
    }

    func column(_ column: ColumnElement, _ node: LayoutNode, _ width: Int) -> TextBlock {
        let align: TextAlign =
            switch column.crossAlign {
            case .start: .left
            case .center: .center
            case .end: .right
            }
        return boxed(node, column.box, width) { stack(node.children, width: $0, gap: column.gap, align: align) }
    }

    func grid(_ grid: GridElement, _ node: LayoutNode, _ width: Int) -> TextBlock {
        boxed(node, grid.box, width) { inner in
            let gap = columnGap(grid.gap)
            let least = min(TextOptions.widths.lowerBound, node.children.map { measure($0).least }.max() ?? 1)
            // Too narrow for as many columns: fewer of them.
            let columns = max(1, min(grid.columns, (inner + gap) / (max(1, least) + gap)))
            return cells(node.children, columns: columns, gap: gap, lineGap: lineGap(grid.gap), width: inner)
        }
    }

    /// Elements in columns of one width, row by row.
    func cells(_ nodes: [LayoutNode], columns: Int, gap: Int, lineGap: Int, width: Int) -> TextBlock {
        let room = max(columns, width - gap * (columns - 1))
        let widths = (0..<columns).map { room / columns + ($0 < room % columns ? 1 : 0) }
        var rows: [TextBlock] = []
        for start in stride(from: 0, to: nodes.count, by: columns) {
            let line = nodes[start..<min(start + columns, nodes.count)]
            var drawn = zip(line, widths).map { (block: block($0, width: $1), width: $1) }
            let height = drawn.map(\.block.lines.count).max() ?? 0
            for (place, node) in line.enumerated() where look(node) == .frame {
                drawn[place].block = drawn[place].block.stretched(to: height)
            }
            rows.append(.beside(drawn, gap: gap, .start))
        }
        return .stack(rows, gap: lineGap)
    }

    func accordion(_ accordion: AccordionElement, _ node: LayoutNode, _ width: Int) -> TextBlock {
        let hasFrame = node.paint.border != nil && width >= Self.narrowestBox
        let frame = Frame(isRound: accordion.borderRadius > 0, color: node.paint.border)
        let inner = hasFrame ? frame.innerWidth(width) : width
        let style = CellStyle(foreground: node.paint.foreground, marks: accordion.fontWeight == .regular ? [] : .bold)
        let mark = TextLine(node.isOpen ? "▾ " : "▸ ", style)
        var header: TextBlock
        if node.header.isEmpty {
            let glyph = IconGlyphs.glyph(accordion.headerIcon?.name).map { "\($0) " } ?? ""
            header = TextBlock(LineWrap.wrap(Self.cells(glyph + accordion.header, style), width: max(1, inner - 2)))
        } else {
            header = beside(node.header, width: max(1, inner - 2), gap: 2, align: .start, placement: .start)
        }
        header = header.indented(first: mark, rest: .blank(2))
        let body = stack(node.children, width: hasFrame ? inner : max(1, inner - 2), gap: 8)
        let indented = hasFrame ? body : body.indented(first: .blank(2), rest: .blank(2))
        let whole = TextBlock.stack([header, indented], gap: 0)
        return hasFrame ? frame.around(whole, width: width) : whole
    }

    func tabs(_ tabs: TabsElement, _ node: LayoutNode, _ width: Int) -> TextBlock {
        let content = stack(node.children, width: width, gap: 8)
        return .stack([tabBar(tabs, node, width), content], gap: 0)
    }

    private func tabBar(_ tabs: TabsElement, _ node: LayoutNode, _ width: Int) -> TextBlock {
        let active = CellStyle(foreground: node.paint.accent, marks: .bold)
        let quiet = CellStyle(foreground: node.paint.foreground)
        let labels = tabs.tabs.enumerated().map { index, tab in
            TextLine(" \(tab.label) ", index == node.activeTab ? active : quiet)
        }
        let natural = labels.reduce(0) { $0 + $1.width } + labels.count - 1
        guard natural <= width else {
            // No room for all: the one that shows, and how many there are.
            let count = TextLine(" \(node.activeTab + 1)/\(labels.count)", quiet)
            let name = labels[node.activeTab].cut(max(1, width - count.width - 2))
            return TextBlock([TextLine("‹", quiet) + name + TextLine("›", quiet) + count])
        }
        let room = tabs.tabAlign == .stretch ? (width - labels.count + 1) / labels.count : 0
        let line = CellStyle(foreground: node.paint.border)
        var names = TextLine()
        var rule = TextLine()
        for (index, label) in labels.enumerated() {
            let wide = label.fitted(max(label.width, natural <= width ? min(room, width) : 0), .center)
            let isActive = index == node.activeTab
            names = names + (index > 0 ? .blank(1) : TextLine()) + wide
            rule = rule + (index > 0 ? .filled("─", 1, line) : TextLine())
            rule = rule + .filled(isActive ? "━" : "─", wide.width, isActive ? active : line)
        }
        let lead = tabs.tabAlign == .center ? max(0, (width - names.width) / 2) : 0
        names = .blank(lead) + names
        rule = .filled("─", lead, line) + rule
        rule = rule + .filled("─", max(0, width - rule.width), line)
        return TextBlock([names.cut(width), rule.cut(width)])
    }
}
