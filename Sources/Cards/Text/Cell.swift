/// One character on the screen with its look.
struct Cell: Equatable {
    var character: Character
    /// Columns.
    var width: Int
    var style = CellStyle()

    init(_ character: Character, _ style: CellStyle = CellStyle()) {
        self.character = character
        self.style = style
        width = DisplayWidth.of(character)
    }
}

/// How a cell looks.
struct CellStyle: Equatable {
    struct Marks: OptionSet {
        let rawValue: UInt8
        static let bold = Marks(rawValue: 1)
        static let italic = Marks(rawValue: 2)
        static let underline = Marks(rawValue: 4)
        static let strike = Marks(rawValue: 8)
    }

    var foreground: RGBColor?
    var background: RGBColor?
    var marks: Marks = []
    /// What a click on it opens.
    var link: TerminalLink?
}

/// One line of cells.
struct TextLine {
    private(set) var cells: [Cell] = []
    private(set) var width = 0

    init() {}

    init(_ cells: [Cell]) {
        self.cells = cells
        width = cells.reduce(0) { $0 + $1.width }
    }

    /// Foreign text on one line.
    init(_ text: String, _ style: CellStyle = CellStyle()) {
        self.init(TerminalText.line(text).map { Cell($0, style) })
    }

    static func + (left: TextLine, right: TextLine) -> TextLine {
        var line = left
        line += right
        return line
    }

    /// Grows the line where it is, so that one of many parts costs no more than its cells.
    static func += (left: inout TextLine, right: TextLine) {
        left.cells.append(contentsOf: right.cells)
        left.width += right.width
    }

    static func blank(_ width: Int) -> TextLine { filled(" ", width) }

    static func filled(_ character: Character, _ width: Int, _ style: CellStyle = CellStyle()) -> TextLine {
        TextLine(Array(repeating: Cell(character, style), count: max(0, width)))
    }

    /// As wide as asked: cut with an ellipsis, or filled up with blanks.
    func fitted(_ wanted: Int, _ align: TextAlign = .left) -> TextLine {
        guard width <= wanted else { return cut(wanted) }
        let rest = wanted - width
        switch align {
        case .left, .justify: return self + .blank(rest)
        case .right: return .blank(rest) + self
        case .center: return .blank(rest / 2) + self + .blank(rest - rest / 2)
        }
    }

    /// Not wider than asked; what is cut shows as an ellipsis.
    func cut(_ wanted: Int) -> TextLine {
        guard width > wanted else { return self }
        var kept: [Cell] = []
        var used = 0
        for cell in cells {
            guard used + cell.width <= wanted - 1 else { break }
            kept.append(cell)
            used += cell.width
        }
        let ellipsis = Cell("…", kept.last?.style ?? cells.first?.style ?? CellStyle())
        return TextLine(wanted > 0 ? kept + [ellipsis] : []).padded(wanted)
    }

    private func padded(_ wanted: Int) -> TextLine { width < wanted ? self + .blank(wanted - width) : self }

    /// Paints the background where none is yet.
    func painted(_ background: RGBColor?) -> TextLine {
        guard let background else { return self }
        var line = self
        for index in line.cells.indices where line.cells[index].style.background == nil {
            line.cells[index].style.background = background
        }
        return line
    }

    /// Without blanks at the end.
    var trimmed: TextLine {
        var cells = cells
        while cells.last?.character == " ", cells.last?.style.background == nil { cells.removeLast() }
        return TextLine(cells)
    }
}
