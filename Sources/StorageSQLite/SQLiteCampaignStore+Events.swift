package import Storage
internal import Values

extension SQLiteCampaignStore {
    /// Most events that one call reads.
    private static let eventLimit = 1000

    package func realtimeState(for user: String) async throws -> RealtimeState {
        let now = now
        return try await read { connection in
            RealtimeState(
                epoch: try Self.meta(.epoch, on: connection) ?? "",
                offset: try Self.latestOffset(on: connection),
                unread: try Self.unreadCount(receiver: user, category: nil, now: now, on: connection)
            )
        }
    }

    package func events(for user: String, after offset: Int64, limit: Int) async throws -> FeedCatchUp {
        let now = now
        let limit = min(max(limit, 1), Self.eventLimit)
        return try await read { connection in
            let latest = try Self.latestOffset(on: connection)
            let oldest = try connection.first("SELECT min(offset) FROM feed_events") { $0.optionalInt() } ?? nil
            guard offset <= latest, offset >= (oldest ?? latest + 1) - 1 else { return .gap(latest: latest) }
            var events = try Self.events(for: user, after: offset, limit: limit + 1, on: connection)
            let hasMore = events.cut(to: limit)
            let last = hasMore ? events.values.last?.offset ?? latest : latest
            let whole = connection.sound(events, of: "feed_events")
            return .events(whole.filter { !$0.item.isHidden(at: now) }, upTo: last, hasMore: hasMore)
        }
    }

    /// Offset of the newest event that ever was, 0 when there was none.
    static func latestOffset(on connection: Connection) throws(HeraldError) -> Int64 {
        try connection.first("SELECT seq FROM sqlite_sequence WHERE name = 'feed_events'") { $0.int() } ?? 0
    }

    private static func events(
        for user: String,
        after offset: Int64,
        limit: Int,
        on connection: Connection
    ) throws(HeraldError) -> JudgedRows<FeedEvent> {
        try connection.judgedRows(
            """
            SELECT feed_events.offset, feed_events.action, \(FeedItemRow.columns(withContent: true))
            FROM feed_events JOIN feed_items ON feed_items.id = feed_events.item_id
            WHERE feed_events.receiver = ? AND feed_events.offset > ? ORDER BY feed_events.offset LIMIT ?
            """,
            [.text(user), .int(offset), SQLValue(limit)]
        ) { row in
            FeedEvent(
                offset: row.int(),
                receiver: user,
                action: row.choice(.sent),
                item: FeedItemRow.item(&row),
                unread: nil
            )
        }
    }
}
