/// One character on the screen with its look, or the same several times side by side.
struct Cell: Equatable {
    var character: Character
    /// Columns of one.
    var width: Int
    var style = CellStyle()
    /// How often it stands there; more than once only where room is filled.
    var count = 1

    init(_ character: Character, _ style: CellStyle = CellStyle(), count: Int = 1) {
        self.character = character
        self.style = style
        self.count = count
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
        width = cells.reduce(0) { $0 + $1.width * $1.count }
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
        TextLine(width > 0 ? [Cell(character, style, count: width)] : [])
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
        for var cell in cells {
            let room = wanted - 1 - used
            guard cell.width <= room else { break }
            let whole = cell.count
            if cell.width > 0 { cell.count = min(whole, room / cell.width) }
            kept.append(cell)
            used += cell.width * cell.count
            if cell.count < whole { break }
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

    /// The characters alone.
    var text: String { cells.reduce(into: "") { $0.append($1) } }

    /// Without blanks at the end.
    var trimmed: TextLine {
        var cells = cells
        while cells.last?.character == " ", cells.last?.style.background == nil { cells.removeLast() }
        return TextLine(cells)
    }
}
