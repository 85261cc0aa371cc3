/// Text that may quote a stranger, made safe for a terminal: control characters and reordering marks become escapes.
enum VisibleText {
    /// Line ends stay.
    static func lines(_ text: String) -> String { escape(text) { $0 == 0x0A } }

    /// Tabs stay, line ends do not: for one line of a file.
    static func excerpt(_ text: String) -> String { escape(text) { $0 == 0x09 } }

    /// Nothing stays.
    static func line(_ text: String) -> String { escape(text) { _ in false } }

    private static func escape(_ text: String, keeping isKept: (UInt32) -> Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case let value where isKept(value): result.unicodeScalars.append(scalar)
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069:
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
