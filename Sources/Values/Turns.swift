/// Lets only so many work at once, the others in the order in which they came.
///
/// Ten thousand tasks of a script that all read files must take neither ten thousand threads nor the memory of as many files.
package final class Turns: Sendable {
    /// The right to work; it goes to the next one with the last reference to it.
    package final class Turn: Sendable {
        private let turns: Turns

        fileprivate init(_ turns: Turns) { self.turns = turns }

        deinit { turns.pass() }

        /// Does blocking work, which keeps the turn to its end: a task that is cancelled leaves its thread behind.
        package func work<Value: Sendable>(
            _ body: @escaping @Sendable () throws(HeraldError) -> Value
        ) async throws(HeraldError) -> Value {
            try await BlockingWork.run { () throws(HeraldError) in
                defer { withExtendedLifetime(self) {} }
                return try body()
            }
        }
    }

    private struct State {
        var free: Int
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        /// Who waits, in order from `head`; who gave up is no longer in `waiting`.
        var queue: [Int] = []
        var head = 0
        var lastID = 0
    }

    private let state: Lock<State>

    package init(_ count: Int) { state = Lock(State(free: count)) }

    /// Waits for a turn.
    ///
    /// - Throws: `cancelled` when the task is cancelled before.
    package func take() async throws(HeraldError) -> Turn {
        let (id, isFree) = state.withLock { state -> (Int, Bool) in
            state.lastID += 1
            guard state.free > 0 else { return (state.lastID, false) }
            state.free -= 1
            return (state.lastID, true)
        }
        let isMine = if isFree { true } else { await wait(id) }
        guard isMine else { throw HeraldError(.cancelled, "the task was cancelled while it waited for its turn") }
        return Turn(self)
    }

    private func wait(_ id: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    state.waiting[id] = continuation
                    state.queue.append(id)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: false)
        }
    }

    private func pass() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            while state.head < state.queue.count {
                state.head += 1
                if let next = state.waiting.removeValue(forKey: state.queue[state.head - 1]) { return next }
            }
            state.queue = []
            state.head = 0
            state.free += 1
            return nil
        }
        next?.resume(returning: true)
    }
}
