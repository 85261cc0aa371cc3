package import Values

/// The life of a session as decisions only: it takes what happened and says what to do.
///
/// initial → connecting → active → (reconnecting → active)* → ending → ended; `failed` from any but `ended`; `ended`
/// and `failed` can be started again.
package struct SessionStateMachine: Sendable {
    package enum Status: String, Sendable, Hashable, CaseIterable {
        case initial
        case connecting
        case active
        case reconnecting
        case ending
        case ended
        case failed

        /// Whether something is open that another session would have to wait for.
        package var isLive: Bool {
            switch self {
            case .connecting, .active, .reconnecting, .ending: true
            case .initial, .ended, .failed: false
            }
        }
    }

    package enum Input: Sendable, Hashable {
        case start
        case opened
        case openFailed(HeraldError)
        case disconnected
        case reconnected
        case reconnectWindowPassed
        /// The script asks to end.
        case finish
        /// The channel is closed, whoever asked for it.
        case closed
        /// The server or the other side ended it.
        case remoteEnded(reason: String)
        case failed(HeraldError)
    }

    package enum Action: Sendable, Hashable {
        /// Tell listeners, exactly once.
        case status(old: Status, new: Status)
        case open
        case close(reason: String)
        case startReconnectWindow
        case stopReconnectWindow
        /// Tell listeners that it ended, exactly once per start.
        case ended(reason: String)
        case error(HeraldError)
    }

    package private(set) var status: Status = .initial
    /// Why it ended or will end.
    private var reason = "finished"

    package init() {}

    /// Takes what happened; an input that means nothing in the present state gives no actions.
    ///
    /// - Throws: `invalid_state` for a `start` that the present state does not allow.
    package mutating func apply(_ input: Input) throws(HeraldError) -> [Action] {
        switch input {
        case .start: return try start()
        case .opened: return status == .connecting ? [move(to: .active)] : []
        case .openFailed(let error), .failed(let error): return fail(error)
        case .disconnected:
            return status == .active ? [move(to: .reconnecting), .startReconnectWindow] : []
        case .reconnected:
            return status == .reconnecting ? [.stopReconnectWindow, move(to: .active)] : []
        case .reconnectWindowPassed:
            guard status == .reconnecting else { return [] }
            return fail(HeraldError(.timeout, "the channel did not come back in time"))
        case .finish: return finish()
        case .closed: return closed()
        case .remoteEnded(let reason): return remoteEnded(reason)
        }
    }

    /// Judges whether a call is allowed now.
    ///
    /// - Throws: `invalid_state` that names the call and the state.
    package func require(_ call: String, in allowed: Set<Status>) throws(HeraldError) {
        guard !allowed.contains(status) else { return }
        throw HeraldError(.invalidState, "\(call) is not allowed while the session is \(status.rawValue)")
    }

    private mutating func move(to new: Status) -> Action {
        defer { status = new }
        return .status(old: status, new: new)
    }

    private mutating func start() throws(HeraldError) -> [Action] {
        try require("start", in: [.initial, .ended, .failed])
        reason = "finished"
        return [move(to: .connecting), .open]
    }

    private mutating func fail(_ error: HeraldError) -> [Action] {
        switch status {
        case .initial, .ended, .failed: return []
        case .ending: return closed()
        case .connecting: return [move(to: .failed), .error(error)]
        case .active: return [move(to: .failed), .error(error), .close(reason: "failed")]
        case .reconnecting:
            return [.stopReconnectWindow, move(to: .failed), .error(error), .close(reason: "failed")]
        }
    }

    private mutating func finish() -> [Action] {
        switch status {
        case .initial, .ended, .failed, .ending: return []
        case .connecting, .active: return [move(to: .ending), .close(reason: "finished")]
        case .reconnecting: return [.stopReconnectWindow, move(to: .ending), .close(reason: "finished")]
        }
    }

    private mutating func remoteEnded(_ reason: String) -> [Action] {
        switch status {
        case .initial, .ended, .failed, .ending: return []
        case .connecting, .active, .reconnecting:
            self.reason = reason
            let stop: [Action] = status == .reconnecting ? [.stopReconnectWindow] : []
            return stop + [move(to: .ending), .close(reason: reason)]
        }
    }

    private mutating func closed() -> [Action] {
        switch status {
        case .initial, .ended, .failed: return []
        case .ending: return [move(to: .ended), .ended(reason: reason)]
        case .connecting, .active, .reconnecting:
            reason = "closed"
            let stop: [Action] = status == .reconnecting ? [.stopReconnectWindow] : []
            return stop + [move(to: .ending), move(to: .ended), .ended(reason: reason)]
        }
    }
}
