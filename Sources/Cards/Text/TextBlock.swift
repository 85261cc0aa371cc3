/// Lines that stand together.
struct TextBlock {
    var lines: [TextLine] = []

    init(_ lines: [TextLine] = []) { self.lines = lines }

    var width: Int { lines.map(\.width).max() ?? 0 }

    /// One below the other.
    static func stack(_ blocks: [TextBlock], gap: Int) -> TextBlock {
        var lines: [TextLine] = []
        for block in blocks where !block.lines.isEmpty {
            if !lines.isEmpty { lines.append(contentsOf: repeatElement(TextLine(), count: gap)) }
            lines.append(contentsOf: block.lines)
        }
        return TextBlock(lines)
    }

    /// Side by side, each in its width.
    static func beside(_ blocks: [(block: TextBlock, width: Int)], gap: Int, _ placement: Placement) -> TextBlock {
        let height = blocks.map(\.block.lines.count).max() ?? 0
        var lines = Array(repeating: TextLine(), count: height)
        for (place, entry) in blocks.enumerated() {
            let free = height - entry.block.lines.count
            let top =
                switch placement {
                case .start: 0
                case .center: free / 2
                case .end: free
                }
            for row in 0..<height {
                let inside = row - top
                let line = entry.block.lines.indices.contains(inside) ? entry.block.lines[inside] : TextLine()
                if place > 0 { lines[row] += .blank(gap) }
                lines[row] += line.fitted(entry.width)
            }
        }
        return TextBlock(lines)
    }

    func fitted(_ width: Int, _ align: TextAlign = .left) -> TextBlock {
        TextBlock(lines.map { $0.fitted(width, align) })
    }

    /// A framed block made higher inside its frame.
    func stretched(to height: Int) -> TextBlock {
        guard lines.count >= 3, lines.count < height else { return self }
        let model = lines[lines.count - 2]
        guard let left = model.cells.first, let right = model.cells.last, model.cells.count > 2 else { return self }
        let inside = TextLine.filled(" ", model.width - left.width - right.width, model.cells[1].style)
        let blank = TextLine([left]) + inside + TextLine([right])
        var stretched = lines
        stretched.insert(contentsOf: repeatElement(blank, count: height - lines.count), at: lines.count - 1)
        return TextBlock(stretched)
    }

    func painted(_ background: RGBColor?) -> TextBlock { TextBlock(lines.map { $0.painted(background) }) }

    /// Indents by a text before the first line and another before the others.
    func indented(first: TextLine, rest: TextLine) -> TextBlock {
        TextBlock(lines.enumerated().map { ($0.offset == 0 ? first : rest) + $0.element })
    }
}
