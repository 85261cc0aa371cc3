/// Takes the target of a request line apart; every trick with it ends here.
enum RequestTarget {
    /// Path and query of an origin-form or absolute-form target (RFC 9112 §3.2), or `nil` for another form or a blank.
    static func parts(_ target: [UInt8]) -> (path: [UInt8], query: [UInt8])? {
        guard !target.contains(UInt8(ascii: " ")) else { return nil }
        let mark = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        let query = Array(target[mark...].dropFirst())
        let whole = target[..<mark]
        if whole.first == UInt8(ascii: "/") { return (Array(whole), query) }
        for scheme in ["http://", "https://"]
        where HeaderRules.lowercased(Array(whole.prefix(scheme.utf8.count))) == scheme {
            let path = whole.dropFirst(scheme.utf8.count).drop { $0 != UInt8(ascii: "/") }
            return (path.isEmpty ? [UInt8(ascii: "/")] : Array(path), query)
        }
        return nil
    }

    /// Decoded path segments, or `nil` for a path that no route can mean.
    ///
    /// Refused: a bad or cut escape, a control character, text that is not UTF-8, `.` and `..` segments, plain or
    /// encoded, and a backslash, which some clients take for a slash.
    static func segments(_ path: [UInt8]) -> [String]? {
        var segments: [String] = []
        for part in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = decode(Array(part)), segment != ".", segment != ".." else { return nil }
            guard !segment.utf8.contains(UInt8(ascii: "\\")) else { return nil }
            segments.append(segment)
        }
        return segments
    }

    /// Decoded names and values in order, `+` as a blank, or `nil` when one of them cannot be decoded.
    static func query(_ text: [UInt8]) -> [(name: String, value: String)]? {
        var items: [(name: String, value: String)] = []
        for item in text.split(separator: UInt8(ascii: "&")) {
            let plain = item.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            let mark = plain.firstIndex(of: UInt8(ascii: "=")) ?? plain.endIndex
            guard let name = decode(Array(plain[..<mark])), let value = decode(Array(plain[mark...].dropFirst()))
            else { return nil }
            items.append((name, value))
        }
        return items
    }

    /// Text with its `%XX` resolved, or `nil` for a bad escape, a control character or bytes that are not UTF-8.
    static func decode(_ bytes: [UInt8]) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            var byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "%") {
                guard place + 1 < bytes.count, let high = hexDigit(bytes[place]), let low = hexDigit(bytes[place + 1])
                else { return nil }
                byte = high << 4 | low
                place += 2
            }
            guard byte >= 0x20, byte != 0x7F else { return nil }
            decoded.append(byte)
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
