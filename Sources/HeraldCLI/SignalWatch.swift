internal import Glibc
internal import Values

/// Turns SIGINT and SIGTERM into calls on the main thread.
///
/// The signals are blocked in every thread before the first other thread starts, so only `sigwait` sees them.
enum SignalWatch {
    private struct State {
        var handler: (@Sendable (ExitStatus) -> Void)?
        var seen = 0
    }

    private static let state = Lock(State())

    /// Call first thing in the program.
    static func block() {
        var mask = signals()
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Calls `handler` with the status to exit with for the first signal that comes; a second one ends the process at once.
    static func handle(_ handler: @escaping @Sendable (ExitStatus) -> Void) {
        state.withLock { $0.handler = handler }
    }

    /// Waits for signals on the calling thread until the process ends.
    static func waitForever() -> Never {
        var mask = signals()
        while true {
            var number: Int32 = 0
            guard sigwait(&mask, &number) == 0 else { continue }
            let status: ExitStatus = number == SIGTERM ? .terminated : .interrupted
            let handler = state.withLock { state in
                state.seen += 1
                return state.seen == 1 ? state.handler : nil
            }
            // Nobody to tell, or told before: whoever sends the signal means it.
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
