/// What a WebSocket peer sent, in order.
package enum WebSocketEvent: Sendable, Hashable {
    /// A whole text message, valid UTF-8.
    case text(String)
    /// A whole binary message.
    case binary([UInt8])
    /// A ping; the pong is queued already.
    case ping([UInt8])
    /// A pong, asked for or not.
    case pong([UInt8])
    /// The peer's close frame; the answer is queued already. `code` is 1005 when the frame carried none.
    case close(code: UInt16, reason: String)
    /// The peer broke RFC 6455 or sent too much; a close frame with `code` is queued, nothing more is read.
    case failure(code: UInt16)
}
