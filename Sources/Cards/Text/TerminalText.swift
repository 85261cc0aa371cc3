/// Makes foreign text safe to print.
package enum TerminalText {
    /// Most scalars of one character; more are marks heaped on one another.
    private static let longestCharacter = 24

    /// The lines of a text as characters that move no cursor, change no colour and turn no direction.
    ///
    /// A tab becomes blanks, another control character `U+FFFD`; marks that steer the direction of text are dropped.
    package static func lines(_ text: String) -> [[Character]] {
        var lines: [[Character]] = [[]]
        for character in text {
            if character.isNewline {
                lines.append([])
                continue
            }
            guard let first = character.unicodeScalars.first else { continue }
            switch first.value {
            case 0x09: lines[lines.count - 1].append(contentsOf: repeatElement(" ", count: 4))
            case 0..<0x20, 0x7F..<0xA0: lines[lines.count - 1].append("\u{FFFD}")
            default:
                if let safe = safe(character) { lines[lines.count - 1].append(safe) }
            }
        }
        return lines
    }

    /// The text on one line.
    package static func line(_ text: String) -> String {
        lines(text).map { String($0) }.joined(separator: " ")
    }

    private static func safe(_ character: Character) -> Character? {
        let scalars = character.unicodeScalars
        guard scalars.count > 1 || scalars.contains(where: steers) else { return character }
        var kept = String.UnicodeScalarView()
        for scalar in scalars.prefix(longestCharacter)
        where !steers(scalar) && scalar.properties.generalCategory != .control {
            kept.append(scalar)
        }
        // What is left may have fallen apart into more than one character; the first carries the meaning.
        return String(kept).first
    }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: true
        default: false
        }
    }
}
