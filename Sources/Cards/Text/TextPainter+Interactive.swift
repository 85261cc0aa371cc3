extension TextPainter {
    func button(_ button: ButtonElement, _ node: LayoutNode, _ width: Int) -> TextBlock {
        var label = button.label
        if let glyph = IconGlyphs.glyph(button.icon?.name) {
            label = button.iconPosition == .left ? "\(glyph) \(label)" : "\(label) \(glyph)"
        }
        return control(label, button.action, node, width: width, fillsWidth: button.fullWidth)
    }

    func iconButton(_ button: IconButtonElement, _ node: LayoutNode, _ width: Int) -> TextBlock {
        let sign = IconGlyphs.glyph(button.icon.name) ?? button.icon.label
        return control(sign, button.action, node, width: width, fillsWidth: false)
    }

    /// `[1 Label]`; a dot in place of the number when a tap does nothing.
    private func control(
        _ label: String,
        _ action: CardAction,
        _ node: LayoutNode,
        width: Int,
        fillsWidth: Bool
    ) -> TextBlock {
        var style = CellStyle(foreground: node.paint.foreground, background: node.paint.background)
        let tap = node.taps.first
        let isInert = tap?.isInert ?? true
        if !isInert {
            style.marks = .bold
            style.link = TerminalLink(action)
        }
        let number = TextLine("\(isInert ? "·" : String(tap?.number ?? 0)) ", style)
        let room = max(1, width - 2 - number.width)
        let lines = LineWrap.wrap(Self.cells(TerminalText.line(label), style), width: room)
        let wanted = fillsWidth ? room : lines.map(\.width).max() ?? 0
        let ends = (TextLine("[", style), TextLine("]", style))
        let drawn = lines.enumerated().map { place, line in
            let lead = place == 0 ? number : .blank(number.width)
            // The number stands at the edge, where the eye looks for it; the label in the middle of the whole.
            let label = fillsWidth ? line.fitted(max(line.width, room - number.width), .center) : line
            return ends.0 + styled(lead + label.fitted(wanted), style) + ends.1
        }
        return TextBlock(drawn)
    }

    /// Blanks that were filled in take the look of the control.
    private func styled(_ line: TextLine, _ style: CellStyle) -> TextLine {
        TextLine(
            line.cells.map { cell in
                var cell = cell
                if cell.style == CellStyle() { cell.style = style }
                return cell
            }
        )
    }

    func link(_ link: LinkElement, _ node: LayoutNode, _ width: Int) -> TextBlock {
        var style = CellStyle(foreground: node.paint.foreground)
        style.link = TerminalLink(link.action)
        let mark = style
        if link.underline { style.marks = .underline }
        let cells = Self.cells(TerminalText.line(link.text), style) + tapMark(node.taps.first, mark)
        return TextBlock(LineWrap.wrap(cells, width: width))
    }

    /// ` [1]` after a link; `[·]` when a tap does nothing.
    func tapMark(_ tap: TapMark?, _ style: CellStyle) -> [Cell] {
        guard let tap else { return [] }
        return Self.cells(" [\(tap.isInert ? "·" : String(tap.number))]", style)
    }
}
