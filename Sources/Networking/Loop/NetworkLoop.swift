internal import CCurl
internal import CNetBridge
internal import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// One thread that drives every request and socket of one client; started by the first of them.
final class NetworkLoop: Sendable {
    typealias Job = @Sendable (LoopCore) -> Void

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
        var isStopping = false
        var isGone = false
        /// Who is to be told that the thread is gone.
        var stopped: [Promise<Void>] = []
        /// Valid while the thread runs; waking it up is the one use outside of it.
        var multi: MultiHandle?
    }

    /// A multi handle, which any thread may wake up.
    struct MultiHandle: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    private let state = Lock(State())
    private let settings: LoopSettings

    init(settings: LoopSettings) { self.settings = settings }

    /// Runs a job on the loop's thread, after those submitted before.
    ///
    /// - Throws: `network` when the client was shut down, `failed` when there is no thread to be had.
    func submit(_ job: @escaping Job) throws(HeraldError) {
        try state.withLock { (state) throws(HeraldError) -> Void in
            guard !state.isStopping else { throw HeraldError(.network, "the network client was shut down") }
            if !state.isRunning { try start(&state) }
            state.jobs.append(job)
            if let multi = state.multi { herald_curl_multi_wakeup(multi.pointer) }
        }
    }

    /// Ends everything; returns when the thread is gone.
    func stop() async {
        let promise = Promise<Void>()
        requestStop(promise)
        // A task that is cancelled meanwhile need not wait.
        _ = try? await promise.value()
    }

    /// Asks the thread to end everything and go.
    func requestStop(_ promise: Promise<Void>? = nil) {
        let isGone = state.withLock { state -> Bool in
            state.isStopping = true
            if state.isGone || !state.isRunning { return true }
            if let promise { state.stopped.append(promise) }
            if let multi = state.multi { herald_curl_multi_wakeup(multi.pointer) }
            return false
        }
        if isGone { promise?.fulfil(.success(())) }
    }

    private func start(_ state: inout State) throws(HeraldError) {
        guard let multi = herald_curl_multi_init() else { throw CurlEasy.missingLibrary }
        let me = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let status = pthread_create(
            &thread,
            nil,
            { context in
                if let context { Unmanaged<NetworkLoop>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            },
            me.toOpaque()
        )
        guard status == 0 else {
            me.release()
            herald_curl_multi_cleanup(multi)
            throw HeraldError(.failed, "no thread for the network: \(String(cString: strerror(status)))")
        }
        pthread_detach(thread)
        state.multi = MultiHandle(pointer: multi)
        state.isRunning = true
    }

    /// Leaves the process's signals to other threads, and a broken pipe to the call that met it.
    private static func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP] { sigdelset(&signals, fault) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private func run() {
        Self.blockSignals()
        guard let multi = state.withLock({ $0.multi }) else { return }
        let core = LoopCore(multi: multi.pointer, settings: settings)
        while let jobs = nextJobs() {
            for job in jobs { job(core) }
            core.turn()
            core.wait()
        }
        core.shutDown()
        let (left, stopped) = state.withLock { state -> ([Job], [Promise<Void>]) in
            state.multi = nil
            state.isGone = true
            defer {
                state.jobs = []
                state.stopped = []
            }
            return (state.jobs, state.stopped)
        }
        // Jobs that came too late still run, so that whoever waits for them hears of the end.
        for job in left { job(core) }
        core.close()
        for promise in stopped { promise.fulfil(.success(())) }
    }

    /// The jobs so far; `nil` when the loop is to end.
    private func nextJobs() -> [Job]? {
        state.withLock { state in
            guard !state.isStopping else { return nil }
            defer { state.jobs = [] }
            return state.jobs
        }
    }
}

/// What a client is given at its start.
struct LoopSettings: Sendable {
    var clock: any HeraldClock
    var random: any RandomSource
    var webSocket: WebSocketSettings
    /// Answers look-ups in place of the system; for tests of names that lead elsewhere tomorrow.
    var resolver: Resolver?

    /// The addresses of a host.
    typealias Resolver = @Sendable (String) -> [String]
}
