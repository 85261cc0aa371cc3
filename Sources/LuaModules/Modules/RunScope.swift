internal import Values

/// What one run of a script holds in the host, given back when it ends.
final class RunScope: Sendable {
    let host: RuntimeHost
    private let cleanups = Lock<[@Sendable () async -> Void]>([])

    init(host: RuntimeHost) { self.host = host }

    /// Calls `cleanup` when the run has ended, the newest first.
    func atEnd(_ cleanup: @escaping @Sendable () async -> Void) {
        cleanups.withLock { $0.append(cleanup) }
    }

    func end() async {
        while let cleanup = cleanups.withLock({ $0.popLast() }) { await cleanup() }
    }
}
