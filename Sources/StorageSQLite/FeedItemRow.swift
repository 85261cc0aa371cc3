internal import Storage
internal import Values

/// How a feed item lies in its table.
enum FeedItemRow {
    private static let plainColumns = [
        "id", "notification_id", "campaign_id", "receiver", "template_id", "template_version", "channel_type",
        "channel_id", "template_category", "category_id", "label", "tags", "alternative_text", "data_type", "variables",
        "metadata", "category_filter", "sent_at", "created_at", "delivered_at", "read_at", "interacted_at",
        "expires_at", "deleted_at", "seen_at",
    ]

    /// Columns for ``item(_:)``; without content the card is not even read from the disk.
    static func columns(withContent: Bool, of table: String = "feed_items") -> String {
        (plainColumns.map { "\(table).\($0)" } + [withContent ? "\(table).content" : "NULL"]).joined(separator: ", ")
    }

    static func item(_ row: inout Row) -> StoredFeedItem {
        StoredFeedItem(
            id: row.text(),
            notificationId: row.text(),
            campaignId: row.optionalText(),
            receiver: row.text(),
            templateId: row.text(),
            templateVersion: Int(row.int()),
            channelType: row.text(),
            channelId: row.text(),
            templateCategory: row.optionalText(),
            categoryId: row.optionalText(),
            label: row.optionalText(),
            tags: row.written() ?? [],
            alternativeText: row.optionalText(),
            dataType: row.text(),
            variables: row.written() ?? [:],
            metadata: row.written() ?? [:],
            content: nil,
            categoryFilterEnabled: row.bool(),
            sentAt: row.int(),
            createdAt: row.int(),
            deliveredAt: row.optionalInt(),
            readAt: row.optionalInt(),
            interactedAt: row.optionalInt(),
            expiresAt: row.optionalInt(),
            deletedAt: row.optionalInt()
        ).with(seenAt: row.optionalInt(), content: row.written())
    }

    static func insert(_ item: StoredFeedItem, on connection: Connection) throws(HeraldError) {
        let names = (plainColumns + ["content"]).joined(separator: ", ")
        let holes = Array(repeating: "?", count: plainColumns.count + 1).joined(separator: ", ")
        try connection.run(
            "INSERT INTO feed_items (\(names)) VALUES (\(holes))",
            [
                .text(item.id), .text(item.notificationId), SQLValue(item.campaignId), .text(item.receiver),
                .text(item.templateId), SQLValue(item.templateVersion), .text(item.channelType), .text(item.channelId),
                SQLValue(item.templateCategory), SQLValue(item.categoryId), SQLValue(item.label),
                SQLValue(item.tags), SQLValue(item.alternativeText), .text(item.dataType),
                SQLValue(item.variables), SQLValue(item.metadata), SQLValue(item.categoryFilterEnabled),
                .int(item.sentAt), .int(item.createdAt), SQLValue(item.deliveredAt), SQLValue(item.readAt),
                SQLValue(item.interactedAt), SQLValue(item.expiresAt), SQLValue(item.deletedAt), SQLValue(item.seenAt),
                SQLValue(item.content),
            ]
        )
    }
}

extension StoredFeedItem {
    fileprivate func with(seenAt: Int64?, content: WrittenJSON?) -> StoredFeedItem {
        var item = self
        item.seenAt = seenAt
        item.content = content
        return item
    }
}
