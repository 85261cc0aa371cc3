/// One HTTP request as the network seam sees it.
package struct HTTPRequest: Sendable {
    package var method: String
    /// Absolute `http` or `https` URL, already through the URL gate or made by the host itself.
    package var url: String
    /// In order, names as written; the transport refuses CR, LF and NUL in either part.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// From start to the last byte.
    package var timeout: Duration
    /// A longer body ends the request with ``HeraldError/Code/tooLarge``.
    package var maximumBodyBytes: Int
    /// How many redirects are followed; each hop is judged by the address policy again.
    package var maximumRedirects: Int
    /// Asked with the URL of each redirect before it is followed; throws to refuse it.
    package var judgeRedirect: (@Sendable (String) throws(HeraldError) -> Void)?
    /// Takes the body of a 2xx answer as it arrives, in place of ``HTTPResponse/body``.
    package var receiver: (any BodyReceiver)?

    package init(
        _ method: String,
        _ url: String,
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        timeout: Duration = .seconds(30),
        maximumBodyBytes: Int = 16 << 20,
        maximumRedirects: Int = 0
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maximumBodyBytes = maximumBodyBytes
        self.maximumRedirects = maximumRedirects
    }
}

/// Takes a body piece by piece; called on the transport's own thread, which waits for it.
package protocol BodyReceiver: Sendable {
    /// Before the first piece; not called for an empty body.
    ///
    /// - Throws: to end the request, which then fails with this error.
    func begin(_ head: HTTPResponse) throws(HeraldError)

    /// The next piece, valid during the call.
    ///
    /// - Throws: to end the request, which then fails with this error.
    func take(_ bytes: UnsafeRawBufferPointer) throws(HeraldError)
}

/// One HTTP response.
package struct HTTPResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// Where the response came from after redirects.
    package var url: String

    package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], url: String = "") {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
    }

    /// The first header of that name, in any letter case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// One live WebSocket; any task may call, one `receive` at a time.
package protocol WebSocketConnection: Sendable {
    /// Queues a text message and returns when it is handed to the socket.
    func send(_ text: String) async throws
    /// The next message, or `nil` when the peer closed in good order.
    func receive() async throws -> String?
    /// Closes with a status code of RFC 6455 §7.4 and returns when the socket is gone; safe to repeat.
    func close(code: UInt16, reason: String) async
}

/// The network seam: everything that leaves the process goes through one of these, so tests can cut it.
package protocol Transport: Sendable {
    /// Performs a request.
    ///
    /// - Throws: ``HeraldError`` with `unreachable`, `timeout`, `denied`, `tooLarge` or `network`;
    ///   `CancellationError` when the task is cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse

    /// Opens a WebSocket at a `ws` or `wss` URL.
    func connect(_ url: String, headers: [(name: String, value: String)]) async throws -> any WebSocketConnection

    /// Ends every request and socket and the threads behind them.
    func shutDown() async
}
