import CNetBridge
import Networking

#if canImport(Glibc)
import Glibc
#endif

/// The connection behind one WebSocket; touched by the loop's thread only.
final class LiveSocket {
    /// What is to be done with a socket after it was worked on.
    enum Outcome {
        case keep
        case release
    }

    /// Bytes read from one socket before others get their turn.
    private static let bytesPerTurn = 64 << 10
    /// Frames are made from waiting texts while fewer bytes than this wait for the kernel.
    private static let frameBytes = 64 << 10

    let socket: ServerSocket
    let descriptor: Int32
    /// Opaque handle of libmicrohttpd by which the connection is closed.
    let handle: OpaquePointer
    private let frames: WebSocketFrames
    private let outgoingBytes: Int
    private var isPaused = false
    private var isShutDown = false
    private var heard = true
    /// Monotonic milliseconds by which a close handshake must be done.
    var deadline: Int64?

    init(socket: ServerSocket, descriptor: Int32, handle: OpaquePointer, limits: HTTPLimits) {
        self.socket = socket
        self.descriptor = descriptor
        self.handle = handle
        frames = WebSocketFrames(role: .server, maximumMessageBytes: limits.messageBytes)
        outgoingBytes = limits.outgoingBytes
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// What the loop is to watch for.
    var interest: UInt32 {
        var flags: UInt32 = 0
        if !isPaused { flags |= UInt32(HERALD_POLL_READ) }
        if frames.queuedBytes > 0 { flags |= UInt32(HERALD_POLL_WRITE) }
        return flags
    }

    /// Whether the close handshake has begun, or waits for a peer that does not read.
    var isClosing: Bool { frames.hasQueuedClose || socket.isCloseRequested }

    // MARK: Reading

    /// Reads what is there, for one turn.
    func read() -> Outcome {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        var total = 0
        while total < Self.bytesPerTurn, !isPaused {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0 {
                if lastFailure() == EINTR { continue }
                return lastFailure() == EAGAIN ? flush() : .release
            }
            guard count > 0 else { return .release }
            total += count
            take(buffer[..<count])
            // A peer that only sends pings and never reads the answers.
            guard frames.queuedBytes <= outgoingBytes else { return .release }
        }
        return flush()
    }

    /// Takes bytes of the peer, from the socket or what came with the upgrade.
    func take(_ bytes: some Collection<UInt8>) {
        heard = true
        for event in frames.receive(bytes) {
            switch event {
            case .text(let text):
                if !socket.deliver(text) { isPaused = true }
            case .binary:
                frames.queue(close: 1003, reason: "only text is understood")
                socket.endInput()
            case .ping, .pong: break
            case .close, .failure:
                socket.endInput()
            }
        }
    }

    /// The session has taken messages.
    func resume() -> Outcome {
        isPaused = false
        return read()
    }

    // MARK: Writing

    /// Writes as much as the kernel takes.
    func flush() -> Outcome {
        while true {
            fill()
            guard frames.queuedBytes > 0 else { break }
            var failure: Int32 = 0
            frames.drainOutput { bytes in
                let count = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
                if count < 0 { failure = lastFailure() }
                return max(0, count)
            }
            if failure == EINTR { continue }
            if failure == EAGAIN { return .keep }
            if failure != 0 { return .release }
        }
        guard frames.hasQueuedClose else { return .keep }
        if frames.hasReceivedClose { return .release }
        // Closing at once would make a reset eat the close frame while bytes of the peer are unread: let it leave first.
        if !isShutDown, !frames.isReading {
            shutdown(descriptor, Int32(SHUT_WR))
            isShutDown = true
        }
        return .keep
    }

    private func fill() {
        while frames.queuedBytes < Self.frameBytes, !frames.hasQueuedClose {
            let outgoing = socket.takeOutgoing(Self.frameBytes)
            for text in outgoing.texts { frames.queue(text: text) }
            if let close = outgoing.close {
                frames.queue(close: close.code, reason: close.reason)
                // A close that was asked for must not be held up by a session that takes nothing more.
                isPaused = false
            }
            guard !outgoing.texts.isEmpty else { return }
        }
    }

    // MARK: Pings

    /// Sends a ping, unless the peer was silent since the last one.
    func ping() -> Outcome {
        guard heard else { return .release }
        heard = false
        frames.queuePing()
        return flush()
    }
}
