/// A URL that passed ``URLGate``, in its parts.
///
/// Scheme and host are in lower case; the rest is kept as written.
public struct WebURL: Sendable, Hashable, CustomStringConvertible {
    /// The URL for people, with an international host name in its own letters; passes the gate again unchanged.
    public let text: String
    /// The URL for the wire: ASCII only, an international host name in its `xn--` form.
    public let ascii: String
    /// Lower case, without the colon.
    public let scheme: String
    /// Lower case ASCII, an IPv6 address without brackets; empty for a URL without host, such as `mailto:`.
    public let host: String
    /// The host for people, in its own letters.
    public let displayHost: String
    /// The port that was written, else the scheme's own; `nil` when the scheme has none.
    public let port: Int?
    /// Scheme, ASCII host and a port that is not the scheme's own; empty for a URL without host.
    public let origin: String
    /// The path as written, `/` for a web URL without one; what follows the scheme in a URL such as `mailto:`.
    public let path: String
    /// What follows the question mark, as written.
    public let query: String?
    /// What follows the number sign, as written.
    public let fragment: String?

    /// Path and query for the wire, as a request to the host names them; RFC 9112 §3.2.1.
    public var requestTarget: String { PercentEncoding.forWire(query.map { "\(path)?\($0)" } ?? path) }

    /// The URL for people.
    public var description: String { text }
}
