/// How much room text takes in a terminal.
enum TerminalColumns {
    /// Blanks as wide as `text`; tabs stay tabs, so that what follows stands where the terminal puts it.
    static func blanks(under text: String) -> String {
        var blanks = ""
        for scalar in text.unicodeScalars {
            blanks += scalar == "\t" ? "\t" : String(repeating: " ", count: width(of: scalar))
        }
        return blanks
    }

    /// Columns of one scalar: combining ones take none, East Asian wide ones and emoji two (UAX 11).
    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x2_0000...0x3_FFFD:
            return 2
        default: return 1
        }
    }
}
