internal import Values

/// Keeps one live session for each kind of channel: who starts another one ends, keeps or is asked about the first.
package actor SessionCoordinator {
    /// What to do when a session of the same channel is live.
    package enum OnConflict: Sendable {
        /// End the live one, completely, before the new one starts.
        case end
        /// Refuse the new one with `conflict`.
        case error
        /// Ask; `true` ends the live one, `false` refuses the new one.
        case decide(@Sendable (_ live: SessionItem, _ new: SessionItem) async throws -> Bool)
    }

    private var live: [String: ChannelSession] = [:]

    package init() {}

    /// The live session for the same channel, mode, key and campaign or entry, if there is one.
    package func liveSession(_ key: SessionKey) -> ChannelSession? {
        live[key.channel].flatMap { $0.item.key == key ? $0 : nil }
    }

    /// Ends every live session, as a change of user needs.
    package func finishAll() async {
        for session in live.values { await session.endIfLive() }
    }

    /// Makes `session` the live one of its channel.
    func claim(_ session: ChannelSession, onConflict: OnConflict) async throws(HeraldError) {
        let channel = session.item.channel
        while let current = live[channel], current !== session {
            try await settle(current.item, session.item, onConflict)
            await current.endIfLive()
            if live[channel] === current { live[channel] = nil }
        }
        if Task.isCancelled { throw HeraldError(.cancelled, "the task was cancelled before the session was opened") }
        live[channel] = session
    }

    /// Says that `session` is no longer live.
    func release(_ session: ChannelSession) {
        if live[session.item.channel] === session { live[session.item.channel] = nil }
    }

    private func settle(_ current: SessionItem, _ new: SessionItem, _ policy: OnConflict) async throws(HeraldError) {
        switch policy {
        case .end: return
        case .error: break
        case .decide(let decide):
            do {
                if try await decide(current, new) { return }
            } catch {
                throw HeraldError(error)
            }
        }
        let message = "a \"\(new.channel)\" session is live already"
        throw HeraldError(.conflict, message, hint: "finish it first, or start with on_conflict = \"end\"")
    }
}
