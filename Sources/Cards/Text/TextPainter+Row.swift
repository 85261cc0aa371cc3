extension TextPainter {
    /// Narrowest item of a row that would scroll, columns.
    private static let leastItem = 22

    func row(_ row: RowElement, _ node: LayoutNode, _ width: Int) -> TextBlock {
        let gap = columnGap(row.gap)
        return boxed(node, row.box, width) { inner in
            guard row.scrollable || row.wrap else {
                return beside(node.children, width: inner, gap: gap, align: row.align, placement: row.crossAlign)
            }
            let measures = node.children.map(measure)
            // A terminal does not scroll: what would scroll is laid out as a sheet.
            if row.scrollable, !measures.allSatisfy(\.isOwnWidth) {
                let columns = max(1, min(node.children.count, (inner + gap) / (Self.leastItem + gap)))
                return cells(node.children, columns: columns, gap: gap, lineGap: lineGap(row.gap), width: inner)
            }
            let lines = Self.split(measures.map { min($0.ideal, inner) }, width: inner, gap: gap)
            let drawn = lines.map { range in
                line(
                    node.children[range],
                    measures[range].map { min($0.ideal, inner) },
                    inner,
                    gap,
                    row.align,
                    row.crossAlign
                )
            }
            return .stack(drawn, gap: lineGap(row.gap))
        }
    }

    /// Elements side by side; those that do not fit even at their narrowest go below.
    func beside(
        _ nodes: [LayoutNode],
        width: Int,
        gap: Int,
        align: RowAlign,
        placement: Placement
    ) -> TextBlock {
        let measures = nodes.map(measure)
        let lines = Self.split(measures.map { min($0.least, width) }, width: width, gap: gap)
        let drawn = lines.map { range in
            let widths = Self.widths(Array(measures[range]), width: width, gap: gap, align: align)
            return line(nodes[range], widths, width, gap, align, placement)
        }
        return .stack(drawn, gap: 0)
    }

    private func line(
        _ nodes: ArraySlice<LayoutNode>,
        _ widths: [Int],
        _ width: Int,
        _ gap: Int,
        _ align: RowAlign,
        _ placement: Placement
    ) -> TextBlock {
        let drawn = zip(nodes, widths).map { (block: block($0, width: $1), width: $1) }
        let free = max(0, width - widths.reduce(0, +) - gap * (widths.count - 1))
        switch align {
        case .start: return .beside(drawn, gap: gap, placement)
        case .center, .end:
            let lead = TextLine.blank(align == .end ? free : free / 2)
            return TextBlock.beside(drawn, gap: gap, placement).indented(first: lead, rest: lead)
        case .spaceBetween: return spread(drawn, gap: gap, free: free, between: drawn.count - 1, lead: 0, placement)
        case .spaceAround:
            let share = free / max(1, drawn.count)
            let used = share * max(0, drawn.count - 1)
            return spread(drawn, gap: gap, free: used, between: drawn.count - 1, lead: share / 2, placement)
        }
    }

    /// Shares out free columns among the gaps, the first ones getting what does not divide.
    private func spread(
        _ drawn: [(block: TextBlock, width: Int)],
        gap: Int,
        free: Int,
        between: Int,
        lead: Int,
        _ placement: Placement
    ) -> TextBlock {
        var padded = drawn
        for index in 0..<max(0, between) {
            padded[index].width += free / between + (index < free % between ? 1 : 0)
        }
        return TextBlock.beside(padded, gap: gap, placement).indented(first: .blank(lead), rest: .blank(lead))
    }

    /// Which elements share a line.
    private static func split(_ widths: [Int], width: Int, gap: Int) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        var used = 0
        for (index, own) in widths.enumerated() {
            if index > start, used + gap + own > width {
                lines.append(start..<index)
                start = index
                used = own
            } else {
                used += index > start ? gap + own : own
            }
        }
        if start < widths.count { lines.append(start..<widths.count) }
        return lines
    }

    /// Own widths first; the others share the rest by what they would like, none below its narrowest.
    private static func widths(_ measures: [Measure], width: Int, gap: Int, align: RowAlign) -> [Int] {
        let room = width - gap * (measures.count - 1)
        var widths = measures.map { min($0.ideal, width) }
        let fillers = measures.indices.filter { !measures[$0].isOwnWidth }
        guard !fillers.isEmpty else { return widths }
        let rest = room - measures.indices.filter { measures[$0].isOwnWidth }.reduce(0) { $0 + widths[$1] }
        let wished = fillers.reduce(0) { $0 + widths[$1] }
        if wished <= rest {
            let keepsIdeal = align == .spaceBetween || align == .spaceAround || align == .center || align == .end
            guard !keepsIdeal else { return widths }
            var spare = rest - wished
            for index in fillers.dropLast() {
                let share = (rest - wished) * measures[index].ideal / max(1, wished)
                widths[index] += share
                spare -= share
            }
            widths[fillers[fillers.count - 1]] += spare
            return widths
        }
        // Everyone gets the narrowest, and of what is left in proportion to what is missing.
        let least = fillers.reduce(0) { $0 + min(measures[$1].least, width) }
        let spare = max(0, rest - least)
        let missing = max(1, wished - least)
        for index in fillers {
            let own = min(measures[index].least, width)
            widths[index] = own + (widths[index] - own) * spare / missing
        }
        return widths
    }
}
