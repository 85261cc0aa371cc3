import Storage
import Values

extension StoredFeedItem {
    /// The item as every interface shows it; `content` is left out when it was not read.
    func write(to text: inout JSONTextBuilder) {
        text.openObject()
        text.member("id", id)
        text.member("appId", Application.localID)
        text.member("notificationId", notificationId)
        text.member("campaignId", campaignId)
        text.member("receiver", receiver)
        text.member("receiverType", "user")
        text.member("sender", "server")
        text.member("templateId", templateId)
        text.member("templateVersion", Int64(templateVersion))
        text.member("channelType", channelType)
        text.member("channelId", channelId)
        text.member("templateCategory", templateCategory)
        text.member("category", templateCategory)
        text.member("categoryId", categoryId)
        text.member("label", label)
        text.member("tags", tags)
        text.member("alternativeText", alternativeText)
        text.member("dataType", dataType)
        text.member("variables", variables)
        text.member("status", status)
        text.member("sentAt", sentAt)
        text.member("deliveredAt", deliveredAt)
        text.member("seenAt", seenAt)
        text.member("readAt", readAt)
        text.member("interactedAt", interactedAt)
        text.member("engagedAt", interactedAt)
        text.member("expiresAt", expiresAt)
        text.member("deletedAt", deletedAt)
        text.member("metadata", metadata)
        text.member("realtimeFanout", ["websocket"] as JSON)
        if let content { text.member("content", content) }
        text.closeObject()
    }

    /// The item as text by itself.
    var written: WrittenJSON { .building(write) }
}

extension UnreadCount {
    /// Count and version.
    var json: JSON { ["count": .int(Int64(count)), "version": .int(version)] }
}

extension FeedCounts {
    var json: JSON {
        [
            "count": .int(Int64(unread.count)), "version": .int(unread.version), "unseen": .int(Int64(unseen)),
            "categories": .array(
                categories.map { category in
                    [
                        "id": JSON(category.id), "name": .string(category.name), "count": .int(Int64(category.unread)),
                        "unseen": .int(Int64(category.unseen)),
                    ]
                }
            ),
        ]
    }
}
