import Values

/// Knows the tasks that work for the server, so that a stop can cancel them and wait for their end.
final class TaskLedger: Sendable {
    private struct State: Sendable {
        var next: UInt64 = 0
        var tasks: [UInt64: Task<Void, Never>?] = [:]
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    /// Runs a function in a task of its own, on that executor unless it is `nil`.
    func run(on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable () async -> Void) {
        let id = state.withLock { state -> UInt64 in
            state.next += 1
            state.tasks[state.next] = .some(nil)
            return state.next
        }
        let task = Task(executorPreference: executor) { [self] in
            await body()
            finish(id)
        }
        state.withLock { state in
            // Done already when the task was quicker.
            if state.tasks[id] != nil { state.tasks[id] = task }
        }
    }

    /// Cancels all tasks.
    func cancelAll() {
        let tasks = state.withLock { state in Array(state.tasks.values) }
        for task in tasks { task?.cancel() }
    }

    /// Returns when no task runs.
    func drained() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state -> Bool in
                if !state.tasks.isEmpty { state.waiters.append(continuation) }
                return state.tasks.isEmpty
            }
            if isIdle { continuation.resume() }
        }
    }

    private func finish(_ id: UInt64) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.tasks[id] = nil
            guard state.tasks.isEmpty else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
