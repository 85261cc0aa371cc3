internal import CHeraldPlugin
package import Values

/// Where the events of a channel session go: called on any thread, one event at a time, in order.
///
/// It must come back soon and not wait for the session it hears.
package typealias ChannelEventSink = @Sendable (_ name: String, _ event: JSON) -> Void

/// Hands the events of one session on, in order and one at a time, without holding a lock meanwhile.
final class SessionEvents: Sendable {
    private struct State {
        var queue: [(name: String, event: JSON)] = []
        var isDelivering = false
        var isClosed = false
    }

    /// The mark of the call that opened the session: what the session asks for by itself is asked under it.
    let mark = PluginCallMark.current
    private let sink: ChannelEventSink
    private let state = Lock(State())

    init(sink: @escaping ChannelEventSink) { self.sink = sink }

    func emit(_ name: String, _ event: JSON) {
        let delivers = state.withLock { state in
            guard !state.isClosed else { return false }
            state.queue.append((name, event))
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        guard delivers else { return }
        while let next = next() { sink(next.name, next.event) }
    }

    /// Drops what is queued and what comes later.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.queue = []
        }
    }

    private func next() -> (name: String, event: JSON)? {
        state.withLock { state in
            guard !state.queue.isEmpty else {
                state.isDelivering = false
                return nil
            }
            return state.queue.removeFirst()
        }
    }
}

/// The open sessions of one plugin.
final class SessionTable: Sendable {
    private let sessions = Lock<[herald_session: SessionEvents]>([:])

    func open(_ sink: @escaping ChannelEventSink) -> herald_session {
        let session = ContractNumber.next()
        let events = SessionEvents(sink: sink)
        sessions.withLock { $0[session] = events }
        return session
    }

    func events(of session: herald_session) -> SessionEvents? { sessions.withLock { $0[session] } }

    func close(_ session: herald_session) { sessions.withLock { $0.removeValue(forKey: session) }?.close() }

    func closeAll() {
        let all = sessions.withLock { sessions in
            defer { sessions = [:] }
            return Array(sessions.values)
        }
        for events in all { events.close() }
    }
}
