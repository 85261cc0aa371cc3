/// Writes styled cells with the control sequences of ECMA-48; every line ends in the terminal's own style.
struct EscapeSequences {
    let color: TextOptions.Color

    func write(_ line: TextLine) -> String {
        var text = ""
        var style = CellStyle()
        for cell in line.trimmed.cells {
            if cell.style.link != style.link { text += Self.link(cell.style.link) }
            if !cell.style.looks(like: style) { text += sequence(cell.style) }
            style = cell.style
            text.append(cell)
        }
        if style.link != nil { text += Self.link(nil) }
        return style.looks(like: CellStyle()) ? text : text + "\u{1B}[0m"
    }

    /// The beginning of a link, or its end: OSC 8, which terminals without links pass over.
    private static func link(_ url: TerminalLink?) -> String { "\u{1B}]8;;\(url?.text ?? "")\u{1B}\\" }

    private func sequence(_ style: CellStyle) -> String {
        var codes = ["0"]
        if style.marks.contains(.bold) { codes.append("1") }
        if style.marks.contains(.italic) { codes.append("3") }
        if style.marks.contains(.underline) { codes.append("4") }
        if style.marks.contains(.strike) { codes.append("9") }
        if let color = style.foreground { codes.append("38;" + code(color)) }
        if let color = style.background { codes.append("48;" + code(color)) }
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }

    private func code(_ color: RGBColor) -> String {
        self.color == .palette ? "5;\(color.paletteIndex)" : "2;\(color.red);\(color.green);\(color.blue)"
    }
}

extension String {
    /// What stands in a cell, as often as it does.
    mutating func append(_ cell: Cell) {
        for _ in 0..<cell.count { append(cell.character) }
    }
}

extension CellStyle {
    /// The same but for where it links to.
    fileprivate func looks(like other: CellStyle) -> Bool {
        foreground == other.foreground && background == other.background && marks == other.marks
    }
}

extension RGBColor {
    /// The nearest of a terminal's 256 colours: the cube of six steps per channel, or the ramp of greys.
    var paletteIndex: Int {
        let levels = [0, 95, 135, 175, 215, 255]
        func step(_ channel: UInt8) -> Int {
            levels.indices.min { abs(levels[$0] - Int(channel)) < abs(levels[$1] - Int(channel)) } ?? 0
        }
        func distance(_ red: Int, _ green: Int, _ blue: Int) -> Int {
            let (r, g, b) = (red - Int(self.red), green - Int(self.green), blue - Int(self.blue))
            return r * r + g * g + b * b
        }
        let (red, green, blue) = (step(self.red), step(self.green), step(self.blue))
        let average = (Int(self.red) + Int(self.green) + Int(self.blue)) / 3
        let gray = max(0, min(23, (average - 3) / 10))
        let grayLevel = 8 + 10 * gray
        let isGray = distance(grayLevel, grayLevel, grayLevel) < distance(levels[red], levels[green], levels[blue])
        return isGray ? 232 + gray : 16 + 36 * red + 6 * green + blue
    }
}
