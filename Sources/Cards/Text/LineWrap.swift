/// Breaks text into lines at blanks and between wide characters, and within words only when one is too long.
enum LineWrap {
    /// Lines of at most `width` columns; an empty text is one empty line.
    static func wrap(_ cells: [Cell], width: Int) -> [TextLine] {
        let width = max(1, width)
        var lines: [TextLine] = []
        var start = 0
        var used = 0
        /// Where the line may end (exclusive) and where the next may start.
        var chance: (end: Int, next: Int)?
        var index = 0
        while index < cells.count {
            let cell = cells[index]
            if cell.character == "\n" {
                lines.append(TextLine(Array(cells[start..<index])).trimmed)
                start = index + 1
                index = start
                used = 0
                chance = nil
                continue
            }
            if cell.character == " " {
                chance = (index, index + 1)
            } else if index > start, cell.width == 2 || cells[index - 1].width == 2, !isClosing(cell.character) {
                if cells[index - 1].character != " " { chance = (index, index) }
            }
            if used + cell.width > width, index > start {
                let cut = chance.flatMap { $0.end > start ? $0 : nil } ?? (end: index, next: index)
                lines.append(TextLine(Array(cells[start..<cut.end])).trimmed)
                start = cut.next
                while start < cells.count, cells[start].character == " " { start += 1 }
                index = start
                used = 0
                chance = nil
                continue
            }
            used += cell.width
            index += 1
        }
        lines.append(TextLine(Array(cells[min(start, cells.count)...])).trimmed)
        return lines
    }

    /// The widest word, columns.
    static func longestWord(_ text: String) -> Int {
        text.split(whereSeparator: \.isWhitespace).map { DisplayWidth.of($0) }.max() ?? 0
    }

    /// Closing marks of East Asian text stay on the line.
    private static func isClosing(_ character: Character) -> Bool { "、。，．！？；：）」』】〉》”’".contains(character) }
}
