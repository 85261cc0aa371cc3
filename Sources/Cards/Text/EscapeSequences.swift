/// Writes styled cells with the control sequences of ECMA-48; every line ends in the terminal's own style.
enum EscapeSequences {
    static func write(_ line: TextLine) -> String {
        var text = ""
        var style = CellStyle()
        for cell in line.trimmed.cells {
            if cell.style != style {
                text += sequence(cell.style)
                style = cell.style
            }
            text.append(cell.character)
        }
        return style == CellStyle() ? text : text + "\u{1B}[0m"
    }

    private static func sequence(_ style: CellStyle) -> String {
        var codes = ["0"]
        if style.marks.contains(.bold) { codes.append("1") }
        if style.marks.contains(.italic) { codes.append("3") }
        if style.marks.contains(.underline) { codes.append("4") }
        if style.marks.contains(.strike) { codes.append("9") }
        if let color = style.foreground { codes.append("38;2;\(color.red);\(color.green);\(color.blue)") }
        if let color = style.background { codes.append("48;2;\(color.red);\(color.green);\(color.blue)") }
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }
}
