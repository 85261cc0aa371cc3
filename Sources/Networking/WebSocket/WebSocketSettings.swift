/// Limits and times of a client's WebSockets.
package struct WebSocketSettings: Sendable {
    /// A longer message breaks the connection.
    package var maximumMessageBytes = 16 << 20
    /// Messages that wait to be received; beyond it the socket is not read.
    package var maximumWaitingMessages = 1024
    /// Bytes of messages that wait to be received; beyond it the socket is not read.
    package var maximumWaitingBytes = 4 << 20
    /// From the start to the server's consent.
    package var openTimeout: Duration = .seconds(30)
    /// From our close frame to the peer's.
    package var closeTimeout: Duration = .seconds(5)
    /// After this long without a byte from the peer it is asked for one; after twice that it is taken for gone.
    package var pingInterval: Duration = .seconds(30)
    /// How finely the times above are kept.
    package var sweepInterval: Duration = .milliseconds(250)

    package init() {}
}
