extension TextPainter {
    func table(_ table: TableElement, _ paint: Paint, _ width: Int) -> TextBlock {
        let sheet = TableSheet(table: table, paint: paint, width: width, hasColor: hasColor)
        return sheet.draw()
    }
}

/// A table being drawn.
private struct TableSheet {
    let table: TableElement
    let paint: Paint
    let hasColor: Bool
    private let widths: [Int]
    private var line: CellStyle { CellStyle(foreground: paint.border) }

    /// Columns that a table costs beside its cells: a line and two blanks per column, and one line more.
    private static func cost(_ columns: Int, _ border: Bool) -> Int { border ? 3 * columns + 1 : 2 * (columns - 1) }

    init(table: TableElement, paint: Paint, width: Int, hasColor: Bool) {
        self.table = table
        self.paint = paint
        self.hasColor = hasColor
        let ideal = table.columns.indices.map { column in
            ([table.columns[column]] + table.rows.map { $0[column] }).map { text in
                TerminalText.lines(text).map { DisplayWidth.of(String($0)) }.max() ?? 0
            }.max() ?? 0
        }
        let room = max(table.columns.count, width - Self.cost(table.columns.count, table.border))
        widths = Self.share(room, among: ideal.map { max(1, $0) })
    }

    /// Narrows the widest columns first, until all fit.
    private static func share(_ room: Int, among ideal: [Int]) -> [Int] {
        guard ideal.reduce(0, +) > room else { return ideal }
        var level = ideal.max() ?? 1
        var low = 1
        // The greatest common limit that fits.
        while low < level {
            let middle = (low + level + 1) / 2
            if ideal.reduce(0, { $0 + min($1, middle) }) <= room { low = middle } else { level = middle - 1 }
        }
        var widths = ideal.map { min($0, low) }
        var rest = room - widths.reduce(0, +)
        for index in widths.indices where rest > 0 && widths[index] < ideal[index] {
            widths[index] += 1
            rest -= 1
        }
        return widths
    }

    func draw() -> TextBlock {
        var lines: [TextLine] = []
        if table.border { lines.append(rule("┌", "┬", "┐")) }
        lines += row(table.columns, marks: .bold).map { $0.painted(paint.header) }
        lines.append(table.border ? rule("├", "┼", "┤") : rule("", "  ", ""))
        for (index, texts) in table.rows.enumerated() {
            let stripe = index % 2 == 1 ? paint.stripe : nil
            lines += row(texts, marks: []).map { $0.painted(stripe) }
        }
        if table.border { lines.append(rule("└", "┴", "┘")) }
        return TextBlock(lines)
    }

    private func rule(_ left: String, _ middle: String, _ right: String) -> TextLine {
        let margin = table.border ? 2 : 0
        var result = TextLine(left, line)
        for (index, width) in widths.enumerated() {
            if index > 0 { result += TextLine(middle, line) }
            result += .filled("─", width + margin, line)
        }
        return result + TextLine(right, line)
    }

    private func row(_ texts: [String], marks: CellStyle.Marks) -> [TextLine] {
        let style = CellStyle(foreground: marks == .bold ? paint.accent : paint.foreground, marks: marks)
        let cells = zip(texts, widths).map { text, width in
            LineWrap.wrap(TextPainter.cells(text, style), width: width)
        }
        let height = cells.map(\.count).max() ?? 1
        let bar = table.border ? TextLine("│", line) : TextLine()
        return (0..<height).map { row in
            var result = table.border ? bar : TextLine()
            for (index, width) in widths.enumerated() {
                if index > 0, !table.border { result += .blank(2) }
                let cell = cells[index].indices.contains(row) ? cells[index][row] : TextLine()
                let margin = TextLine.blank(table.border ? 1 : 0)
                for part in [margin, cell.fitted(width), margin, bar] { result += part }
            }
            return result
        }
    }
}
