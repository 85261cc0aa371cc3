internal import Plugins
internal import Values

/// What one run of a script holds in the host, given back when it ends.
final class RunScope: Sendable {
    private struct State {
        var cleanups: [(id: Int, run: @Sendable () async -> Void)] = []
        var lastID = 0
    }

    let host: RuntimeHost
    /// The recording of the run's effects.
    let tag: EffectLog.Tag
    private let state = Lock(State())

    init(host: RuntimeHost) {
        self.host = host
        tag = host.effects.begin(within: [PluginCallMark.current])
    }

    /// Calls `cleanup` when the run has ended, the newest first, and returns what ``forget(_:)`` takes.
    @discardableResult
    func atEnd(_ cleanup: @escaping @Sendable () async -> Void) -> Int {
        state.withLock { state in
            state.lastID += 1
            state.cleanups.append((state.lastID, cleanup))
            return state.lastID
        }
    }

    /// Drops a cleanup whose work was done early.
    func forget(_ id: Int) {
        // The last reference may go here, and its end must not find the lock taken.
        _ = state.withLock { state in
            state.cleanups.lastIndex { $0.id == id }.map { state.cleanups.remove(at: $0) }
        }
    }

    func end() async {
        while let cleanup = state.withLock({ $0.cleanups.popLast() }) { await cleanup.run() }
    }
}
