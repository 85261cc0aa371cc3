import CMicroHTTPD
import CNetBridge
import Values

/// The server's loop: one thread that watches libmicrohttpd, the mailbox and all WebSockets.
///
/// Everything here is touched by that thread only, from ``run()`` on.
final class HTTPLoop {
    /// What an event of the poll belongs to; WebSockets count on from `firstSocket`.
    private enum Token {
        static let mailbox: UInt64 = 0
        static let daemon: UInt64 = 1
        static let firstSocket: UInt64 = 16
    }

    /// Rounds in which nothing happens before the loop takes rests.
    ///
    /// With a chunk's head that fills its memory the library asks to be run at once, for ever, until the connection is idle
    /// for too long.
    private static let emptyRounds = 32
    /// Milliseconds of a rest, which every event ends.
    private static let rest: Int32 = 5
    /// Rounds in which libmicrohttpd may clean up before it is stopped.
    private static let lastRounds = 8

    private let limits: HTTPLimits
    private let log: LogSink
    private let mailbox: LoopMailbox
    private let exchanges: ExchangeTable
    private let sockets: SocketTable
    private let poll: Int32
    private let daemon: OpaquePointer
    private let callbacks: UnsafeMutablePointer<herald_server_callbacks>
    private let heads = HeadWatch()
    private var stopDeadline: Int64?

    /// Starts libmicrohttpd on a listening socket, which is this object's from here on.
    init(
        socket: ListeningSocket,
        limits: HTTPLimits,
        log: @escaping LogSink,
        mailbox: LoopMailbox,
        ledger: TaskLedger,
        reading: (any TaskExecutor)?,
        refusal: @escaping Refusal,
        handler: @escaping @Sendable (ServerRequest) async -> ServerReply
    ) throws(HeraldError) {
        let poll = herald_poll_create()
        guard poll >= 0 else {
            closeDescriptor(socket.descriptor)
            throw HeraldError(.io, "no more files can be opened")
        }
        let exchanges = ExchangeTable(
            limits: limits,
            log: log,
            mailbox: mailbox,
            ledger: ledger,
            reading: reading,
            refusal: refusal,
            handler: handler
        )
        let callbacks = LoopContext(exchanges: exchanges, heads: heads, log: log).makeCallbacks()
        let connections = max(16, min(limits.connections, openFileLimit() - HTTPLimits.otherFiles))
        let bounds = herald_server_limits(
            connection_memory: limits.connectionBytes,
            connections: UInt32(connections),
            idle_seconds: UInt32(clamping: limits.idleSeconds)
        )
        guard let daemon = herald_server_start(socket.descriptor, bounds, callbacks) else {
            LoopContext.release(callbacks)
            closeDescriptor(socket.descriptor)
            closeDescriptor(poll)
            throw HeraldError(.io, "the HTTP library does not start")
        }
        self.limits = limits
        self.log = log
        self.mailbox = mailbox
        self.exchanges = exchanges
        self.poll = poll
        self.daemon = daemon
        self.callbacks = callbacks
        sockets = SocketTable(
            limits: limits,
            mailbox: mailbox,
            ledger: ledger,
            log: log,
            poll: poll,
            firstID: Token.firstSocket
        )
        exchanges.adopt = { [sockets] in sockets.adopt($0, $1, $2, $3) }
    }

    // MARK: Running

    /// Works until a stop was asked for and done.
    func run() {
        _ = herald_poll_set(poll, mailbox.descriptor, UInt32(HERALD_POLL_READ), Token.mailbox)
        let descriptor = herald_server_descriptor(daemon)
        _ = herald_poll_set(poll, descriptor, UInt32(HERALD_POLL_READ), Token.daemon)
        var events = [herald_poll_event](repeating: herald_poll_event(), count: 64)
        var emptyRounds = 0
        while !isDone {
            let wanted = waitMilliseconds()
            let timeout = wanted == 0 && emptyRounds >= Self.emptyRounds ? Self.rest : wanted
            let count = Int(herald_poll_wait(poll, &events, Int32(events.count), timeout))
            emptyRounds = count == 0 && wanted == 0 ? emptyRounds + 1 : 0
            if emptyRounds == Self.emptyRounds { log(.debug, "http: nothing comes of its rounds; the loop rests") }
            // Without an event the daemon's own time is up.
            var runsDaemon = count == 0
            for event in events.prefix(count) {
                switch event.token {
                case Token.mailbox: for job in mailbox.take() where perform(job) { runsDaemon = true }
                case Token.daemon: runsDaemon = true
                default: sockets.handle(event.token, flags: event.flags)
                }
            }
            sweep()
            if runsDaemon || sockets.needsRun { runDaemon() }
        }
        finish()
    }

    /// Does a job; `true` when the daemon must run after it.
    private func perform(_ job: LoopJob) -> Bool {
        switch job {
        case .answer(let ticket, let reply): return exchanges.answer(ticket, reply)
        case .flush(let socket): sockets.flush(socket)
        case .resumeReading(let socket): sockets.resumeReading(socket)
        case .ping: sockets.pingAll()
        case .stop: beginStop()
        }
        return false
    }

    private func runDaemon() {
        sockets.needsRun = false
        let before = herald_server_connections(daemon)
        _ = MHD_run(daemon)
        // At its limit the library stops to look for new connections, and it looks again only in the round after one
        // was let go; without that round it would stay deaf, since nothing else may ever wake it.
        if herald_server_connections(daemon) < before { _ = MHD_run(daemon) }
    }

    /// Milliseconds until something is due, or -1.
    private func waitMilliseconds() -> Int32 {
        let own = herald_server_timeout(daemon)
        guard let deadline = [stopDeadline, sockets.nextDeadline].compactMap(\.self).min() else { return own }
        // One more, so that the deadline has passed when the wait is over.
        let rest = Int32(clamping: max(0, deadline - LoopTime.now) + 1)
        return own < 0 ? rest : min(own, rest)
    }

    private func sweep() {
        let now = LoopTime.now
        sockets.dropLate(now: now)
        heads.cutLate(now: now)
        guard let stopDeadline, stopDeadline <= now else { return }
        exchanges.refuseAll()
        sockets.dropAll()
    }

    // MARK: Stopping

    private var isDone: Bool {
        guard let stopDeadline else { return false }
        return (exchanges.count == 0 && sockets.isEmpty) || stopDeadline < LoopTime.now
    }

    private func beginStop() {
        guard stopDeadline == nil else { return }
        stopDeadline = LoopTime.now + limits.graceMilliseconds
        exchanges.isClosing = true
        let listening = MHD_quiesce_daemon(daemon)
        if listening >= 0 { closeDescriptor(listening) }
        sockets.closeAll()
    }

    /// Ends libmicrohttpd and lets go of everything; the one thing to do with a loop that was never run.
    func finish() {
        exchanges.refuseAll()
        sockets.dropAll()
        for _ in 0..<Self.lastRounds { runDaemon() }
        MHD_stop_daemon(daemon)
        closeDescriptor(poll)
        LoopContext.release(callbacks)
    }
}
