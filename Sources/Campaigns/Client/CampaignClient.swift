package import Values

/// One server as one user or administrator sees it: authenticated requests and their answers read leniently.
///
/// Every call may throw `unreachable`, `timeout`, `network`, `unauthorized`, `denied`, `not_found`, `server` and
/// `cancelled`; a call that is answered with what is not JSON throws `server`.
package struct CampaignClient: Sendable {
    /// Where the feed's REST interface lies under the server.
    package static let feedPrefix = "/v3/campaigns"
    /// How long one call may take.
    package static let defaultTimeout: Duration = .seconds(30)

    /// The server's URL without a slash at the end.
    package let server: String
    package let credentials: Credentials
    package let timeout: Duration
    package let log: LogSink
    let transport: any Transport

    package init(
        server: String,
        credentials: Credentials,
        transport: any Transport,
        timeout: Duration = CampaignClient.defaultTimeout,
        log: @escaping LogSink = { _, _ in }
    ) {
        var server = server
        while server.utf8.last == UInt8(ascii: "/") { server.removeLast() }
        self.server = server
        self.credentials = credentials
        self.transport = transport
        self.timeout = timeout
        self.log = log
    }

    /// The same server with other credentials.
    package func with(_ credentials: Credentials) -> CampaignClient {
        CampaignClient(server: server, credentials: credentials, transport: transport, timeout: timeout, log: log)
    }

    /// Performs an authenticated request and returns the answer whatever its status; `path` starts with `/` and is
    /// sent as it stands.
    package func raw(
        _ method: String,
        _ path: String,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) async throws(HeraldError) -> HTTPResponse {
        guard path.utf8.first == UInt8(ascii: "/") else {
            throw HeraldError(.invalidArgument, "a path starts with \"/\": \(path)")
        }
        let all = credentials.headers + [("accept", "application/json")] + headers
        let url = server + path + Self.queryText(query)
        let request = HTTPRequest(method, url, headers: all, body: body, timeout: timeout)
        do {
            return try await transport.send(request)
        } catch {
            throw Self.unreached(HeraldError(error))
        }
    }

    /// Performs an authenticated request and returns the JSON of a 2xx answer, `null` for an empty one.
    package func call(
        _ method: String,
        _ path: String,
        query: [(name: String, value: String)] = [],
        body: JSON? = nil,
        idempotencyKey: String? = nil
    ) async throws(HeraldError) -> JSON {
        var headers = body == nil ? [] : [(name: "content-type", value: "application/json; charset=utf-8")]
        if let idempotencyKey { headers.append((name: "idempotency-key", value: idempotencyKey)) }
        let text = body.map { Array($0.text.utf8) } ?? []
        let response = try await raw(method, path, query: query, headers: headers, body: text)
        let request = "\(method) \(path)"
        guard (200..<300).contains(response.status) else {
            throw ServerErrorReading.error(
                status: response.status,
                body: response.body,
                retryAfter: response.header("retry-after"),
                request: request
            )
        }
        guard !response.body.isEmpty else { return .null }
        do {
            // A value that cannot be held costs that value, not the page it stands on.
            let reading = try JSONText.salvage(response.body)
            for warning in reading.warnings { log(.warning, "\(request) \(warning.pointer): \(warning.message)") }
            return reading.value
        } catch {
            let message = "\(request) answered \(response.status) with what is not JSON"
            throw HeraldError(.server, message, hint: "is this the right server?", cause: error)
        }
    }

    /// Opens an authenticated WebSocket at a path of the server.
    package func socket(
        _ path: String,
        query: [(name: String, value: String)] = []
    ) async throws(HeraldError) -> any WebSocketConnection {
        guard path.utf8.first == UInt8(ascii: "/"), server.hasPrefix("http") else {
            throw HeraldError(.invalidArgument, "cannot open a WebSocket at \(server)\(path)")
        }
        let url = "ws" + server.dropFirst("http".count) + path + Self.queryText(query)
        do {
            return try await transport.connect(url, headers: credentials.headers)
        } catch {
            throw Self.refusal(Self.unreached(HeraldError(error)), path: path)
        }
    }

    /// A campaign server may just not run, which is the first thing to look at.
    private static func unreached(_ error: HeraldError) -> HeraldError {
        guard error.code == .unreachable, error.hint == nil else { return error }
        var error = error
        error.hint = "is the server running?"
        return error
    }

    /// An upgrade that the server answered with an ordinary status is that status's error.
    private static func refusal(_ error: HeraldError, path: String) -> HeraldError {
        guard error.code == .network, let status = error.details["status"].int else { return error }
        var refusal = ServerErrorReading.error(
            status: Int(clamping: status),
            body: Array((error.details["body"].string ?? "").utf8),
            request: "WebSocket \(path)"
        )
        refusal.cause = error
        return refusal
    }

    private static func queryText(_ query: [(name: String, value: String)]) -> String {
        query.isEmpty ? "" : "?" + PercentEncoding.query(query)
    }

    func page<Entry: Sendable>(
        _ path: String,
        query: [(name: String, value: String)],
        after cursor: PageCursor?,
        entry: (JSON, String) -> (entry: Entry?, diagnostics: [WireDiagnostic])
    ) async throws(HeraldError) -> WirePage<Entry> {
        let all = query + (cursor?.query(besides: query) ?? [])
        let page = try WirePage.read(try await call("GET", path, query: all), entry: entry)
        page.diagnostics.report(to: log, from: "GET \(path)")
        return page
    }
}
