import Storage
import Values

extension StoredPush {
    /// The notification on the wire; clients differ in whether they read `id` or `pushNotificationId`.
    func write(to text: inout JSONTextBuilder) {
        text.openObject()
        text.member("id", id)
        text.member("pushNotificationId", id)
        text.member("appId", Application.localID)
        text.member("notificationId", notificationId)
        text.member("campaignId", campaignId)
        text.member("receiver", receiver)
        text.member("templateId", templateId)
        text.member("templateVersion", Int64(templateVersion))
        text.member("channelType", "push")
        text.member("channelId", channelId)
        text.member("category", category)
        text.member("templateCategory", category)
        text.member("label", label)
        text.member("tags", tags)
        text.member("alternativeText", alternativeText)
        text.member("dataType", dataType)
        text.member("variables", variables)
        text.member("status", status)
        text.member("sentAt", sentAt)
        text.member("deliveredAt", deliveredAt)
        text.member("clickedAt", clickedAt)
        text.member("tag", tag)
        text.member("metadata", [:] as WrittenJSON)
        text.member("content", content)
        text.closeObject()
    }

    /// The notification as text by itself.
    var written: WrittenJSON { .building(write) }
}
