/// Percent-encoding of RFC 3986, on UTF-8.
package enum PercentEncoding {
    /// Encodes one name or value of a query; everything but unreserved characters.
    package static func query(_ text: String) -> String { encode(text, keeping: isUnreserved) }

    /// Encodes one segment of a path, a slash included; a segment of only dots is kept from changing the path.
    package static func pathSegment(_ text: String) -> String {
        if text == "." { return "%2E" }
        if text == ".." { return "%2E%2E" }
        return encode(text, keeping: isUnreserved)
    }

    /// Joins names and values to a query, in order, without the question mark.
    package static func query(_ items: [(name: String, value: String)]) -> String {
        items.map { "\(query($0.name))=\(query($0.value))" }.joined(separator: "&")
    }

    /// Decodes; `nil` for a `%` without two digits and for what is not UTF-8 afterwards.
    ///
    /// With `plusIsBlank`, `+` is read as a blank, as forms and queries do.
    package static func decode(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var source = text.utf8.makeIterator()
        while let byte = source.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = source.next().flatMap(digit), let low = source.next().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The names and values of a query, in order; what cannot be decoded is kept as it is.
    package static func queryItems(_ query: some StringProtocol) -> [(name: String, value: String)] {
        query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { decode($0, plusIsBlank: true) ?? String($0) }
            return (texts[0], texts.count > 1 ? texts[1] : "")
        }
    }

    /// Encodes what RFC 3986 has no place for in path, query and fragment and people write all the same: letters outside
    /// ASCII, and brackets.
    static func forWire(_ text: String) -> String {
        text.utf8.allSatisfy(isWireCharacter) ? text : encode(text, keeping: isWireCharacter)
    }

    private static func isWireCharacter(_ byte: UInt8) -> Bool { byte < 0x80 && byte != 0x5B && byte != 0x5D }

    /// The value of a hexadecimal digit.
    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isKept(byte) {
                bytes.append(byte)
            } else {
                bytes.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }
}
