package import Storage
internal import Values

extension SQLiteCampaignStore {
    /// Most messages that one call reads.
    private static let messageLimit = 1000
    private static let engagementColumns = """
        id, channel, campaign_id, entry_id, user_id, agent, status, sequence, read_sequence, end_reason, created_at, ended_at
        """
    private static let messageColumns = """
        id, engagement_id, sequence, author_kind, author_name, text, token, sent_at
        """

    package func createEngagement(
        _ draft: EngagementDraft,
        recording: ReplyRecording<Engagement>?
    ) async throws -> Recorded<Engagement> {
        let engagement = Engagement(
            id: identifiers.next("eng"),
            channel: draft.channel,
            campaignId: draft.campaignId,
            entryId: draft.entryId,
            user: draft.user,
            agent: draft.agent,
            status: .active,
            sequence: 0,
            readSequence: 0,
            endReason: nil,
            createdAt: now,
            endedAt: nil
        )
        return try await write(recording: recording) { connection in
            try Self.ensureUser(draft.user, name: nil, now: engagement.createdAt, on: connection)
            try connection.run(
                """
                INSERT INTO engagements (id, channel, campaign_id, entry_id, user_id, agent, status, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(engagement.id), .text(draft.channel), SQLValue(draft.campaignId), SQLValue(draft.entryId),
                    .text(draft.user), SQLValue(draft.agent), .text(engagement.status.rawValue),
                    .int(engagement.createdAt),
                ]
            )
            return engagement
        }
    }

    package func engagement(_ id: String) async throws -> Engagement? {
        try await read { try Self.engagement(id, on: $0) }
    }

    package func engagements(of user: String) async throws -> [Engagement] {
        try await read { connection in
            try connection.rows(
                "SELECT \(Self.engagementColumns) FROM engagements WHERE user_id = ? ORDER BY created_at, id",
                [.text(user)],
                Self.engagement
            )
        }
    }

    package func endEngagement(_ id: String, reason: String) async throws -> (engagement: Engagement, isNew: Bool)? {
        let now = now
        return try await write { connection in
            try connection.run(
                "UPDATE engagements SET status = ?, end_reason = ?, ended_at = ? WHERE id = ? AND status = ?",
                [
                    .text(Engagement.Status.ended.rawValue), .text(reason), .int(now), .text(id),
                    .text(Engagement.Status.active.rawValue),
                ]
            )
            let isNew = connection.changes > 0
            return try Self.engagement(id, on: connection).map { ($0, isNew) }
        }
    }

    package func appendMessage(_ draft: ChatMessageDraft, to engagement: String) async throws -> ChatAppend {
        let (id, now) = (identifiers.next("msg"), now)
        return try await write { connection in
            guard let conversation = try Self.engagement(engagement, on: connection) else {
                throw HeraldError(.notFound, "there is no engagement \(engagement)")
            }
            if let token = draft.token, let stored = try Self.message(token: token, of: engagement, on: connection) {
                return ChatAppend(message: stored, isNew: false)
            }
            guard conversation.status == .active else {
                throw HeraldError(.invalidState, "the engagement \(engagement) has ended and takes no more messages")
            }
            let message = ChatMessage(
                id: id,
                engagementId: engagement,
                sequence: conversation.sequence + 1,
                author: draft.author,
                text: draft.text,
                token: draft.token,
                sentAt: now
            )
            try Self.insert(message, on: connection)
            return ChatAppend(message: message, isNew: true)
        }
    }

    package func messages(of engagement: String, after sequence: Int64, limit: Int) async throws -> [ChatMessage] {
        try await read { connection in
            try connection.rows(
                """
                SELECT \(Self.messageColumns) FROM chat_messages WHERE engagement_id = ? AND sequence > ?
                ORDER BY sequence LIMIT ?
                """,
                [.text(engagement), .int(sequence), SQLValue(min(max(limit, 1), Self.messageLimit))]
            ) { row in
                Self.message(&row)
            }
        }
    }

    package func markMessagesRead(in engagement: String, upTo sequence: Int64) async throws -> Int64? {
        try await write { connection in
            try connection.run(
                "UPDATE engagements SET read_sequence = max(read_sequence, min(sequence, ?)) WHERE id = ?",
                [.int(sequence), .text(engagement)]
            )
            return try Self.engagement(engagement, on: connection)?.readSequence
        }
    }

    private static func insert(_ message: ChatMessage, on connection: Connection) throws(HeraldError) {
        try connection.run(
            """
            INSERT INTO chat_messages (engagement_id, sequence, id, author_kind, author_name, text, token, sent_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(message.engagementId), .int(message.sequence), .text(message.id),
                .text(message.author.kind.rawValue), .text(message.author.name), .text(message.text),
                SQLValue(message.token), .int(message.sentAt),
            ]
        )
        try connection.run(
            "UPDATE engagements SET sequence = ? WHERE id = ?",
            [.int(message.sequence), .text(message.engagementId)]
        )
    }

    private static func engagement(_ id: String, on connection: Connection) throws(HeraldError) -> Engagement? {
        try connection.first(
            "SELECT \(engagementColumns) FROM engagements WHERE id = ?",
            [.text(id)],
            Self.engagement
        )
    }

    private static func engagement(_ row: inout Row) -> Engagement {
        Engagement(
            id: row.text(),
            channel: row.text(),
            campaignId: row.optionalText(),
            entryId: row.optionalText(),
            user: row.text(),
            agent: row.optionalText(),
            status: row.choice(.ended),
            sequence: row.int(),
            readSequence: row.int(),
            endReason: row.optionalText(),
            createdAt: row.int(),
            endedAt: row.optionalInt()
        )
    }

    private static func message(
        token: String,
        of engagement: String,
        on connection: Connection
    ) throws(HeraldError) -> ChatMessage? {
        try connection.first(
            "SELECT \(messageColumns) FROM chat_messages WHERE engagement_id = ? AND token = ?",
            [.text(engagement), .text(token)]
        ) { row in
            message(&row)
        }
    }

    private static func message(_ row: inout Row) -> ChatMessage {
        ChatMessage(
            id: row.text(),
            engagementId: row.text(),
            sequence: row.int(),
            author: ChatAuthor(kind: row.choice(.system), name: row.text()),
            text: row.text(),
            token: row.optionalText(),
            sentAt: row.int()
        )
    }
}
