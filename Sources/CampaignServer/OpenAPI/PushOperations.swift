import Storage
import Values

/// What the routes of push notifications take and answer.
enum PushOperations {
    static let list = APIOperation(
        .push,
        "Push notifications of the acting user, or of all users for an admin",
        query: APIParameter.page(PushQuery.Sort.self, usual: .sentAt) + [.receiver],
        .page(of: .named(.push), cursor: "sentAt", sorts: PushQuery.Sort.allCases.map(\.rawValue))
    )

    static let get = one("One push notification")
    static let delivered = one("Notes that it came to the device, once")
    static let clicked = one("Notes that it was clicked, and so delivered, once")

    static let engagement = APIOperation(
        .push,
        "Reports an engagement, which counts once per topic",
        body: APIOperation.Body(schema: FeedOperations.topicBody),
        .one(.exactly([.needed("id", .text), .needed("topic", .text.orNull)])),
        faults: [.notFound]
    )

    /// For a user the id of the send will do, too.
    private static func one(_ summary: String) -> APIOperation {
        APIOperation(.push, summary, .one(.named(.push)), faults: [.notFound])
    }
}

extension APISchema {
    static let push = exactly([
        .needed("id", text), .needed("pushNotificationId", text), .needed("appId", text),
        .needed("notificationId", text.described("The send that made it")), .needed("campaignId", text.orNull),
        .needed("receiver", text), .needed("templateId", text), .needed("templateVersion", count),
        .needed("channelType", constant("push")), .needed("channelId", text), .needed("category", text.orNull),
        .needed("templateCategory", text.orNull), .needed("label", text.orNull), .needed("tags", list(text)),
        .needed("alternativeText", text.orNull), .needed("dataType", choice(["ui_template", "data_template"])),
        .needed("variables", members), .needed("status", choice(["sent", "delivered", "clicked"])),
        .needed("sentAt", time), .needed("deliveredAt", time.orNull), .needed("clickedAt", time.orNull),
        .needed("tag", text.orNull), .needed("metadata", members),
        .needed("content", members.described("What the device shows: title, body, imageUrl, data")),
    ])
}
