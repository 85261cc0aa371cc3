internal import Values

/// Bounds of the HTTP engine, each with its reason.
package struct HTTPLimits: Sendable {
    /// Longest request body in bytes; longer ones are answered 413.
    ///
    /// A card of the largest allowed size fits.
    package var bodyBytes = 1 << 20
    /// Paths whose bodies may be longer, with their number of bytes.
    ///
    /// A folder of authoring files comes whole.
    package var largerBodies = [AuthoringRoutes.path: 2 * AuthoringTexts.maximumSentBytes]
    /// Bytes of all bodies being received at once; over it 503.
    ///
    /// Keeps many slow uploads from filling the memory.
    package var allBodyBytes = 64 << 20
    /// Memory of one connection's request line and headers.
    ///
    /// It stays for a WebSocket's life, so it is small.
    package var connectionBytes = 4 << 10
    /// Connections at once, WebSockets included; less when the process may open fewer files.
    package var connections = 10_000
    /// Seconds without traffic after which an HTTP connection is closed.
    package var idleSeconds = 30
    /// Longest time from the head of a request to the end of its body, in milliseconds: a body that drips is cut.
    package var bodyMilliseconds: Int64 = 60_000
    /// Longest message taken from a WebSocket, in bytes; a longer one closes it with 1009.
    package var messageBytes = 64 << 10
    /// Messages of a WebSocket that wait to be handled before its reading pauses.
    package var waitingMessages = 64
    /// Bytes that wait to be sent to a WebSocket before the slow peer is dropped.
    package var outgoingBytes = 1 << 20
    /// Milliseconds a close handshake or a stop may take before sockets are closed without it.
    package var graceMilliseconds: Int64 = 2000
    /// Time between two pings; a peer that was silent since the last one is dropped.
    package var pingInterval: Duration = .seconds(25)

    package init() {}

    /// Longest body of a request for that path.
    func bodyBytes(for path: [String]) -> Int {
        largerBodies["/" + path.joined(separator: "/")] ?? bodyBytes
    }

    /// Files the process needs besides connections: the database, the log, scripts, plugins.
    static let otherFiles = 128

    /// What libmicrohttpd keeps of its memory for each header.
    static let fieldBytes = 72
    /// What the head of an answer may take of that memory, an echoed `X-Request-Id` included.
    static let replyBytes = 640

    /// Why a head is refused that leaves no room for the head of an answer.
    func fault(ofHead bytes: Int, fields: Int, _ line: RequestLine?) -> RequestFault? {
        guard bytes + fields * Self.fieldBytes + Self.replyBytes > connectionBytes else { return nil }
        let isTarget = (line?.target.count ?? 0) > bytes / 2
        return DirectReply.fault(isTarget ? 414 : 431)
    }
}
