/// Base 64 of RFC 4648.
package enum Base64 {
    package enum Alphabet: Sendable {
        /// Section 4, with padding.
        case standard
        /// Section 5, without padding: for URLs and file names.
        case urlSafe

        fileprivate var digits: [UInt8] {
            switch self {
            case .standard: Base64.standardDigits
            case .urlSafe: Base64.urlDigits
            }
        }
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    fileprivate static let standardDigits = Array("\(letters)+/".utf8)
    fileprivate static let urlDigits = Array("\(letters)-_".utf8)
    private static let padding = UInt8(ascii: "=")

    package static func encode(_ bytes: some Collection<UInt8>, alphabet: Alphabet = .standard) -> String {
        // Long input is memory: the text is made where it stays.
        String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
            write(bytes, to: text, alphabet)
        }
    }

    private static func write(
        _ bytes: some Collection<UInt8>,
        to text: UnsafeMutableBufferPointer<UInt8>,
        _ alphabet: Alphabet
    ) -> Int {
        let digits = alphabet.digits
        var count = 0
        func append(_ digit: UInt8) {
            text[count] = digit
            count += 1
        }
        var bits: UInt32 = 0
        var held = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            held += 8
            while held >= 6 {
                held -= 6
                append(digits[Int(bits >> UInt32(held) & 63)])
            }
        }
        if held > 0 { append(digits[Int(bits << UInt32(6 - held) & 63)]) }
        if alphabet == .standard {
            while count % 4 != 0 { append(padding) }
        }
        return count
    }

    /// Decodes what ``encode(_:alphabet:)`` writes and nothing else: no line ends, exact padding, no stray bits.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument` naming the place.
    package static func decode(_ text: String, alphabet: Alphabet = .standard) throws(HeraldError) -> [UInt8] {
        var digits = Array(text.utf8)
        if alphabet == .standard {
            guard digits.count % 4 == 0 else { throw fault("its length is no multiple of four") }
            for _ in 0..<2 where digits.last == padding { digits.removeLast() }
        }
        guard digits.count % 4 != 1 else { throw fault("a character is missing at the end") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var held = 0
        for (place, digit) in digits.enumerated() {
            guard let value = value(of: digit, alphabet) else { throw fault("character \(place + 1) does not belong") }
            bits = bits << 6 | value
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
            }
        }
        guard bits & ((1 << UInt32(held)) - 1) == 0 else { throw fault("the last character has stray bits") }
        return bytes
    }

    private static func fault(_ reason: String) -> HeraldError {
        HeraldError(.invalidArgument, "the text is not base 64: \(reason)")
    }

    private static func value(of digit: UInt8, _ alphabet: Alphabet) -> UInt32? {
        switch digit {
        case 0x41...0x5A: UInt32(digit - 0x41)
        case 0x61...0x7A: UInt32(digit - 0x61) + 26
        case 0x30...0x39: UInt32(digit - 0x30) + 52
        case alphabet.digits[62]: 62
        case alphabet.digits[63]: 63
        default: nil
        }
    }
}
