/// What may stand anywhere in a URL.
enum URLCharacters {
    /// Refuses blanks, control characters and marks that make a URL look like another one.
    static func check(_ text: String) throws(HeraldError) {
        guard !text.isEmpty else { throw URLRefusal.empty.error("the URL is empty") }
        guard text.utf8.count <= URLGate.longestURL else {
            throw URLRefusal.tooLong.error("the URL is longer than \(URLGate.longestURL) bytes")
        }
        if text.unicodeScalars.first?.properties.isWhitespace == true, text.utf8.first.map({ $0 >= 0x20 }) == true {
            throw URLRefusal.leadingBlank.error("the URL begins with a blank")
        }
        // Before the blanks, which a variable's name may have.
        if let variable = variable(in: text) {
            throw URLRefusal.unresolvedVariable.error("the URL has a variable that was not filled in: \(variable)")
        }
        for scalar in text.unicodeScalars where !isPlain(scalar) {
            if let error = objection(to: scalar) { throw error }
        }
    }

    /// Refuses what a percent-encoding may not hold.
    ///
    /// A control character is no part of a name, and some programs decode a path before they log it or pass it on, where
    /// it would begin a line of its own; in the query and the fragment, where texts are carried, line ends are usual. A
    /// NUL ends the text for programs in C, and is nowhere of use.
    static func checkEscapes(_ text: String, isPath: Bool) throws(HeraldError) {
        var rest = text.utf8[...]
        // The byte before, where one follows at once.
        var lead: UInt8 = 0
        while let place = rest.firstIndex(of: UInt8(ascii: "%")) {
            rest = rest[rest.index(after: place)...]
            let digits = rest.prefix(2).compactMap(PercentEncoding.digit)
            guard digits.count == 2 else {
                throw URLRefusal.badEscape.error("the URL has a `%` without two hexadecimal digits after it")
            }
            let byte = digits[0] << 4 | digits[1]
            // U+0080 to U+009F are controls, too, and two bytes long.
            let isLate = lead == 0xC2 && (0x80...0x9F).contains(byte)
            lead = rest.dropFirst(2).first == UInt8(ascii: "%") ? byte : 0
            guard byte != 0, !isPath || byte >= 0x20 && byte != 0x7F && !isLate else {
                throw URLRefusal.encodedControlCharacter.error(
                    "the URL has a control character in percent-encoding (%\(String(decoding: rest.prefix(2), as: UTF8.self)))"
                )
            }
        }
    }

    /// Whether the scalar needs no thought.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x20 && scalar.value < 0x7F && !mustBeEncoded.contains(scalar) && scalar != "\\"
    }

    /// ASCII that RFC 3986 has no place for.
    private static let mustBeEncoded: Set<Unicode.Scalar> = ["<", ">", "\"", "`", "{", "}", "|", "^"]

    private static func objection(to scalar: Unicode.Scalar) -> HeraldError? {
        let name = "U+" + hexadecimal(scalar.value)
        return switch scalar.value {
        case 0x20: URLRefusal.blank.error("the URL has a blank")
        case 0x5C: URLRefusal.backslash.error("the URL has a backslash")
        case 0..<0x20, 0x7F..<0xA0:
            URLRefusal.controlCharacter.error("the URL has a control character (\(name))")
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
            URLRefusal.bidirectionalControl.error(
                "the URL has a character that reverses the direction of text (\(name))"
            )
        // U+2800 is a braille cell without dots, the others format text between lines.
        case 0x2800, 0xFFF9...0xFFFD:
            URLRefusal.invisibleCharacter.error("the URL has an invisible character (\(name))")
        case 0xFDD0...0xFDEF: URLRefusal.noncharacter.error("the URL has a character that is none (\(name))")
        case let value where value & 0xFFFE == 0xFFFE:
            URLRefusal.noncharacter.error("the URL has a character that is none (\(name))")
        case ..<0x7F: URLRefusal.unencodedCharacter.error("the URL has `\(scalar)`, which must be percent-encoded")
        default:
            if scalar.properties.isWhitespace {
                URLRefusal.blank.error("the URL has a blank (\(name))")
            } else if scalar.properties.isDefaultIgnorableCodePoint {
                URLRefusal.invisibleCharacter.error("the URL has an invisible character (\(name))")
            } else {
                nil
            }
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Where a `{{` begins, also one whose braces are percent-encoded, as tools do that fill in a form.
    private static func variable(in text: String) -> Substring? {
        let bytes = Array(text.utf8)
        var braces = 0
        var start = 0
        var place = 0
        while place < bytes.count {
            let isEncoded =
                bytes[place] == UInt8(ascii: "%") && place + 2 < bytes.count && bytes[place + 1] == UInt8(ascii: "7")
                && bytes[place + 2] | 0x20 == UInt8(ascii: "b")
            guard isEncoded || bytes[place] == UInt8(ascii: "{") else {
                braces = 0
                place += 1
                continue
            }
            if braces == 0 { start = place }
            braces += 1
            if braces == 2 { return String(decoding: bytes[start...], as: UTF8.self).prefix(40) }
            place += isEncoded ? 3 : 1
        }
        return nil
    }
}
