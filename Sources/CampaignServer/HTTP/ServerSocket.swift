import Values

/// One WebSocket as its session sees it; any task may call.
package final class ServerSocket: Sendable {
    /// A close that was asked for.
    struct Close: Sendable {
        var code: UInt16
        var reason: String
    }

    /// What the loop does next for a socket.
    struct Outgoing {
        var texts: [String]
        var close: Close?
    }

    private struct State: Sendable {
        var outgoing: [String] = []
        var outgoingBytes = 0
        var waiting: [String] = []
        var receiver: CheckedContinuation<String?, Never>?
        var writers: [CheckedContinuation<Void, Never>] = []
        var close: Close?
        /// Nothing more is taken in or given to the session.
        var isEnded = false
        var isPaused = false
    }

    let id: UInt64
    private let mailbox: LoopMailbox
    private let limits: HTTPLimits
    private let state = Lock(State())

    init(id: UInt64, mailbox: LoopMailbox, limits: HTTPLimits) {
        self.id = id
        self.mailbox = mailbox
        self.limits = limits
    }

    /// With no more than this waiting a writer goes on.
    private static let readyBytes = 64 << 10

    /// Bytes that a waiting text takes, with what an array and a frame add: many tiny texts count too.
    private static func cost(_ text: String) -> Int { text.utf8.count + 64 }

    // MARK: The session's side

    /// Queues a text message and returns at once; a peer that does not keep up is dropped with code 1013.
    package func send(_ text: String) {
        let isFirst = state.withLock { state -> Bool in
            guard state.close == nil, !state.isEnded else { return false }
            state.outgoing.append(text)
            state.outgoingBytes += Self.cost(text)
            if state.outgoingBytes > limits.outgoingBytes {
                state.outgoing = []
                state.outgoingBytes = 0
                state.close = Close(code: 1013, reason: "too slow")
                return true
            }
            return state.outgoing.count == 1
        }
        if isFirst { mailbox.post(.flush(socket: id)) }
    }

    /// Returns once little waits to be sent, or the socket is closed: keeps a long list from counting as slowness.
    package func ready() async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state -> Bool in
                if state.isEnded || state.outgoingBytes <= Self.readyBytes { return true }
                state.writers.append(continuation)
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// The next message, or `nil` once the socket is closed or the task cancelled; one call at a time.
    package func receive() async -> String? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in take(continuation) }
        } onCancel: {
            endInput(dropsWaiting: true)
        }
    }

    /// Starts the close handshake with a code of RFC 6455 §7.4; what was sent before still goes out.
    package func close(code: UInt16 = 1000, reason: String = "") {
        let isFirst = state.withLock { state -> Bool in
            guard state.close == nil else { return false }
            state.close = Close(code: code, reason: reason)
            return true
        }
        endInput(dropsWaiting: true)
        if isFirst { mailbox.post(.flush(socket: id)) }
    }

    private func take(_ continuation: CheckedContinuation<String?, Never>) {
        var message: String?
        var resumesReading = false
        let isReady = state.withLock { state -> Bool in
            if !state.waiting.isEmpty {
                message = state.waiting.removeFirst()
                resumesReading = state.isPaused && state.waiting.count <= limits.waitingMessages / 2
                if resumesReading { state.isPaused = false }
                return true
            }
            if state.isEnded || state.receiver != nil { return true }
            state.receiver = continuation
            return false
        }
        if isReady { continuation.resume(returning: message) }
        if resumesReading { mailbox.post(.resumeReading(socket: id)) }
    }

    // MARK: The loop's side

    /// Gives the session a message; `false` when reading must pause until it has taken some.
    func deliver(_ text: String) -> Bool {
        var receiver: CheckedContinuation<String?, Never>?
        let goesOn = state.withLock { state -> Bool in
            guard !state.isEnded else { return true }
            if let waiter = state.receiver {
                receiver = waiter
                state.receiver = nil
                return true
            }
            state.waiting.append(text)
            state.isPaused = state.waiting.count >= limits.waitingMessages
            return !state.isPaused
        }
        receiver?.resume(returning: text)
        return goesOn
    }

    /// Tells the session that nothing more comes; what a leaving peer sent before is still given out.
    func endInput(dropsWaiting: Bool = false) {
        let (receiver, writers) = state.withLock { state in
            state.isEnded = true
            if dropsWaiting { state.waiting = [] }
            defer { (state.receiver, state.writers) = (nil, []) }
            return (state.receiver, state.writers)
        }
        receiver?.resume(returning: nil)
        for writer in writers { writer.resume() }
    }

    /// Whether this side wants the socket closed.
    var isCloseRequested: Bool { state.withLock { $0.close != nil } }

    /// What is to be sent, up to about `bytes`, and the close that follows when nothing else is left.
    func takeOutgoing(_ bytes: Int) -> Outgoing {
        let (outgoing, writers) = state.withLock { state -> (Outgoing, [CheckedContinuation<Void, Never>]) in
            var texts: [String] = []
            var taken = 0
            for text in state.outgoing {
                guard taken < bytes else { break }
                taken += Self.cost(text)
                texts.append(text)
            }
            state.outgoing.removeFirst(texts.count)
            state.outgoingBytes -= taken
            let outgoing = Outgoing(texts: texts, close: state.outgoing.isEmpty ? state.close : nil)
            guard state.outgoingBytes <= Self.readyBytes else { return (outgoing, []) }
            defer { state.writers = [] }
            return (outgoing, state.writers)
        }
        for writer in writers { writer.resume() }
        return outgoing
    }
}
