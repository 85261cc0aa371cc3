internal import Values

/// A request's URL in the one form that the gate gives it, so that what is judged is what is connected to.
struct RequestURL {
    /// What the transfer gets: ASCII, without a fragment.
    let text: String
    let target: NetworkTarget
    /// Path and query, for the request line.
    let pathAndQuery: String
    private let url: WebURL

    /// The URL without query, for messages.
    var name: String { target.origin + (pathAndQuery.split(separator: "?").first.map(String.init) ?? "/") }

    /// Reads an `http`, `https`, `ws` or `wss` URL; the latter two become the former, as the handshake is HTTP.
    ///
    /// - Throws: `bad_url`.
    init(_ text: String, schemes: Set<String> = ["http", "https"]) throws(HeraldError) {
        url = try URLGate.read(text)
        guard schemes.contains(url.scheme), let port = url.port else {
            let names = schemes.sorted().joined(separator: " or ")
            throw HeraldError(.badURL, "the URL must begin with \(names), not \(url.scheme)")
        }
        let isSecure = url.scheme == "https" || url.scheme == "wss"
        target = NetworkTarget(scheme: isSecure ? "https" : "http", host: url.host, port: port)
        pathAndQuery = url.requestTarget
        self.text = target.origin + pathAndQuery
    }

    /// Where a redirect from here leads.
    func location(_ reference: String) -> String { URLReference.resolve(reference, against: url) }
}
