internal import CCurl
internal import CNetBridge
internal import Values

/// A request's URL as libcurl itself reads it, so that what is judged is what is connected to.
struct RequestURL {
    /// What the transfer gets.
    let text: String
    let target: NetworkTarget
    /// Path and query, for the request line.
    let pathAndQuery: String

    /// The URL without query and user, for messages.
    var name: String { target.origin + (pathAndQuery.split(separator: "?").first.map(String.init) ?? "/") }

    /// Reads an `http`, `https`, `ws` or `wss` URL; the latter two become the former, as the handshake is HTTP.
    ///
    /// - Throws: `bad_url`.
    init(_ text: String, schemes: Set<String> = ["http", "https"]) throws(HeraldError) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw HeraldError(.badURL, "the URL has a blank or a control character")
        }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard schemes.contains(scheme) else {
            let names = schemes.sorted().joined(separator: " or ")
            throw HeraldError(.badURL, "the URL must begin with \(names): \(text.prefix(80))")
        }
        let http = scheme.hasPrefix("ws") ? "http\(scheme.dropFirst(2))\(text.dropFirst(scheme.utf8.count))" : text
        guard let handle = herald_curl_url() else { throw CurlEasy.missingLibrary }
        defer { herald_curl_url_cleanup(handle) }
        let status = herald_curl_url_set(handle, CURLUPART_URL, http, 0)
        guard status == CURLUE_OK, let scheme = Self.part(CURLUPART_SCHEME, of: handle),
            let host = Self.part(CURLUPART_HOST, of: handle), !host.isEmpty,
            let port = Self.part(CURLUPART_PORT, of: handle, UInt32(CURLU_DEFAULT_PORT)).flatMap({ Int($0) })
        else { throw HeraldError(.badURL, "the URL cannot be read: \(text.prefix(200))") }
        guard Self.part(CURLUPART_USER, of: handle) == nil, Self.part(CURLUPART_PASSWORD, of: handle) == nil else {
            throw HeraldError(.badURL, "the URL has a user or password in it")
        }
        let path = Self.part(CURLUPART_PATH, of: handle) ?? "/"
        let query = Self.part(CURLUPART_QUERY, of: handle).map { "?\($0)" } ?? ""
        self.text = http
        self.target = NetworkTarget(scheme: scheme.lowercased(), host: host.lowercased(), port: port)
        self.pathAndQuery = path + query
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard herald_curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { herald_curl_free(text) }
        return String(cString: text)
    }
}
