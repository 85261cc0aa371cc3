/// A clock whose time moves only when told: for tests and scenarios.
package final class ManualClock: HeraldClock {
    private struct State {
        var elapsed: Duration = .zero
        var nextTicket: UInt64 = 0
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []
        /// Tickets cancelled before their wait began.
        var cancelled: Set<UInt64> = []
    }

    private struct Sleeper {
        var ticket: UInt64
        var due: Duration
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        var ticket: UInt64
        var count: Int
        var continuation: CheckedContinuation<Void, any Error>
    }

    private let start: Int64
    private let state = Lock(State())

    /// A clock at that wall time; 2026-01-01 unless said.
    package init(wallSeconds: Int64 = 1_767_225_600) { start = wallSeconds * 1000 }

    package var wallMilliseconds: Int64 { start + monotonicMilliseconds }
    package var monotonicMilliseconds: Int64 { state.withLock { $0.elapsed.milliseconds } }

    /// How many tasks sleep.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// How long until the first sleeper is due; `nil` when nobody sleeps.
    package var nextDue: Duration? {
        state.withLock { state in state.sleepers.map(\.due).min().map { $0 - state.elapsed } }
    }

    package nonisolated(nonsending) func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        try await wait { state, ticket, continuation in
            state.sleepers.append(
                Sleeper(ticket: ticket, due: state.elapsed + duration, continuation: continuation)
            )
            return false
        }
    }

    /// Moves time and wakes who is due, the earliest first, those due together in the order they fell asleep.
    ///
    /// Returns before the woken tasks have run; all of them see the new time.
    package func advance(by duration: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            state.elapsed += max(duration, .zero)
            let elapsed = state.elapsed
            let due = state.sleepers.filter { $0.due <= elapsed }
            state.sleepers.removeAll { $0.due <= elapsed }
            return due.sorted { ($0.due, $0.ticket) < ($1.due, $1.ticket) }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Moves time to when the first sleeper is due and wakes it; false when nobody sleeps.
    @discardableResult
    package func advanceToNext() -> Bool {
        guard let next = nextDue else { return false }
        advance(by: next)
        return true
    }

    /// Returns as soon as at least `count` tasks sleep.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    package nonisolated(nonsending) func waitForSleepers(_ count: Int = 1) async throws {
        try await wait { state, ticket, continuation in
            if state.sleepers.count >= count { return true }
            state.watchers.append(Watcher(ticket: ticket, count: count, continuation: continuation))
            return false
        }
    }

    /// Waits until what `enter` put in the state is resumed; `enter` returns true when there is nothing to wait for.
    private nonisolated(nonsending) func wait(
        _ enter: (inout State, UInt64, CheckedContinuation<Void, any Error>) -> Bool
    ) async throws {
        let ticket = state.withLock { state -> UInt64 in
            state.nextTicket += 1
            return state.nextTicket
        }
        defer { state.withLock { state -> Void in state.cancelled.remove(ticket) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> (isDone: Bool, isCancelled: Bool, ready: [Watcher]) in
                    if state.cancelled.contains(ticket) { return (false, true, []) }
                    let isDone = enter(&state, ticket, continuation)
                    let asleep = state.sleepers.count
                    let ready = state.watchers.filter { $0.count <= asleep }
                    state.watchers.removeAll { $0.count <= asleep }
                    return (isDone, false, ready)
                }
                if outcome.isCancelled { continuation.resume(throwing: CancellationError()) }
                if outcome.isDone { continuation.resume() }
                for watcher in outcome.ready { watcher.continuation.resume() }
            }
        } onCancel: {
            cancel(ticket)
        }
    }

    private func cancel(_ ticket: UInt64) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            if let place = state.sleepers.firstIndex(where: { $0.ticket == ticket }) {
                return state.sleepers.remove(at: place).continuation
            }
            if let place = state.watchers.firstIndex(where: { $0.ticket == ticket }) {
                return state.watchers.remove(at: place).continuation
            }
            state.cancelled.insert(ticket)
            return nil
        }
        continuation?.resume(throwing: CancellationError())
    }
}
