/// Takes the target of a request line apart; every trick with it ends here.
enum RequestTarget {
    /// Decoded path segments, or `nil` for a target that no route can mean.
    ///
    /// Refused: a bad or cut escape, a control character, text that is not UTF-8, `.` and `..` segments, plain or
    /// encoded, and a backslash, which some clients take for a slash.
    static func segments(_ target: String) -> [String]? {
        guard let path = pathPart(target) else { return nil }
        var segments: [String] = []
        for part in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = decode(Array(part)), segment != ".", segment != ".." else { return nil }
            guard !segment.utf8.contains(UInt8(ascii: "\\")) else { return nil }
            segments.append(segment)
        }
        return segments
    }

    /// The path of an origin-form or absolute-form target (RFC 9112 §3.2).
    private static func pathPart(_ target: String) -> String? {
        if target.utf8.first == UInt8(ascii: "/") { return target }
        for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
            let rest = target.utf8.dropFirst(scheme.utf8.count)
            guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return "/" }
            return String(target[slash...])
        }
        return nil
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
