extension TextPainter {
    func markdown(_ markdown: MarkdownElement, _ node: LayoutNode, _ width: Int) -> TextBlock {
        var pen = MarkdownPen(painter: self, paint: node.paint, taps: node.taps[...])
        return pen.blocks(MarkdownDocument.read(markdown.content).blocks, width: width, isTight: false)
    }
}

/// Draws a markdown tree; links take their numbers in order.
struct MarkdownPen {
    let painter: TextPainter
    let paint: Paint
    var taps: ArraySlice<TapMark>

    private var plain: CellStyle { CellStyle(foreground: paint.foreground) }
    private var quiet: CellStyle { CellStyle(foreground: paint.border) }

    mutating func blocks(_ blocks: [MarkdownBlock], width: Int, isTight: Bool) -> TextBlock {
        var drawn: [TextBlock] = []
        for block in blocks { drawn.append(self.block(block, width: max(1, width))) }
        return .stack(drawn, gap: isTight ? 0 : 1)
    }

    private mutating func block(_ block: MarkdownBlock, width: Int) -> TextBlock {
        switch block {
        case .paragraph(let inlines): return TextBlock(LineWrap.wrap(cells(inlines, plain), width: width))
        case .heading(_, let inlines):
            var style = plain
            style.marks = .bold
            return TextBlock(LineWrap.wrap(cells(inlines, style), width: width))
        case .code(let text, let language):
            let code = CodeBlockElement(
                content: text,
                language: language,
                padding: Padding(),
                borderRadius: 0,
                fontSize: 13,
                languageLabelFontSize: 10
            )
            let colors = Paint(
                foreground: paint.foreground,
                background: nil,
                border: paint.border,
                accent: paint.foreground
            )
            return painter.codeBlock(code, colors, width)
        case .rule: return TextBlock([.filled("─", width, quiet)])
        case .quote(let inner):
            let bar = TextLine("▎ ", quiet)
            return blocks(inner, width: width - 2, isTight: false).indented(first: bar, rest: bar)
        case .list(let start, let isTight, let items):
            return list(start: start, isTight: isTight, items: items, width: width)
        }
    }

    private mutating func list(start: Int?, isTight: Bool, items: [[MarkdownBlock]], width: Int) -> TextBlock {
        var drawn: [TextBlock] = []
        // The widest number sets how far all are indented.
        let last = start.map { $0.addingReportingOverflow(items.count - 1).partialValue }
        let indent = last.map { String($0).count + 2 } ?? 2
        for (place, item) in items.enumerated() {
            let mark = start.map { "\($0.addingReportingOverflow(place).partialValue). " } ?? "• "
            let block = blocks(item, width: width - indent, isTight: isTight)
            let lines = block.lines.isEmpty ? TextBlock([TextLine()]) : block
            drawn.append(lines.indented(first: TextLine(mark, plain).fitted(indent), rest: .blank(indent)))
        }
        return .stack(drawn, gap: isTight ? 0 : 1)
    }

    private mutating func cells(_ inlines: [MarkdownInline], _ style: CellStyle) -> [Cell] {
        var cells: [Cell] = []
        for inline in inlines { cells.append(contentsOf: self.cells(inline, style)) }
        return cells
    }

    private mutating func cells(_ inline: MarkdownInline, _ style: CellStyle) -> [Cell] {
        var style = style
        switch inline {
        case .text(let text): return TextPainter.cells(text, style)
        case .code(let text):
            guard painter.hasColor else { return TextPainter.cells("`\(text)`", style) }
            style.background = paint.header
            return TextPainter.cells(text, style)
        case .emphasis(let inner):
            style.marks.insert(.italic)
            return cells(inner, style)
        case .strong(let inner):
            style.marks.insert(.bold)
            return cells(inner, style)
        case .strike(let inner):
            style.marks.insert(.strike)
            // Without colour nothing else would say that this no longer holds.
            let ends = painter.hasColor ? [] : TextPainter.cells("~", style)
            return ends + cells(inner, style) + ends
        case .link(let url, let inner):
            var mark = style
            mark.link = TerminalLink(url)
            mark.foreground = paint.accent
            style = mark
            style.marks.insert(.underline)
            let tap = taps.popFirst()
            return cells(inner, style) + painter.tapMark(tap, mark)
        case .softBreak: return [Cell(" ", style)]
        case .hardBreak: return [Cell("\n", style)]
        }
    }
}
