import Values

/// Requests or timers of one plugin that are under way, by number.
final class WorkTable: Sendable {
    private struct Work {
        let parent: UInt64
        let task: Task<Void, Never>
    }

    private let work = Lock<[UInt64: Work]>([:])

    var isEmpty: Bool { work.withLock { $0.isEmpty } }

    /// Starts a task under a number; the task takes itself out with ``claim(_:)``.
    func start(_ id: UInt64, parent: UInt64, _ body: @escaping @Sendable () async -> Void) {
        // The lock is held so that the task finds itself in the table however fast it is.
        work.withLock { work in work[id] = Work(parent: parent, task: Task { await body() }) }
    }

    /// Takes work out; `false` when somebody else did.
    @discardableResult
    func claim(_ id: UInt64) -> Bool { work.withLock { $0.removeValue(forKey: id) } != nil }

    /// Takes work out and cancels its task; `false` when it is not there.
    func revoke(_ id: UInt64) -> Bool {
        let task = work.withLock { $0.removeValue(forKey: id)?.task }
        task?.cancel()
        return task != nil
    }

    /// Cancels the task, which stays until it claims itself; `false` when it is not there.
    func cancel(_ id: UInt64) -> Bool {
        let task = work.withLock { $0[id]?.task }
        task?.cancel()
        return task != nil
    }

    /// Cancels what was started on behalf of a call.
    func cancel(parent: UInt64) {
        let tasks = work.withLock { work in work.values.filter { $0.parent == parent }.map(\.task) }
        for task in tasks { task.cancel() }
    }

    func cancelAll() {
        let tasks = work.withLock { work in work.values.map(\.task) }
        for task in tasks { task.cancel() }
    }
}
