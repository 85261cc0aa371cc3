/// What other threads leave for a state: calls to make and references to give up.
final class ScriptInbox: Sendable {
    enum Job: Sendable {
        case call(LuaFunction, [any LuaPushable & Sendable])
    }

    private struct Content {
        weak var state: ScriptState?
        var jobs: [Job] = []
        var released: [Int32] = []
        var isScheduled = false
    }

    private let content = Guarded(Content())

    var state: ScriptState? { content.with { $0.state } }

    func open(for state: ScriptState) { content.with { $0.state = state } }

    /// After this nothing reaches the state any more.
    func close() {
        content.with { content in
            content.state = nil
            content.jobs = []
        }
    }

    /// Queues a job; the state takes queued jobs in order.
    func post(_ job: Job) {
        let state = content.with { content -> ScriptState? in
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
        content.with { $0.released.append(slot) }
    }

    func takeJobs() -> [Job] {
        content.with { content in
            content.isScheduled = false
            defer { content.jobs = [] }
            return content.jobs
        }
    }

    func takeReleased() -> [Int32] {
        content.with { content in
            if content.released.isEmpty { return [] }
            defer { content.released = [] }
            return content.released
        }
    }
}
