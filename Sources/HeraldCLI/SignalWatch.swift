internal import Glibc
internal import Values

/// Turns SIGINT and SIGTERM into a call on a thread of its own.
///
/// The signals are blocked in every thread before the first other thread starts, so only `sigwait` sees them.
enum SignalWatch {
    /// Call first thing in `main`.
    static func block() {
        var mask = signals()
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Calls `handler` with the status to exit with for each signal that comes; a second one ends the process at once.
    static func start(_ handler: @escaping @Sendable (ExitStatus) -> Void) {
        let box = Unmanaged.passRetained(Box(handler))
        var thread = pthread_t()
        let failed = pthread_create(&thread, nil, SignalWatch.wait, box.toOpaque())
        if failed == 0 { pthread_detach(thread) } else { box.release() }
    }

    private final class Box: Sendable {
        let handler: @Sendable (ExitStatus) -> Void
        init(_ handler: @escaping @Sendable (ExitStatus) -> Void) { self.handler = handler }
    }

    private static func signals() -> sigset_t {
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGINT)
        sigaddset(&mask, SIGTERM)
        return mask
    }

    private static let wait: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        let box = Unmanaged<Box>.fromOpaque(context).takeRetainedValue()
        var mask = SignalWatch.signals()
        var seen = 0
        while true {
            var number: Int32 = 0
            guard sigwait(&mask, &number) == 0 else { continue }
            let status: ExitStatus = number == SIGTERM ? .terminated : .interrupted
            seen += 1
            if seen > 1 { _exit(status.rawValue) }
            box.handler(status)
        }
    }
}
