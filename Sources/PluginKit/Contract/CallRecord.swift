internal import CHeraldPlugin

/// One call inside the plugin: answered at once when it is done before it first waits, finished through the host otherwise.
final class CallRecord: Sendable {
    private enum Phase {
        /// The function that the host called has not returned.
        case inside
        /// It has an answer and the function has not returned.
        case answered(Result<JSON, HeraldError>)
        /// The function has returned that the call is pending.
        case pending(Task<Void, Never>)
        case finished
    }

    private struct State {
        var phase = Phase.inside
        var isCancelled = false
    }

    let id: herald_call
    private let link: HostLink
    private let state = Lock(State())

    init(id: herald_call, link: HostLink) {
        self.id = id
        self.link = link
    }

    /// The work has come to its end; called once, on any thread.
    func finish(_ outcome: Result<JSON, HeraldError>) {
        let isPending = state.withLock { state in
            if case .inside = state.phase {
                state.phase = .answered(outcome)
                return false
            }
            state.phase = .finished
            return true
        }
        if isPending { link.finish(id, outcome) }
    }

    /// The function that the host called is about to return: what it should answer, `nil` for pending.
    func leave(running task: Task<Void, Never>) -> Result<JSON, HeraldError>? {
        var answer: Result<JSON, HeraldError>?
        let isCancelled = state.withLock { state in
            if case .answered(let outcome) = state.phase {
                answer = outcome
                state.phase = .finished
                return false
            }
            state.phase = .pending(task)
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
        return answer
    }

    /// The host no longer waits.
    func cancel() {
        let task = state.withLock { state -> Task<Void, Never>? in
            state.isCancelled = true
            if case .pending(let task) = state.phase { return task }
            return nil
        }
        task?.cancel()
    }
}
