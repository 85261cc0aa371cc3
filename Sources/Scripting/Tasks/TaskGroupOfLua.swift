internal import Values

/// Tasks that one call started and that end with it.
final class TaskGroupOfLua {
    private(set) var tasks: [LuaTask] = []
    /// The task that ended first.
    private(set) var first: LuaTask?
    /// The task that failed first.
    private(set) var failed: LuaTask?
    private(set) var ended = 0
    private let machine: LuaMachine
    private var changed = Waiters()

    /// Starts a task for each function.
    init(
        _ functions: [LuaFunction],
        _ arguments: [any LuaPushable & Sendable],
        parent: LuaTask,
        machine: LuaMachine
    ) throws(HeraldError) {
        self.machine = machine
        do {
            for function in functions {
                let (task, count) = try machine.makeTask(
                    calling: function,
                    arguments,
                    budget: parent.budget,
                    parent: parent
                )
                task.isJoined = true
                task.holder = parent
                task.ended = { [self] in note($0) }
                tasks.append(task)
                machine.start(task, arguments: count)
            }
        } catch {
            for task in tasks { task.cancel() }
            throw error
        }
    }

    private func note(_ task: LuaTask) {
        ended += 1
        if first == nil { first = task }
        if failed == nil, task.failure != nil { failed = task }
        changed.finish()
    }

    /// Returns whether it was over in time; no task runs any more then.
    ///
    /// - Throws: `CancellationError` when the calling task is cancelled before.
    @discardableResult
    nonisolated(nonsending) func wait(atMost time: Duration? = nil, until isOver: () -> Bool) async throws -> Bool {
        let timeUp = Waiters.Flag()
        let alarm = time.map { time in
            let clock = machine.context.clock
            let changed = self.changed
            return Task {
                guard (try? await clock.sleep(for: time)) != nil else { return }
                timeUp.set()
                changed.finish()
            }
        }
        defer { alarm?.cancel() }
        while !isOver(), !timeUp.isSet, !Task.isCancelled {
            await changed.wait()
            if isOver() || timeUp.isSet { break }
            changed = Waiters()
        }
        let wasOver = isOver()
        let isCancelled = Task.isCancelled && !wasOver
        for task in tasks where task.outcome == nil { task.cancel() }
        // Not stopped by a cancellation of this task: what was started here ends here.
        for task in tasks where task.outcome == nil { await task.job?.value }
        if isCancelled { throw CancellationError() }
        return wasOver
    }
}
