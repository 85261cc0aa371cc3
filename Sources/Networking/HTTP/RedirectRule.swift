internal import Values

/// What the next request looks like after a redirect; RFC 9110 §15.4.
enum RedirectRule {
    /// What is a redirect when a `Location` comes with it.
    static let statuses: Set<Int> = [301, 302, 303, 307, 308]

    /// Headers that may go to another origin: everything else may be a credential.
    private static let harmless: Set<String> = ["accept", "accept-language", "content-type", "user-agent"]

    /// The request to `location`.
    ///
    /// - Throws: `network` for a redirect that leaves HTTP or drops the encryption.
    static func next(
        _ request: HTTPRequest,
        from old: NetworkTarget,
        to location: RequestURL,
        status: Int
    ) throws(HeraldError) -> HTTPRequest {
        guard location.target.scheme == "https" || old.scheme == "http" else {
            let message = "\(old.origin) redirects to \(location.target.origin), which is not encrypted"
            throw HeraldError(.network, message)
        }
        var next = request
        next.url = location.text
        if status == 303 && next.method != "HEAD" || [301, 302].contains(status) && next.method == "POST" {
            next.method = "GET"
            next.body = []
            next.headers.removeAll { $0.name.lowercased() == "content-type" }
        }
        if location.target.origin != old.origin {
            next.headers.removeAll { !harmless.contains($0.name.lowercased()) }
        }
        return next
    }
}
