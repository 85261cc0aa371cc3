/// Which headers and methods a request may have: the one rule for scripts, plugins and the transport.
public enum HeaderRule {
    /// Framing and routing are the transport's: a caller's own would make two programs read one request differently.
    private static let reserved: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization", "proxy-connection", "te",
        "trailer", "transfer-encoding", "upgrade",
    ]

    /// Checks a header; RFC 9110 §5.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument`: a name that is no token, a name that is the transport's to set,
    ///   a value with a line end or another control character, folded lines among them.
    public static func check(_ name: String, _ value: String) throws(HeraldError) {
        guard isToken(name) else { throw wrong("\"\(printable(name))\" is no header name") }
        guard !reserved.contains(name.lowercased()) else { throw wrong("\(name) is set by the client itself") }
        guard value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
            throw wrong("the value of \(name) has a control character")
        }
    }

    /// Checks a method; RFC 9110 §9.1.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument`.
    public static func check(method: String) throws(HeraldError) {
        guard isToken(method) else {
            throw HeraldError(.invalidArgument, "method: \"\(printable(method))\" is no HTTP method")
        }
    }

    private static func wrong(_ what: String) -> HeraldError { HeraldError(.invalidArgument, "headers: \(what)") }

    /// A token of RFC 9110 §5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(64).map { $0.value < 0x20 ? "?" : $0 }))
    }
}
