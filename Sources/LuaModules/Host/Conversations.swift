internal import Campaigns
internal import Values

/// The sessions that scripts started, to which actions may send messages.
final class Conversations: Sendable {
    private struct Entry {
        let run: EffectLog.Tag
        let session: ChannelSession
    }

    /// The one started last is the last.
    private let entries = Lock<[Entry]>([])

    /// Makes a session the current one of its run.
    func note(_ session: ChannelSession, of run: EffectLog.Tag) {
        entries.withLock { entries in
            entries.removeAll { $0.session === session }
            entries.append(Entry(run: run, session: session))
        }
    }

    /// Drops the sessions of a run that has ended.
    func forget(_ run: EffectLog.Tag) {
        // Sessions may end here, outside of the lock.
        _ = entries.withLock { entries -> [Entry] in
            defer { entries.removeAll { $0.run == run } }
            return entries
        }
    }

    /// The id of the engagement of the session that was started last and is still up.
    func currentID(of runs: [EffectLog.Tag]) async -> String? {
        await first(of: runs) { _ in true }?.id
    }

    /// Sends the text of a `message` effect.
    ///
    /// - Returns: `nil` when it is for somebody whom no session here talks with.
    /// - Throws: `invalid_state` when nobody is named and no session is up, `not_found` when the session named is not,
    ///   and what keeps the session from sending.
    func send(_ details: JSONObject, for runs: [EffectLog.Tag]) async throws(HeraldError) -> JSON? {
        let receiver = details["id"]?.string
        let named = details["session"]?.string
        let found = await first(of: runs) { engagement in
            if let receiver {
                return engagement["id"].string == receiver || engagement["agent"]["name"].string == receiver
            }
            return named == nil || engagement["id"].string == named
        }
        guard let found else {
            if receiver != nil { return nil }
            if let named { throw HeraldError(.notFound, "the session \"\(named)\" is not open", pointer: "/session") }
            throw HeraldError(
                .invalidState,
                "no conversation is open that the message could go to",
                hint: "start a session before, or name a receiver"
            )
        }
        let sent = try await found.session.send(details["text"]?.string ?? "")
        var answer: JSON = ["session": JSON(found.id), "message": .string(sent.id)]
        if let sequence = sent.sequence { answer["sequence"] = .int(sequence) }
        return answer
    }

    /// The newest session that is up and whose engagement `fits`.
    private func first(
        of runs: [EffectLog.Tag],
        _ fits: (JSON) -> Bool
    ) async -> (session: ChannelSession, id: String?)? {
        for entry in entries.withLock({ $0 }).reversed() where runs.contains(entry.run) {
            let engagement = await entry.session.engagement
            let status = await entry.session.status
            guard status == .active || status == .reconnecting, fits(engagement) else { continue }
            return (entry.session, engagement["id"].string)
        }
        return nil
    }
}
