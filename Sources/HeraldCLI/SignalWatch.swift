internal import Glibc
internal import Values

/// Turns SIGINT and SIGTERM into a call on the main thread.
///
/// The signals are blocked before the first other thread starts, so only the `sigwait` of the main thread sees them.
enum SignalWatch {
    typealias Handler = @Sendable (ExitStatus) -> Void

    private struct State {
        var handler: Handler?
        var seen: ExitStatus?
    }

    private static let state = Lock(State())

    /// Call first thing in `main`.
    static func block() {
        var mask = signals()
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        signal(SIGPIPE, SIG_IGN)
        // A shell starts background jobs with SIGINT ignored, and an ignored signal can be lost between two waits.
        let nothing: @convention(c) (Int32) -> Void = { _ in }
        signal(SIGINT, nothing)
        signal(SIGTERM, nothing)
    }

    /// From now on the first signal calls `handler` with the status to exit with, at once if it came before.
    static func handle(_ handler: @escaping Handler) {
        let seen = state.withLock { state in
            state.handler = handler
            return state.seen
        }
        if let seen { handler(seen) }
    }

    /// Waits for signals and never returns: without a handler the first one ends the process, and a second one always.
    static func waitForever() -> Never {
        var mask = signals()
        while true {
            var number: Int32 = 0
            guard sigwait(&mask, &number) == 0 else { continue }
            let status: ExitStatus = number == SIGTERM ? .terminated : .interrupted
            let handler = state.withLock { state -> Handler? in
                defer { state.seen = status }
                return state.seen == nil ? state.handler : nil
            }
            guard let handler else { _exit(status.rawValue) }
            handler(status)
        }
    }

    private static func signals() -> sigset_t {
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGINT)
        sigaddset(&mask, SIGTERM)
        return mask
    }
}
