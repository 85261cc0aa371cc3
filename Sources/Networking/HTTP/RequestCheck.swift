internal import Values

/// What of a request is refused before anything leaves the process.
enum RequestCheck {
    /// Framing and routing are the transport's: a caller's own would make two programs read one request differently.
    private static let reserved: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// - Throws: `invalid_argument` that names the header or the method.
    static func check(_ request: HTTPRequest) throws(HeraldError) {
        guard isToken(request.method) else {
            throw HeraldError(.invalidArgument, "method: \"\(printable(request.method))\" is no HTTP method")
        }
        try check(request.headers)
    }

    static func check(_ headers: [(name: String, value: String)]) throws(HeraldError) {
        for (name, value) in headers {
            guard isToken(name) else {
                throw HeraldError(.invalidArgument, "headers: \"\(printable(name))\" is no header name")
            }
            guard !reserved.contains(name.lowercased()) else {
                throw HeraldError(.invalidArgument, "headers: \(name) is set by the client itself")
            }
            guard value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
                throw HeraldError(.invalidArgument, "headers: the value of \(name) has a control character")
            }
        }
    }

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
