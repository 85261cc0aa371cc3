/// What may stand anywhere in a URL.
enum URLCharacters {
    /// Refuses blanks, control characters and marks that make a URL look like another one.
    static func check(_ text: String) throws(HeraldError) {
        guard !text.isEmpty else { throw URLGate.refusal("the URL is empty") }
        guard text.utf8.count <= URLGate.longestURL else {
            throw URLGate.refusal("the URL is longer than \(URLGate.longestURL) bytes")
        }
        for scalar in text.unicodeScalars where !isPlain(scalar) {
            if let reason = objection(to: scalar) { throw URLGate.refusal(reason) }
        }
        if let place = text.utf8.firstIndex(of: UInt8(ascii: "{")), text[place...].hasPrefix("{{") {
            throw URLGate.refusal("the URL has a variable that was not filled in: \(text[place...].prefix(40))")
        }
        for character: Unicode.Scalar in ["<", ">", "\"", "`", "{", "}", "|", "^"]
        where text.unicodeScalars.contains(character) {
            throw URLGate.refusal("the URL has `\(character)`, which must be percent-encoded")
        }
        try checkEscapes(Array(text.utf8))
    }

    /// Whether the scalar needs no thought.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x20 && scalar.value < 0x7F && scalar != "\\"
    }

    private static func objection(to scalar: Unicode.Scalar) -> String? {
        let name = "U+" + hexadecimal(scalar.value)
        return switch scalar.value {
        case 0x20: "the URL has a blank"
        case 0x5C: "the URL has a backslash"
        case 0..<0x20, 0x7F..<0xA0: "the URL has a control character (\(name))"
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
            "the URL has a character that reverses the direction of text (\(name))"
        case 0x00AD, 0x200B...0x200D, 0x2060...0x2064, 0xFEFF, 0xFFF9...0xFFFD, 0xE0000...0xE007F:
            "the URL has an invisible character (\(name))"
        case 0xFDD0...0xFDEF: "the URL has a character that is none (\(name))"
        default: scalar.properties.isWhitespace ? "the URL has a blank (\(name))" : nil
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func checkEscapes(_ bytes: [UInt8]) throws(HeraldError) {
        for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "%") {
            guard place + 2 < bytes.count, PercentEncoding.digit(bytes[place + 1]) != nil,
                PercentEncoding.digit(bytes[place + 2]) != nil
            else { throw URLGate.refusal("the URL has a `%` without two hexadecimal digits after it") }
        }
    }
}
