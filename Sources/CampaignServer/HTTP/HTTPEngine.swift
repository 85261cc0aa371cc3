import CNetBridge
package import Values

#if canImport(Glibc)
import Glibc
#endif

/// An HTTP and WebSocket server on one thread of its own; handlers run as tasks.
package final class HTTPEngine: Sendable {
    /// The port it listens on.
    package let port: UInt16
    private let mailbox: LoopMailbox
    private let ledger: TaskLedger
    private let end: LoopEnd
    private let pings: Task<Void, Never>

    private init(port: UInt16, mailbox: LoopMailbox, ledger: TaskLedger, end: LoopEnd, pings: Task<Void, Never>) {
        self.port = port
        self.mailbox = mailbox
        self.ledger = ledger
        self.end = end
        self.pings = pings
    }

    /// Listens on a numeric address and answers from now on.
    ///
    /// The handler answers one request; several run at once. Its task is cancelled when the server stops and the answer
    /// is late. Throws ``HeraldError`` with `port_in_use`, `invalid_argument` or `io`.
    package static func start(
        host: String,
        port: UInt16,
        limits: HTTPLimits = HTTPLimits(),
        clock: any HeraldClock,
        log: @escaping LogSink,
        handler: @escaping @Sendable (ServerRequest) async -> ServerReply
    ) throws(HeraldError) -> HTTPEngine {
        let socket = try ListeningSocket.open(host: host, port: port)
        return try start(on: socket, limits: limits, clock: clock, log: log, handler: handler)
    }

    /// Answers on a socket that listens already and is the engine's from here on, also when this throws.
    ///
    /// Requests that only read are handled on `reading`; `refusal` answers those that no handler sees.
    static func start(
        on socket: ListeningSocket,
        limits: HTTPLimits,
        clock: any HeraldClock,
        log: @escaping LogSink,
        reading: (any TaskExecutor)? = nil,
        refusal: @escaping Refusal = { $1.reply },
        handler: @escaping @Sendable (ServerRequest) async -> ServerReply
    ) throws(HeraldError) -> HTTPEngine {
        guard let mailbox = LoopMailbox() else {
            closeDescriptor(socket.descriptor)
            throw HeraldError(.io, "no more files can be opened")
        }
        let ledger = TaskLedger()
        let loop = try HTTPLoop(
            socket: socket,
            limits: limits,
            log: log,
            mailbox: mailbox,
            ledger: ledger,
            reading: reading,
            refusal: refusal,
            handler: handler
        )
        let end = LoopEnd()
        try LoopThread.start(loop, end: end)
        let pings = Task {
            while !Task.isCancelled {
                do { try await clock.sleep(for: limits.pingInterval) } catch { return }
                mailbox.post(.ping)
            }
        }
        return HTTPEngine(port: socket.port, mailbox: mailbox, ledger: ledger, end: end, pings: pings)
    }

    /// Stops listening, lets requests under way finish, says good-bye to WebSockets, and returns when all is gone.
    ///
    /// Safe to repeat and to call from several tasks.
    package func stop() async {
        pings.cancel()
        mailbox.post(.stop)
        await end.reached()
        ledger.cancelAll()
        await ledger.drained()
    }
}

/// The moment when the loop's thread is through.
final class LoopEnd: Sendable {
    private struct State: Sendable {
        var isReached = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    func reach() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.isReached = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func reached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state -> Bool in
                if !state.isReached { state.waiters.append(continuation) }
                return state.isReached
            }
            if isReached { continuation.resume() }
        }
    }
}

/// The thread that runs a loop.
enum LoopThread {
    private final class Start {
        let loop: HTTPLoop
        let end: LoopEnd

        init(loop: HTTPLoop, end: LoopEnd) {
            self.loop = loop
            self.end = end
        }
    }

    /// Starts the thread, which owns the loop from then on.
    static func start(_ loop: HTTPLoop, end: LoopEnd) throws(HeraldError) {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Start(loop: loop, end: end))
        let status = pthread_create(&thread, nil, runLoop, box.toOpaque())
        guard status == 0 else {
            box.release()
            loop.finish()
            throw HeraldError(.io, "no more threads can be started")
        }
        pthread_detach(thread)
    }

    private static let runLoop: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
        guard let pointer else { return nil }
        let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
        herald_thread_name("herald-http")
        // Signals are for the program's own threads; a broken pipe comes back as an error.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        start.loop.run()
        start.end.reach()
        return nil
    }
}
