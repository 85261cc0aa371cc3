import CNetBridge
import Values

/// All open WebSockets; touched by the loop's thread only.
final class SocketTable {
    private let limits: HTTPLimits
    private let mailbox: LoopMailbox
    private let ledger: TaskLedger
    private let log: LogSink
    private let poll: Int32
    private var sockets: [UInt64: LiveSocket] = [:]
    private var nextID: UInt64
    /// Set when a connection was given back to libmicrohttpd, which must run to close it.
    var needsRun = false

    init(
        limits: HTTPLimits,
        mailbox: LoopMailbox,
        ledger: TaskLedger,
        log: @escaping LogSink,
        poll: Int32,
        firstID: UInt64
    ) {
        self.limits = limits
        self.mailbox = mailbox
        self.ledger = ledger
        self.log = log
        self.poll = poll
        nextID = firstID
    }

    var isEmpty: Bool { sockets.isEmpty }

    /// Starts a session on a connection that has just become a WebSocket.
    func adopt(
        _ handle: OpaquePointer,
        _ descriptor: Int32,
        _ extra: UnsafeRawBufferPointer,
        _ session: @escaping ServerReply.Session
    ) {
        nextID += 1
        let socket = ServerSocket(id: nextID, mailbox: mailbox, limits: limits)
        let live = LiveSocket(socket: socket, descriptor: descriptor, handle: handle, limits: limits)
        sockets[socket.id] = live
        ledger.run {
            await session(socket)
            socket.close()
        }
        live.take(extra)
        settle(live, live.flush())
    }

    /// Works on a socket that is ready.
    func handle(_ id: UInt64, flags: UInt32) {
        guard let live = sockets[id] else { return }
        if flags & UInt32(HERALD_POLL_READ) != 0 {
            settle(live, live.read())
        } else if flags & UInt32(HERALD_POLL_HANGUP) != 0 {
            settle(live, .release)
        } else {
            settle(live, live.flush())
        }
    }

    func flush(_ id: UInt64) {
        guard let live = sockets[id] else { return }
        settle(live, live.flush())
    }

    func resumeReading(_ id: UInt64) {
        guard let live = sockets[id] else { return }
        settle(live, live.resume())
    }

    func pingAll() {
        for live in Array(sockets.values) where !live.isClosing { settle(live, live.ping()) }
    }

    /// Starts the close handshake with everyone.
    func closeAll() {
        for live in sockets.values { live.socket.close(code: 1001, reason: "the server stops") }
    }

    /// Gives up on sockets whose close handshake takes too long.
    func dropLate(now: Int64) {
        for live in Array(sockets.values) where live.deadline.map({ $0 <= now }) == true { settle(live, .release) }
    }

    /// Gives up on all.
    func dropAll() {
        for live in Array(sockets.values) { settle(live, .release) }
    }

    /// The earliest time at which ``dropLate(now:)`` has work.
    var nextDeadline: Int64? { sockets.values.lazy.compactMap(\.deadline).min() }

    private func settle(_ live: LiveSocket, _ outcome: LiveSocket.Outcome) {
        switch outcome {
        case .keep:
            if live.isClosing, live.deadline == nil {
                live.deadline = LoopTime.now + limits.graceMilliseconds
            }
            let status = herald_poll_set(poll, live.descriptor, live.interest, live.socket.id)
            guard status != 0 else { return }
            log(.warning, "a WebSocket cannot be watched (errno \(status)) and is closed")
            release(live)
        case .release: release(live)
        }
    }

    private func release(_ live: LiveSocket) {
        guard sockets.removeValue(forKey: live.socket.id) != nil else { return }
        herald_poll_remove(poll, live.descriptor)
        live.socket.endInput()
        herald_server_close_upgraded(live.handle)
        needsRun = true
    }
}
