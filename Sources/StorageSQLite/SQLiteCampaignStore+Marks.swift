package import Storage
internal import Values

extension SQLiteCampaignStore {
    /// How long after it was hidden an item can still be marked, so that late devices get no error; in seconds.
    private static let lateMarkSeconds: Int64 = 24 * 3600

    package func markDelivered(_ id: String, receiver: String?) async throws -> FeedMark? {
        try await mark(id, receiver: receiver) { item, now, connection in
            guard item.deliveredAt == nil else { return [] }
            item.deliveredAt = now
            try connection.run("UPDATE feed_items SET delivered_at = ? WHERE id = ?", [.int(now), .text(id)])
            return [.delivered]
        }
    }

    package func markRead(_ id: String, receiver: String?) async throws -> FeedMark? {
        try await mark(id, receiver: receiver) { item, now, connection in
            guard item.readAt == nil else { return [] }
            let changes: [FeedMark.Change] = item.deliveredAt == nil ? [.delivered, .read] : [.read]
            item.readAt = now
            item.seenAt = item.seenAt ?? now
            item.deliveredAt = item.deliveredAt ?? now
            try connection.run(
                "UPDATE feed_items SET \(FeedBulkMark.read.assignments) WHERE id = ?",
                FeedBulkMark.read.values(now) + [.text(id)]
            )
            return changes
        }
    }

    package func markSeen(_ id: String, receiver: String?) async throws -> FeedMark? {
        try await mark(id, receiver: receiver) { item, now, connection in
            guard item.seenAt == nil else { return [] }
            let changes: [FeedMark.Change] = item.deliveredAt == nil ? [.delivered, .seen] : [.seen]
            item.seenAt = now
            item.deliveredAt = item.deliveredAt ?? now
            try connection.run(
                "UPDATE feed_items SET \(FeedBulkMark.seen.assignments) WHERE id = ?",
                FeedBulkMark.seen.values(now) + [.text(id)]
            )
            return changes
        }
    }

    package func markAll(_ mark: FeedBulkMark, _ query: FeedQuery, ids: [String]?) async throws -> FeedBulkOutcome {
        guard let receiver = query.receiver else { throw HeraldError(.invalidArgument, "receiver is needed") }
        let now = now
        return try await write { connection in
            var list = Self.list(query, now: now)
            list.filter("\(mark.column) IS NULL")
            if let ids {
                list.filter("id IN (SELECT value FROM json_each(?))", SQLValue(JSON.array(ids.map(JSON.string))))
            }
            try connection.run(
                "UPDATE feed_items SET \(mark.assignments) WHERE \(list.conditions.joined(separator: " AND "))",
                mark.values(now) + list.values
            )
            let count = connection.changes
            let unread = try Self.unreadCount(receiver: receiver, category: nil, now: now, on: connection)
            return FeedBulkOutcome(count: count, unread: unread)
        }
    }

    package func recordEngagement(_ id: String, topic: String?, receiver: String?) async throws -> FeedMark? {
        try await mark(id, receiver: receiver) { item, now, connection in
            try connection.run(
                "INSERT INTO feed_engagements (item_id, topic, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [.text(id), .text(topic ?? ""), .int(now)]
            )
            guard connection.changes > 0 else { return [] }
            if item.interactedAt == nil {
                item.interactedAt = now
                try connection.run("UPDATE feed_items SET interacted_at = ? WHERE id = ?", [.int(now), .text(id)])
            }
            return [.interacted]
        }
    }

    package func deleteFeedItem(_ id: String) async throws -> StoredFeedItem? {
        let now = now
        return try await write { connection in
            guard var item = try Self.feedItem(id, withContent: false, on: connection) else { return nil }
            guard item.deletedAt == nil else { return item }
            item.deletedAt = now
            try connection.run("UPDATE feed_items SET deleted_at = ? WHERE id = ?", [.int(now), .text(id)])
            return item
        }
    }

    private func mark(
        _ id: String,
        receiver: String?,
        _ change: @escaping @Sendable (inout StoredFeedItem, Int64, Connection) throws -> [FeedMark.Change]
    ) async throws -> FeedMark? {
        let now = now
        return try await write { connection in
            guard var item = try Self.feedItem(id, withContent: false, on: connection) else { return nil }
            guard receiver == nil || Self.isMarkable(item, by: receiver, now: now) else { return nil }
            let changes = try change(&item, now, connection)
            let unread = try Self.unreadCount(receiver: item.receiver, category: nil, now: now, on: connection)
            return FeedMark(item: item, changes: changes, unread: unread)
        }
    }

    private static func isMarkable(_ item: StoredFeedItem, by receiver: String?, now: Int64) -> Bool {
        guard item.receiver == receiver else { return false }
        let hidden = [item.deletedAt, item.expiresAt].compactMap { $0 }.min() ?? now
        return hidden >= now - lateMarkSeconds
    }
}

extension FeedBulkMark {
    /// Columns that the mark sets, its own first; earlier ones keep a value they have.
    private var columns: [String] {
        switch self {
        case .delivered: ["delivered_at"]
        case .seen: ["seen_at", "delivered_at"]
        case .read: ["read_at", "seen_at", "delivered_at"]
        }
    }

    fileprivate var column: String { columns[0] }

    fileprivate var assignments: String {
        columns.map { "\($0) = coalesce(\($0), ?)" }.joined(separator: ", ")
    }

    fileprivate func values(_ now: Int64) -> [SQLValue] { columns.map { _ in .int(now) } }
}
