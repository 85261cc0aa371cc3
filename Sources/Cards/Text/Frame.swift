/// A box of lines.
struct Frame {
    var isRound: Bool
    var color: RGBColor?
    /// Blanks between the line and what is inside.
    var margin = 1

    func innerWidth(_ width: Int) -> Int { max(1, width - 2 - 2 * margin) }

    /// Draws the box around content of ``innerWidth(_:)`` columns, with a title in the upper line perhaps.
    func around(_ block: TextBlock, width: Int, title: TextLine = TextLine()) -> TextBlock {
        let inner = innerWidth(width)
        let style = CellStyle(foreground: color)
        let side = TextLine([Cell("│", style)])
        let corners = isRound ? ["╭", "╮", "╰", "╯"] : ["┌", "┐", "└", "┘"]
        let span = inner + 2 * margin
        var top = TextLine.filled("─", span, style)
        if title.width > 0, span > 4 {
            let name = title.cut(span - 4)
            let rest = span - 3 - name.width
            top = .filled("─", 1, style) + .blank(1) + name + .blank(1) + .filled("─", rest, style)
        }
        let corner = corners.map { TextLine($0, style) }
        var lines = [corner[0] + top + corner[1]]
        for line in block.lines {
            lines.append(side + .blank(margin) + line.fitted(inner) + .blank(margin) + side)
        }
        lines.append(corner[2] + .filled("─", span, style) + corner[3])
        return TextBlock(lines)
    }
}
