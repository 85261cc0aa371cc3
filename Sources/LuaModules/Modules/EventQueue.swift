internal import Scripting
internal import Values

/// Events that wait for a script to receive them, oldest first.
final class EventQueue: Sendable {
    typealias Event = any LuaPushable & Sendable

    private enum Answer: Sendable {
        case event(Event)
        case over
        case timeout
        case cancelled
    }

    private struct State {
        var events: [Event] = []
        var waiters: [(id: Int, continuation: CheckedContinuation<Answer, Never>)] = []
        var lastId = 0
        var isOver = false
        var hasDropped = false
    }

    /// A script that never receives must not use up memory: beyond this the oldest go.
    private static let capacity = 10_000

    private let state = Lock(State())

    /// Adds an event and says whether, for the first time, an older one had to go.
    func add(_ event: Event) -> Bool {
        let (waiter, isFull) = state.withLock { state -> (CheckedContinuation<Answer, Never>?, Bool) in
            if state.isOver { return (nil, false) }
            if !state.waiters.isEmpty { return (state.waiters.removeFirst().continuation, false) }
            state.events.append(event)
            guard state.events.count > Self.capacity else { return (nil, false) }
            state.events.removeFirst()
            defer { state.hasDropped = true }
            return (nil, !state.hasDropped)
        }
        waiter?.resume(returning: .event(event))
        return isFull
    }

    /// No further event comes; what is there can still be received.
    func end() {
        let waiters = state.withLock { state in
            state.isOver = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: .over) }
    }

    /// What can be given without waiting: the oldest event, or that no more come.
    func ready() -> PushedEvent? {
        state.withLock { state in
            if !state.events.isEmpty { return PushedEvent(state.events.removeFirst()) }
            return state.isOver ? PushedEvent(nil) : nil
        }
    }

    /// The oldest event; `nil` when the queue has ended.
    ///
    /// - Throws: `timeout`, `cancelled`.
    func next(timeout: Duration?, clock: any HeraldClock) async throws(HeraldError) -> Event? {
        let (id, ready) = state.withLock { state -> (Int, Answer?) in
            state.lastId += 1
            if !state.events.isEmpty { return (state.lastId, .event(state.events.removeFirst())) }
            return (state.lastId, state.isOver ? .over : nil)
        }
        let answer: Answer
        if let ready {
            answer = ready
        } else {
            answer = await wait(id, timeout: timeout, clock: clock)
        }
        switch answer {
        case .event(let event): return event
        case .over: return nil
        case .cancelled: throw HeraldError(.cancelled, "the task was cancelled while it waited for an event")
        case .timeout:
            throw HeraldError(.timeout, "no event came within \(Double((timeout ?? .zero).milliseconds) / 1000) s")
        }
    }

    private func wait(_ id: Int, timeout: Duration?, clock: any HeraldClock) async -> Answer {
        let timer = Lock<Task<Void, Never>?>(nil)
        defer { timer.withLock { $0?.cancel() } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Answer? in
                    if Task.isCancelled { return .cancelled }
                    if !state.events.isEmpty { return .event(state.events.removeFirst()) }
                    if state.isOver { return .over }
                    state.waiters.append((id, continuation))
                    return nil
                }
                if let answer {
                    continuation.resume(returning: answer)
                } else if let timeout {
                    // Only now: a timer that is over at once must find the waiter.
                    timer.withLock { $0 = self.startTimer(id, timeout, clock) }
                }
            }
        } onCancel: {
            stopWaiting(id, .cancelled)
        }
    }

    private func startTimer(_ id: Int, _ limit: Duration, _ clock: any HeraldClock) -> Task<Void, Never> {
        Task {
            // A cancelled timer means that the wait is over.
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            self.stopWaiting(id, .timeout)
        }
    }

    private func stopWaiting(_ id: Int, _ answer: Answer) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).continuation }
        }
        waiter?.resume(returning: answer)
    }
}
