import Values

/// Lets a bounded number of calls into a plugin; the others wait in line without holding a thread.
final class CallGate: Sendable {
    private struct State {
        var inside = 0
        var line: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var nextTicket = 0
        var isClosed = false
        var closer: CheckedContinuation<Void, Never>?
    }

    private let limit: Int
    private let state = Lock(State())

    init(limit: Int) { self.limit = limit }

    /// Takes a place inside; every success is followed by ``leave()``.
    ///
    /// - Throws: `cancelled` when the task is cancelled first, `invalid_state` once the gate is closed.
    func enter() async throws(HeraldError) {
        if let entered = state.withLock({ Self.tryEntering(&$0, limit) }) { return try Self.check(entered) }
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        let entered = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let now: Bool? = state.withLock { state in
                    if let entered = Self.tryEntering(&state, limit) { return entered }
                    if Task.isCancelled { return false }
                    state.line.append((ticket, continuation))
                    return nil
                }
                if let now { continuation.resume(returning: now) }
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard let place = state.line.firstIndex(where: { $0.ticket == ticket }) else { return nil }
                return state.line.remove(at: place).continuation
            }
            continuation?.resume(returning: false)
        }
        if !entered, Task.isCancelled { throw .cancelledCall }
        try Self.check(entered)
    }

    /// Takes a place inside if there is one now; a success is followed by ``leave()``.
    func enterNow() -> Bool { state.withLock { Self.tryEntering(&$0, limit) ?? false } }

    /// Gives the place to the next in line.
    func leave() {
        var next: CheckedContinuation<Bool, Never>?
        var closer: CheckedContinuation<Void, Never>?
        state.withLock { state in
            if !state.line.isEmpty {
                next = state.line.removeFirst().continuation
                return
            }
            state.inside -= 1
            guard state.inside == 0 else { return }
            closer = state.closer
            state.closer = nil
        }
        next?.resume(returning: true)
        closer?.resume()
    }

    /// Refuses whoever waits or comes later, and returns when nobody is inside; called once.
    func close() async {
        let line = state.withLock { state in
            state.isClosed = true
            defer { state.line = [] }
            return state.line.map(\.continuation)
        }
        for continuation in line { continuation.resume(returning: false) }
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if state.inside > 0 { state.closer = continuation }
                return state.inside == 0
            }
            if isEmpty { continuation.resume() }
        }
    }

    private static func tryEntering(_ state: inout State, _ limit: Int) -> Bool? {
        if state.isClosed { return false }
        guard state.inside < limit else { return nil }
        state.inside += 1
        return true
    }

    private static func check(_ entered: Bool) throws(HeraldError) {
        guard !entered else { return }
        throw HeraldError(.invalidState, "the plugin is stopped")
    }
}
