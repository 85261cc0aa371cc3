internal import Values

/// What other threads leave for a state: calls to make and references to give up.
final class ScriptInbox: Sendable {
    enum Job: Sendable {
        case call(LuaFunction, [any LuaPushable & Sendable])
    }

    private struct Content {
        weak var state: ScriptState?
        var jobs: [Job] = []
        var released: [Int32] = []
        var releasedTasks = 0
        var isScheduled = false
    }

    private let content = Lock(Content())

    var identity: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    var state: ScriptState? { content.withLock { $0.state } }

    func open(for state: ScriptState) { content.withLock { $0.state = state } }

    /// After this nothing reaches the state any more.
    func close() {
        // Dropped jobs may hold the last references, whose release takes the lock again.
        _ = content.withLock { content -> [Job] in
            content.state = nil
            defer { content.jobs = [] }
            return content.jobs
        }
    }

    /// Queues a job; the state takes queued jobs in order.
    func post(_ job: Job) {
        let state = content.withLock { content -> ScriptState? in
            guard let state = content.state else { return nil }
            content.jobs.append(job)
            if content.isScheduled { return nil }
            content.isScheduled = true
            return state
        }
        guard let state else { return }
        Task { await state.takeJobs() }
    }

    func release(_ slot: Int32) {
        content.withLock { $0.released.append(slot) }
    }

    func release(task slot: Int32) {
        content.withLock {
            $0.released.append(slot)
            $0.releasedTasks += 1
        }
    }

    func takeJobs() -> [Job] {
        content.withLock { content in
            content.isScheduled = false
            defer { content.jobs = [] }
            return content.jobs
        }
    }

    /// The slots of dropped references, and how many of them were tasks.
    func takeReleased() -> (slots: [Int32], tasks: Int) {
        content.withLock { content in
            if content.released.isEmpty { return ([], 0) }
            defer {
                content.released = []
                content.releasedTasks = 0
            }
            return (content.released, content.releasedTasks)
        }
    }
}
