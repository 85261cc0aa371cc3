internal import Storage
internal import Values

/// How a push notification lies in its table.
enum PushRow {
    private static let names = [
        "id", "notification_id", "campaign_id", "receiver", "template_id", "template_version", "channel_id", "category",
        "label", "tags", "alternative_text", "data_type", "variables", "tag", "content", "sent_at", "delivered_at",
        "clicked_at",
    ]

    static let columns = names.joined(separator: ", ")

    static func push(_ row: inout Row) -> StoredPush {
        StoredPush(
            id: row.text(),
            notificationId: row.text(),
            campaignId: row.optionalText(),
            receiver: row.text(),
            templateId: row.text(),
            templateVersion: Int(row.int()),
            channelId: row.text(),
            category: row.optionalText(),
            label: row.optionalText(),
            tags: row.written() ?? [],
            alternativeText: row.optionalText(),
            dataType: row.text(),
            variables: row.written() ?? [:],
            tag: row.optionalText(),
            content: row.written() ?? [:],
            sentAt: row.int(),
            deliveredAt: row.optionalInt(),
            clickedAt: row.optionalInt()
        )
    }

    static func insert(_ push: StoredPush, on connection: Connection) throws(HeraldError) {
        let holes = Array(repeating: "?", count: names.count).joined(separator: ", ")
        try connection.run(
            "INSERT INTO push_notifications (\(columns)) VALUES (\(holes))",
            [
                .text(push.id), .text(push.notificationId), SQLValue(push.campaignId), .text(push.receiver),
                .text(push.templateId), SQLValue(push.templateVersion), .text(push.channelId), SQLValue(push.category),
                SQLValue(push.label), SQLValue(push.tags), SQLValue(push.alternativeText),
                .text(push.dataType), SQLValue(push.variables), SQLValue(push.tag), SQLValue(push.content),
                .int(push.sentAt), SQLValue(push.deliveredAt), SQLValue(push.clickedAt),
            ]
        )
    }
}
