import Values

/// What answers of the feed hold.
extension APISchema {
    static let feedItem = exactly(
        itemFields + [.optional("content", any.described("The card; left out where it was not read"))]
    )

    /// An item as marks answer it.
    private static let itemFields: [Field] = [
        .needed("id", text), .needed("appId", text), .needed("notificationId", text.described("The send that made it")),
        .needed("campaignId", text.orNull), .needed("receiver", text), .needed("receiverType", constant("user")),
        .needed("sender", constant("server")), .needed("templateId", text), .needed("templateVersion", count),
        .needed("channelType", text), .needed("channelId", text), .needed("templateCategory", text.orNull),
        .needed("category", text.orNull), .needed("categoryId", text.orNull), .needed("label", text.orNull),
        .needed("tags", list(text)), .needed("alternativeText", text.orNull),
        .needed("dataType", choice(["ui_template", "data_template"])), .needed("variables", members),
        .needed("status", choice(["sent", "delivered", "read"])), .needed("sentAt", time),
        .needed("deliveredAt", time.orNull), .needed("seenAt", time.orNull), .needed("readAt", time.orNull),
        .needed("interactedAt", time.orNull), .needed("engagedAt", time.orNull), .needed("expiresAt", time.orNull),
        .needed("deletedAt", time.orNull), .needed("metadata", members),
        .needed("realtimeFanout", list(choice(["websocket", "push"]))),
    ]

    static let unreadCount = exactly([
        .needed("count", count), .needed("version", count.described("Of two counts the one with the higher is newer")),
    ])

    static let feedCounts = exactly([
        .needed("count", count), .needed("version", count), .needed("unseen", count),
        .needed(
            "categories",
            list(
                exactly([
                    .needed("id", text.orNull), .needed("name", text), .needed("count", count),
                    .needed("unseen", count),
                ])
            )
        ),
    ])
}
