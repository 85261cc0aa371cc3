internal import Values

/// One result for one waiting task, whoever comes first: the result, the wait, or the cancellation.
final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case waiting(CheckedContinuation<Value, any Error>)
        case done(Result<Value, any Error>)
    }

    private let state = Lock(State.empty)

    /// Whether the result is in, a cancellation included.
    var isDone: Bool {
        state.withLock { state in
            if case .done = state { true } else { false }
        }
    }

    /// Gives the result, from any thread; `false` when there is one already.
    @discardableResult
    func fulfil(_ result: Result<Value, any Error>) -> Bool {
        let outcome = state.withLock { state -> (isFirst: Bool, waiting: CheckedContinuation<Value, any Error>?) in
            switch state {
            case .empty:
                state = .done(result)
                return (true, nil)
            case .waiting(let continuation):
                state = .done(result)
                return (true, continuation)
            case .done: return (false, nil)
            }
        }
        outcome.waiting?.resume(with: result)
        return outcome.isFirst
    }

    /// Waits for the result; one task, once.
    ///
    /// A cancellation is a result like any other: when it is the first, `onCancel` is called and the wait throws
    /// `CancellationError`.
    func value(onCancel: @escaping @Sendable () -> Void = {}) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let done = state.withLock { state -> Result<Value, any Error>? in
                    if case .done(let result) = state { return result }
                    state = .waiting(continuation)
                    return nil
                }
                if let done { continuation.resume(with: done) }
            }
        } onCancel: {
            if fulfil(.failure(CancellationError())) { onCancel() }
        }
    }
}
