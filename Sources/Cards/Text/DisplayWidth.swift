/// How many columns of a terminal a character takes.
package enum DisplayWidth {
    /// Wide and fullwidth characters that are no emoji; Unicode Standard Annex 11.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x16FF1, 0x17000...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265,
        0x20000...0x3FFFD,
    ]

    /// Columns of a text without line ends.
    package static func of(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// Columns of a character as a person sees it: 0, 1 or 2, more for a cluster of several letters.
    package static func of(_ character: Character) -> Int {
        if character.utf8.count == 1 { return 1 }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let isEmoji =
            first.properties.isEmojiPresentation
            || (first.properties.isEmoji && scalars.contains { $0.value == 0xFE0F })
        // Flags, skin tones and joined emoji are drawn as one.
        if isEmoji, !scalars.contains(where: { $0.value == 0xFE0E }) {
            return first.properties.isEmojiPresentation && isLoneRegionalIndicator(scalars) ? 1 : 2
        }
        return scalars.reduce(0) { $0 + of($1) }
    }

    private static func isLoneRegionalIndicator(_ scalars: Character.UnicodeScalarView) -> Bool {
        scalars.count == 1 && scalars.first.map { (0x1F1E6...0x1F1FF).contains($0.value) } == true
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // Vowels and finals of Hangul join the syllable before them.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value) { return 0 }
        return wide.contains { $0.contains(scalar.value) } || scalar.properties.isEmojiPresentation ? 2 : 1
    }
}
