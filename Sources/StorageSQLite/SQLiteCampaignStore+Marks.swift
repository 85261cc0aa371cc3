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
            item.deliveredAt = item.deliveredAt ?? now
            try connection.run(
                "UPDATE feed_items SET read_at = ?, delivered_at = coalesce(delivered_at, ?) WHERE id = ?",
                [.int(now), .int(now), .text(id)]
            )
            try Self.raiseFeedVersion(of: item.receiver, on: connection)
            return changes
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
            try Self.raiseFeedVersion(of: item.receiver, on: connection)
            return item
        }
    }

    static func raiseFeedVersion(of user: String, on connection: Connection) throws(HeraldError) {
        try connection.run("UPDATE users SET feed_version = feed_version + 1 WHERE id = ?", [.text(user)])
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
        return hidden + lateMarkSeconds >= now
    }
}
