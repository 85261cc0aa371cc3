internal import Values

/// Counts running threads, so that a task can wait until all have ended.
final class ThreadCount: Sendable {
    private struct State {
        var running = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    func enter() {
        state.withLock { $0.running += 1 }
    }

    func leave() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.running -= 1
            guard state.running == 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func allLeft() async {
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                guard state.running > 0 else { return true }
                state.waiters.append(waiter)
                return false
            }
            if isOver { waiter.resume() }
        }
    }
}
