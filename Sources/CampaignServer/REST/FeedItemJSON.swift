import Storage
import Values

extension StoredFeedItem {
    /// The item as every interface shows it; `content` is left out when it was not read.
    var json: JSON {
        var json: JSON = [
            "id": .string(id),
            "appId": .string(Application.localID),
            "notificationId": .string(notificationId),
            "campaignId": JSON(campaignId),
            "receiver": .string(receiver),
            "receiverType": "user",
            "sender": "server",
            "templateId": .string(templateId),
            "templateVersion": .int(Int64(templateVersion)),
            "channelType": .string(channelType),
            "channelId": .string(channelId),
            "templateCategory": JSON(templateCategory),
            "category": JSON(templateCategory),
            "categoryId": JSON(categoryId),
            "label": JSON(label),
            "tags": .array(tags.map(JSON.string)),
            "alternativeText": JSON(alternativeText),
            "dataType": .string(dataType),
            "variables": variables,
            "status": .string(status),
            "sentAt": .int(sentAt),
            "deliveredAt": JSON(deliveredAt),
            "seenAt": JSON(seenAt),
            "readAt": JSON(readAt),
            "interactedAt": JSON(interactedAt),
            "engagedAt": JSON(interactedAt),
            "expiresAt": JSON(expiresAt),
            "deletedAt": JSON(deletedAt),
            "metadata": metadata,
            "realtimeFanout": ["websocket"],
        ]
        if let content { json["content"] = content }
        return json
    }
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
