package import Storage
internal import Values

extension SQLiteCampaignStore {
    package func pushes(_ query: PushQuery) async throws -> Page<StoredPush> {
        try await read { connection in
            var list = PagedList(table: "push_notifications", columns: PushRow.columns, sortColumn: "sent_at")
            if let receiver = query.receiver {
                list.filter("receiver = ?", .text(receiver))
                list.boundaryCondition = ("receiver = ?", .text(receiver))
            }
            return try list.page(query.page, on: connection, convert: PushRow.push) { push in
                CursorFields(id: push.id, time: push.sentAt, sortKey: .number(push.sentAt))
            }
        }
    }

    package func push(_ id: String, receiver: String?) async throws -> StoredPush? {
        try await read { try Self.push(id, receiver: receiver, on: $0) }
    }

    package func markPush(_ mark: PushMark, _ id: String, receiver: String?) async throws -> StoredPush? {
        let now = now
        return try await write { connection in
            guard let push = try Self.push(id, receiver: receiver, on: connection) else { return nil }
            try connection.run(
                "UPDATE push_notifications SET \(mark.assignments) WHERE id = ?",
                mark.values(now) + [.text(push.id)]
            )
            return try Self.push(push.id, receiver: nil, on: connection)
        }
    }

    package func recordPushEngagement(_ id: String, topic: String?, receiver: String?) async throws -> StoredPush? {
        let now = now
        return try await write { connection in
            guard let push = try Self.push(id, receiver: receiver, on: connection) else { return nil }
            try connection.run(
                "INSERT INTO push_engagements (push_id, topic, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [.text(push.id), .text(topic ?? ""), .int(now)]
            )
            return push
        }
    }

    package func pushTopics(of user: String) async throws -> [ItemTopic] {
        try await read { connection in
            try connection.rows(
                """
                SELECT push_id, topic, created_at FROM push_engagements
                JOIN push_notifications ON push_notifications.id = push_id WHERE receiver = ?
                ORDER BY created_at, push_id, topic
                """,
                [.text(user)]
            ) { row in
                let (push, topic) = (row.text(), row.text())
                return ItemTopic(item: push, topic: topic.isEmpty ? nil : topic, at: row.int())
            }
        }
    }

    package func purgePushes(sentBefore time: Int64, limit: Int) async throws -> Int {
        try await write { connection in
            let old = try connection.rows(
                "SELECT id FROM push_notifications WHERE sent_at < ? ORDER BY sent_at, id LIMIT ?",
                [.int(time), SQLValue(limit)]
            ) { $0.text() }
            for id in old {
                try connection.run("DELETE FROM push_engagements WHERE push_id = ?", [.text(id)])
                try connection.run("DELETE FROM push_notifications WHERE id = ?", [.text(id)])
            }
            return old.count
        }
    }

    /// The notification of that id; for a user, also the one of the send of that id.
    private static func push(
        _ id: String,
        receiver: String?,
        on connection: Connection
    ) throws(HeraldError) -> StoredPush? {
        let select = "SELECT \(PushRow.columns) FROM push_notifications"
        guard let receiver else { return try connection.first("\(select) WHERE id = ?", [.text(id)], PushRow.push) }
        return try connection.first(
            "\(select) WHERE receiver = ? AND (id = ? OR notification_id = ?)",
            [.text(receiver), .text(id), .text(id)],
            PushRow.push
        )
    }
}

extension PushMark {
    /// What the mark sets, each only where it is not set; with ``values(_:)``.
    fileprivate var assignments: String {
        switch self {
        case .delivered: "delivered_at = coalesce(delivered_at, ?)"
        case .clicked: "delivered_at = coalesce(delivered_at, ?), clicked_at = coalesce(clicked_at, ?)"
        }
    }

    fileprivate func values(_ now: Int64) -> [SQLValue] {
        switch self {
        case .delivered: [.int(now)]
        case .clicked: [.int(now), .int(now)]
        }
    }
}
