import Values

/// A result that comes once and that any number of tasks wait for.
final class Promise<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, HeraldError>

    private struct State {
        var outcome: Outcome?
        var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
        var nextWaiter = 0
    }

    private let state = Lock(State())

    /// The result, when it is there.
    var outcome: Outcome? { state.withLock { $0.outcome } }

    /// Sets the result; `false` when there was one already, which stays.
    @discardableResult
    func resolve(_ outcome: Outcome) -> Bool {
        let waiting: [CheckedContinuation<Outcome, Never>]? = state.withLock { state in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting ?? [] { continuation.resume(returning: outcome) }
        return waiting != nil
    }

    /// Waits for the result.
    ///
    /// - Throws: the error set, or `cancelled` as soon as the task is cancelled.
    func value() async throws(HeraldError) -> Value {
        if let outcome { return try outcome.get() }
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let now: Outcome? = state.withLock { state in
                    if let outcome = state.outcome { return outcome }
                    // The handler below ran before this when the task is cancelled by now, else it will find the waiter.
                    if Task.isCancelled { return .failure(.cancelledCall) }
                    state.waiting[waiter] = continuation
                    return nil
                }
                if let now { continuation.resume(returning: now) }
            }
        } onCancel: {
            let continuation = state.withLock { $0.waiting.removeValue(forKey: waiter) }
            continuation?.resume(returning: .failure(.cancelledCall))
        }
        return try outcome.get()
    }

    /// Waits for the result whether or not the task is cancelled.
    func settled() async -> Outcome {
        await withCheckedContinuation { continuation in
            let now = state.withLock { state in
                if state.outcome == nil {
                    state.nextWaiter += 1
                    state.waiting[state.nextWaiter] = continuation
                }
                return state.outcome
            }
            if let now { continuation.resume(returning: now) }
        }
    }
}

extension HeraldError {
    /// What a caller gets whose task was cancelled.
    static let cancelledCall = HeraldError(.cancelled, "the call was cancelled")
}
