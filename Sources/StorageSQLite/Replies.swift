internal import Storage
internal import Values

extension SQLiteCampaignStore {
    /// Runs `body` and keeps the reply to it in the same transaction, or finds the reply that was kept before.
    ///
    /// There is one writer, so of calls at the same time the first has the effect and the others find its reply.
    func write<Outcome: Sendable>(
        weight: Int = 1,
        recording: ReplyRecording<Outcome>?,
        _ body: @escaping @Sendable (Connection) throws -> Outcome
    ) async throws -> Recorded<Outcome> {
        guard let recording else { return .new(try await write(weight: weight, body)) }
        let now = now
        return try await write(weight: weight) { connection in
            if let reply = try Self.reply(to: recording.key, now: now, on: connection) { return .replayed(reply) }
            let outcome = try body(connection)
            try Self.keep(recording.reply(outcome), for: recording.key, now: now, on: connection)
            return .new(outcome)
        }
    }

    private static func reply(
        to key: ReplyKey,
        now: Int64,
        on connection: Connection
    ) throws(HeraldError) -> StoredReply? {
        let found = try connection.first(
            "SELECT fingerprint, status, body FROM replies WHERE scope = ? AND key = ? AND created_at > ?",
            [.text(key.scope), .text(key.key), .int(now - ReplyKey.keptSeconds)]
        ) { row in
            (fingerprint: row.text(), reply: StoredReply(status: Int(row.int()), body: row.text()))
        }
        guard let found else { return nil }
        guard found.fingerprint == key.fingerprint else {
            throw HeraldError(
                .conflict,
                "the Idempotency-Key was used for another request",
                hint: "use a new key for every request that is not a repetition"
            )
        }
        return found.reply
    }

    private static func keep(
        _ reply: StoredReply,
        for key: ReplyKey,
        now: Int64,
        on connection: Connection
    ) throws(HeraldError) {
        try connection.run("DELETE FROM replies WHERE created_at <= ?", [.int(now - ReplyKey.keptSeconds)])
        try connection.run(
            "INSERT INTO replies (scope, key, fingerprint, status, body, created_at) VALUES (?, ?, ?, ?, ?, ?)",
            [
                .text(key.scope), .text(key.key), .text(key.fingerprint), SQLValue(reply.status), .text(reply.body),
                .int(now),
            ]
        )
    }
}
