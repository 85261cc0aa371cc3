/// One request and its answer on their way; touched by the loop's thread only.
final class Exchange {
    /// How far it is.
    enum Phase {
        /// The body is coming in.
        case receiving
        /// A handler works on it; the connection is suspended.
        case handling(ticket: UInt64)
        /// The answer waits for libmicrohttpd to ask for it.
        case answered(ServerReply)
        /// The server ends before a handler did; the connection is to be closed without an answer.
        case abandoned
        /// Nothing more is expected of us.
        case sent
        /// The connection has become a WebSocket.
        case upgraded
    }

    var request: ServerRequest
    var phase = Phase.receiving
    /// Opaque handle of libmicrohttpd, valid until the exchange is completed.
    let connection: OpaquePointer
    /// Set when the body turned out too long; answered once the rest has been read.
    var fault: RequestFault?
    /// Bytes of the common budget that this body holds.
    let reservedBytes: Int
    /// Bytes of the connection up to the end of this request; `nil` when it did not say its length.
    let takenBytes: UInt64?
    /// Whether the body comes in chunks.
    let isChunked: Bool
    /// Monotonic milliseconds by which the body must be whole.
    let bodyDeadline: Int64
    /// How far the body was when it was looked at.
    var progress = ReadProgress()
    /// Bytes read after the fault.
    var discardedBytes = 0

    init(
        request: ServerRequest,
        connection: OpaquePointer,
        reservedBytes: Int = 0,
        takenBytes: UInt64? = nil,
        isChunked: Bool = false,
        bodyDeadline: Int64 = 0
    ) {
        self.request = request
        self.connection = connection
        self.reservedBytes = reservedBytes
        self.takenBytes = takenBytes
        self.isChunked = isChunked
        self.bodyDeadline = bodyDeadline
    }
}
