package import Storage
internal import Values

extension SQLiteCampaignStore {
    package func feed(_ query: FeedQuery) async throws -> Page<StoredFeedItem> {
        let now = now
        return try await read { connection in
            let sort = query.page.sort
            // Also of the item after the page, by which it is known that there is one.
            var freshUntil: Int64?
            var page = try Self.list(query, now: now).page(
                query.page,
                on: connection,
                convert: { row in
                    let item = FeedItemRow.item(&row)
                    if let end = item.expiresAt, end > now { freshUntil = min(freshUntil ?? end, end) }
                    return item
                },
                cursor: { item in
                    let key = sort == .sentAt ? item.sentAt : item.createdAt
                    return CursorFields(id: item.id, time: item.sentAt, sortKey: .number(key))
                }
            )
            page.freshUntil = freshUntil
            return page
        }
    }

    package func unreadCount(receiver: String, category: String?) async throws -> UnreadCount {
        let now = now
        return try await read { try Self.unreadCount(receiver: receiver, category: category, now: now, on: $0) }
    }

    package func feedCounts(receiver: String) async throws -> FeedCounts {
        let now = now
        return try await read { connection in
            let query = FeedQuery(receiver: receiver)
            let unseen = try Self.groups("seen_at IS NULL", query, now: now, on: connection)
            let unread = try Self.groups("read_at IS NULL", query, now: now, on: connection)
            var categories: [CategoryGroup: FeedCounts.Category] = [:]
            for group in Set(unread.keys).union(unseen.keys) {
                guard let name = group.name else { continue }
                categories[group] = FeedCounts.Category(
                    id: group.id,
                    name: name,
                    unread: unread[group] ?? 0,
                    unseen: unseen[group] ?? 0
                )
            }
            return FeedCounts(
                unread: try Self.unreadCount(receiver: receiver, category: nil, now: now, on: connection),
                unseen: unseen.values.reduce(0, +),
                categories: categories.values.sorted { ($0.name, $0.id ?? "") < ($1.name, $1.id ?? "") }
            )
        }
    }

    /// How many items of a user fulfil a condition, by the category under which filters find them.
    private static func groups(
        _ condition: String,
        _ query: FeedQuery,
        now: Int64,
        on connection: Connection
    ) throws(HeraldError) -> [CategoryGroup: Int] {
        var list = list(query, now: now)
        list.filter(condition)
        let rows = try connection.rows(
            """
            SELECT iif(category_filter = 1, category_id, NULL), iif(category_filter = 1, template_category, NULL),
                count(*) FROM feed_items WHERE \(list.conditions.joined(separator: " AND ")) GROUP BY 1, 2
            """,
            list.values
        ) { row in
            (group: CategoryGroup(id: row.optionalText(), name: row.optionalText()), count: Int(row.int()))
        }
        return Dictionary(rows.map { ($0.group, $0.count) }, uniquingKeysWith: +)
    }

    package func feedItem(_ id: String, receiver: String?) async throws -> StoredFeedItem? {
        let now = now
        return try await read { connection in
            guard let item = try Self.feedItem(id, withContent: true, on: connection) else { return nil }
            guard let receiver else { return item }
            return item.receiver == receiver && !item.isHidden(at: now) ? item : nil
        }
    }

    static func feedItem(
        _ id: String,
        withContent: Bool,
        on connection: Connection
    ) throws(HeraldError) -> StoredFeedItem? {
        try connection.first(
            "SELECT \(FeedItemRow.columns(withContent: withContent)) FROM feed_items WHERE id = ?",
            [.text(id)],
            FeedItemRow.item
        )
    }

    static func unreadCount(
        receiver: String,
        category: String?,
        now: Int64,
        on connection: Connection
    ) throws(HeraldError) -> UnreadCount {
        guard let category else { return try unreadCount(receiver: receiver, now: now, on: connection) }
        let query = FeedQuery(receiver: receiver, readState: .unread, category: category)
        let list = list(query, now: now)
        let count = try connection.first(
            "SELECT count(*) FROM feed_items WHERE \(list.conditions.joined(separator: " AND "))",
            list.values
        ) { $0.int() }
        let version = try connection.first("SELECT feed_version FROM users WHERE id = ?", [.text(receiver)]) { row in
            row.int()
        }
        return UnreadCount(count: Int(count ?? 0), version: version ?? 0)
    }

    /// The count that the tables keep; it takes no longer for a user with many items.
    private static func unreadCount(
        receiver: String,
        now: Int64,
        on connection: Connection
    ) throws(HeraldError) -> UnreadCount {
        try connection.first(
            """
            SELECT feed_version, unread - (
                SELECT count(*) FROM feed_items WHERE receiver = users.id AND expires_at <= ?
                AND read_at IS NULL AND deleted_at IS NULL AND expires_at IS NOT NULL)
            FROM users WHERE id = ?
            """,
            [.int(now), .text(receiver)]
        ) { row in
            let version = row.int()
            return UnreadCount(count: Int(row.int()), version: version)
        } ?? UnreadCount(count: 0, version: 0)
    }

    /// The rows of a feed query; list and unread count share it, so they cannot disagree.
    static func list(_ query: FeedQuery, now: Int64) -> PagedList {
        var list = PagedList(
            table: "feed_items",
            columns: FeedItemRow.columns(withContent: !query.templateOnly),
            sortColumn: query.page.sort == .sentAt ? "sent_at" : "created_at"
        )
        if let receiver = query.receiver {
            list.filter("receiver = ?", .text(receiver))
            list.boundaryCondition = ("receiver = ?", .text(receiver))
        }
        switch query.readState {
        case .read: list.filter("read_at IS NOT NULL")
        case .unread: list.filter("read_at IS NULL")
        case .all: break
        }
        if !query.includeDeleted { list.filter("deleted_at IS NULL") }
        if !query.includeExpired { list.filter("(expires_at IS NULL OR expires_at > ?)", .int(now)) }
        if let from = query.dateFrom { list.filter("sent_at >= ?", .int(from)) }
        if let to = query.dateTo { list.filter("sent_at <= ?", .int(to)) }
        list.filter(tags: query.tags, match: query.tagMatch)
        if let category = query.category {
            // Items keep the name under which they were sent: after a rename the new one finds them by the id.
            list.filter(
                """
                category_filter = 1 AND (template_category = ? OR category_id = ?
                    OR category_id = (SELECT id FROM categories WHERE name = ?))
                """,
                .text(category),
                .text(category),
                .text(category)
            )
        }
        if let channel = query.channelId {
            list.filter(
                "(channel_id = ? OR channel_id = (SELECT slug FROM feed_channels WHERE id = ?))",
                .text(channel),
                .text(channel)
            )
        }
        return list
    }
}

extension PagedList {
    /// Keeps rows whose `tags` column holds one or all of the tags; compared exactly.
    mutating func filter(tags: [String], match: FeedQuery.TagMatch) {
        guard !tags.isEmpty else { return }
        let wanted = SQLValue(JSON.array(tags.map(JSON.string)))
        switch match {
        case .any:
            filter("EXISTS (SELECT 1 FROM json_each(tags) WHERE value IN (SELECT value FROM json_each(?)))", wanted)
        case .all:
            filter(
                """
                NOT EXISTS (
                    SELECT 1 FROM json_each(?) AS wanted WHERE wanted.value NOT IN (SELECT value FROM json_each(tags)))
                """,
                wanted
            )
        }
    }
}

/// What unread items are counted by.
private struct CategoryGroup: Hashable {
    var id: String?
    /// `nil` for items that category filters do not find.
    var name: String?
}
