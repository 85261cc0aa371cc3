/// The parts of a URL as written.
struct URLParts {
    var authority: (host: String, port: Int?)?
    var path: String
    var query: String?
    var fragment: String?
}

/// Cuts a URL into its parts; RFC 3986, appendix B, with everything doubtful refused.
struct URLScan {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    /// Takes the scheme and its colon.
    mutating func scheme() throws(HeraldError) -> String {
        guard let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            throw URLRefusal.badScheme.error("the URL has no scheme")
        }
        let name = rest[..<colon]
        guard Self.isScheme(name) else {
            throw URLRefusal.badScheme.error("the URL does not start with a scheme")
        }
        rest = rest[rest.utf8.index(after: colon)...]
        return name.lowercased()
    }

    /// Takes what follows the scheme.
    mutating func parts(hasAuthority: Bool, scheme: String) throws(HeraldError) -> URLParts {
        let fragment = cut(at: UInt8(ascii: "#"))
        guard fragment?.utf8.contains(UInt8(ascii: "#")) != true else {
            throw URLRefusal.badFragment.error("the URL has a second `#`, which must be percent-encoded")
        }
        let query = cut(at: UInt8(ascii: "?"))
        guard rest.utf8.starts(with: "//".utf8) else {
            guard !hasAuthority else {
                throw URLRefusal.missingSlashes.error("the \(scheme) URL has no `//` and host")
            }
            guard !rest.isEmpty else { throw URLRefusal.empty.error("nothing follows the scheme") }
            return URLParts(authority: nil, path: String(rest), query: query, fragment: fragment)
        }
        // Not by characters: a combining mark joins the slash before it, and would be lost.
        rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
        let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        let authority = try Self.authority(rest[..<end])
        return URLParts(authority: authority, path: String(rest[end...]), query: query, fragment: fragment)
    }

    private mutating func cut(at byte: UInt8) -> String? {
        guard let place = rest.utf8.firstIndex(of: byte) else { return nil }
        defer { rest = rest[..<place] }
        return String(rest[rest.utf8.index(after: place)...])
    }

    private static func authority(_ text: Substring) throws(HeraldError) -> (host: String, port: Int?) {
        guard !text.utf8.contains(UInt8(ascii: "@")) else {
            throw URLRefusal.userinfo.error("the URL has a user name before the host")
        }
        var host = text
        var port: Int?
        // The last colon parts the port from the host, unless it belongs to an IPv6 address.
        if let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
            !text[colon...].utf8.contains(UInt8(ascii: "]"))
        {
            host = text[..<colon]
            port = try Self.port(text[text.utf8.index(after: colon)...])
        }
        return (String(host), port)
    }

    /// Reads a port; none is allowed, and so are leading zeros (RFC 3986 §3.2.3), and what is passed on has neither.
    private static func port(_ digits: Substring) throws(HeraldError) -> Int? {
        if digits.isEmpty { return nil }
        guard digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let port = Int(digits), (1...65535).contains(port)
        else { throw URLRefusal.badPort.error("the port is no number from 1 to 65535") }
        return port
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

    static func isScheme(_ name: Substring) -> Bool {
        name.utf8.first.map(isLetter) == true && name.utf8.allSatisfy(isSchemeCharacter)
    }

    private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
    }
}
