/// A value of the `net` permission: `[scheme://]host[:port]`, the host with a leading `*.` for all below it.
package struct HostPattern: Sendable, Hashable {
    /// Lower case; `nil` for any.
    package let scheme: String?
    /// Lower case and ASCII, without brackets and the root's dot; an IPv6 address in its canonical form.
    package let host: String
    /// The port that is written, else the scheme's own; `nil` for any.
    package let port: Int?

    package init(_ text: String) {
        var rest = Substring(text.lowercased())
        if let mark = rest.firstRange(of: "://") {
            scheme = String(rest[..<mark.lowerBound])
            rest = rest[mark.upperBound...]
        } else {
            scheme = nil
        }
        if rest.hasSuffix("/") { rest.removeLast() }
        let colons = rest.utf8.count { $0 == UInt8(ascii: ":") }
        // An IPv6 address without brackets has several colons, none of which begins a port.
        let mayHavePort = rest.hasPrefix("[") ? !rest.hasSuffix("]") : colons == 1
        if mayHavePort, let colon = rest.lastIndex(of: ":"), let number = Int(rest[rest.index(after: colon)...]) {
            port = number
            rest = rest[..<colon]
        } else {
            port = scheme.flatMap(Self.standardPort)
        }
        host = Self.normal(String(rest))
    }

    /// Whether a request to this host falls under the pattern; without a port the scheme's own counts.
    package func matches(scheme: String, host: String, port: Int?) -> Bool {
        let scheme = scheme.lowercased()
        if let wanted = self.scheme, wanted != scheme { return false }
        if let wanted = self.port, wanted != port ?? Self.standardPort(scheme) { return false }
        let host = Self.normal(host)
        if self.host.hasPrefix("*.") { return host.hasSuffix(self.host.dropFirst()) }
        return host == self.host
    }

    /// One form for all spellings of a host; what is no host stays as it is and matches nothing but itself.
    private static func normal(_ text: String) -> String {
        var host = text.lowercased()
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host.utf8.count > 1, host.hasSuffix(".") { host.removeLast() }
        let isWild = host.hasPrefix("*.")
        let name = isWild ? String(host.dropFirst(2)) : host
        let needsReading = name.contains(":") || !name.utf8.allSatisfy { $0 < 0x80 }
        guard needsReading, let read = try? URLHost.read(name.contains(":") ? "[\(name)]" : name, mayBeEmpty: false)
        else { return host }
        return isWild ? "*.\(read.ascii)" : read.ascii
    }

    private static func standardPort(_ scheme: String) -> Int? {
        switch scheme {
        case "https", "wss": 443
        case "http", "ws": 80
        default: nil
        }
    }
}
