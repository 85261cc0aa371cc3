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
    /// Monotonic milliseconds by which the body must be whole.
    let bodyDeadline: Int64
    /// Bytes read after the fault.
    var discardedBytes = 0

    init(request: ServerRequest, connection: OpaquePointer, reservedBytes: Int, bodyDeadline: Int64) {
        self.request = request
        self.connection = connection
        self.reservedBytes = reservedBytes
        self.bodyDeadline = bodyDeadline
    }
}
