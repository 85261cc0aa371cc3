/// How wide an element would like to be and how narrow it may get, columns.
struct Measure {
    var ideal: Int
    var least: Int
    /// Whether it keeps its own width; the others fill what there is.
    var isOwnWidth: Bool
}

extension TextPainter {
    private static let leastText = 8
    private static let leastLine = 20

    func measure(_ node: LayoutNode) -> Measure {
        switch node.content {
        case .text(let text):
            let lines = TerminalText.lines(text.content).map { DisplayWidth.of(String($0)) }
            let ideal = lines.max() ?? 0
            // A text of one line loses what does not fit: it claims more room.
            let least = text.maxLines == 1 ? min(ideal, Self.leastLine) : 0
            return filler(ideal, least: max(least, LineWrap.longestWord(text.content)))
        case .image(let image):
            let ideal = DisplayWidth.of(TerminalText.line(image.altText ?? "picture")) + 2
            guard case .points(let points) = image.width else { return filler(ideal, least: Self.leastText) }
            return filler(min(ideal, max(Self.leastText, Self.columns(points))), least: Self.leastText)
        case .icon, .avatar, .badge, .chip, .iconButton, .link: return own(node)
        case .button(let button):
            let measure = own(node)
            return button.fullWidth ? filler(measure.ideal, least: measure.ideal) : measure
        case .divider: return filler(4, least: 1)
        case .spacer: return Measure(ideal: 1, least: 1, isOwnWidth: true)
        case .progressBar(let bar): return filler(max(16, DisplayWidth.of(bar.label ?? "")), least: 8)
        case .codeBlock(let code):
            let lines = TerminalText.lines(code.content).map { DisplayWidth.of(String($0)) + 4 }
            return filler(lines.max() ?? 4, least: 12)
        case .markdown(let markdown):
            let lines = TerminalText.lines(markdown.content).map { DisplayWidth.of(String($0)) }
            return filler(lines.max() ?? 0, least: 10)
        case .table(let table):
            return filler(block(node, width: TextOptions.widths.upperBound).width, least: 6 * table.columns.count)
        case .row(let row): return self.row(row, node)
        case .column: return stacked(node.children, extra: boxCost(node))
        case .grid(let grid):
            let inner = stacked(node.children, extra: 0)
            let gaps = columnGap(grid.gap) * (grid.columns - 1)
            let ideal = inner.ideal * grid.columns + gaps + boxCost(node)
            return filler(ideal, least: inner.least + boxCost(node))
        case .accordion(let accordion):
            let header = DisplayWidth.of(accordion.header) + 4
            let inner = stacked(node.header + node.children, extra: 4)
            return filler(max(header, inner.ideal), least: max(Self.leastText, inner.least))
        case .tabs(let tabs):
            let labels = tabs.tabs.reduce(0) { $0 + DisplayWidth.of($1.label) + 3 }
            let inner = stacked(node.children, extra: 0)
            return filler(max(labels, inner.ideal), least: inner.least)
        }
    }

    private func filler(_ ideal: Int, least: Int) -> Measure {
        Measure(ideal: max(1, ideal), least: max(1, min(ideal, least)), isOwnWidth: false)
    }

    /// Short elements are as wide as they draw.
    private func own(_ node: LayoutNode) -> Measure {
        let width = block(node, width: TextOptions.widths.upperBound).width
        return Measure(ideal: width, least: width, isOwnWidth: true)
    }

    private func stacked(_ nodes: [LayoutNode], extra: Int) -> Measure {
        let measures = nodes.map(measure)
        let ideal = (measures.map(\.ideal).max() ?? 1) + extra
        return filler(ideal, least: (measures.map(\.least).max() ?? 1) + extra)
    }

    private func row(_ row: RowElement, _ node: LayoutNode) -> Measure {
        let measures = node.children.map(measure)
        let gaps = columnGap(row.gap) * max(0, node.children.count - 1)
        let ideal = measures.reduce(gaps + boxCost(node)) { $0 + $1.ideal }
        return filler(ideal, least: (measures.map(\.least).max() ?? 1) + boxCost(node))
    }
}
