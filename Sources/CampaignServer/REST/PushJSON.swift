import Storage
import Values

extension StoredPush {
    /// The notification on the wire; clients differ in whether they read `id` or `pushNotificationId`.
    var json: JSON {
        [
            "id": .string(id),
            "pushNotificationId": .string(id),
            "appId": .string(Application.localID),
            "notificationId": .string(notificationId),
            "campaignId": JSON(campaignId),
            "receiver": .string(receiver),
            "templateId": .string(templateId),
            "templateVersion": .int(Int64(templateVersion)),
            "channelType": "push",
            "channelId": .string(channelId),
            "category": JSON(category),
            "templateCategory": JSON(category),
            "label": JSON(label),
            "tags": .array(tags.map(JSON.string)),
            "alternativeText": JSON(alternativeText),
            "dataType": .string(dataType),
            "variables": variables,
            "status": .string(status),
            "sentAt": .int(sentAt),
            "deliveredAt": JSON(deliveredAt),
            "clickedAt": JSON(clickedAt),
            "tag": JSON(tag),
            "metadata": [:],
            "content": content,
        ]
    }
}
