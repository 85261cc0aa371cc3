import Storage
import Values

/// What the routes of the feed take and answer.
enum FeedOperations {
    static let list = APIOperation(
        .feed,
        "Items of the acting user, or of all users for an admin",
        query: APIParameter.page(FeedQuery.Sort.self, usual: .sentAt) + [
            .receiver,
            APIParameter("readState", .choice(FeedQuery.ReadState.self), "all if left out"),
            APIParameter("dateFrom", .looseTime, "Sent then or later"),
            APIParameter("dateTo", .looseTime, "Sent then or earlier"),
            .templateCategory,
            APIParameter("channelId", .text, "Slug or id of a feed channel"),
            APIParameter("includeDeleted", .flag, "Deleted items, too"),
            APIParameter("includeExpired", .flag, "Expired items, too"),
            .templateOnly,
        ] + APIParameter.tags,
        .page(of: .named(.feedItem), cursor: "sentAt", sorts: FeedQuery.Sort.allCases.map(\.rawValue))
    )

    static let unreadCount = APIOperation(
        .feed,
        "How many items are unread",
        query: [.receiver, .templateCategory],
        .one(.named(.unreadCount))
    )

    static let counts = APIOperation(
        .feed,
        "Unread and unseen items, in all and by category",
        query: [.receiver],
        .one(.named(.feedCounts))
    )

    static let get = APIOperation(
        .feed,
        "One item",
        query: [.templateOnly],
        .one(.named(.feedItem)),
        faults: [.notFound]
    )

    static let delete = APIOperation(.feed, "Hides an item from its receiver", .empty(204), faults: [.notFound])

    static let delivered = mark("Marks an item as delivered")
    static let seen = mark("Marks an item as seen, and so as delivered")
    static let read = mark("Marks an item as read, and so as seen and delivered")

    /// A mark on many items at once.
    static func markAll(_ mark: FeedBulkMark) -> APIOperation {
        APIOperation(
            .feed,
            "Marks as \(mark.rawValue) the items with these ids, or all that the filter shows; unknown members are refused",
            body: APIOperation.Body(
                schema: .exactly([
                    .optional("ids", .list(.text(upTo: FeedMarkRoutes.idBytes), FeedMarkRoutes.idCount)),
                    .optional("receiver", .text(upTo: UserID.maximumBytes).described("Only without an acting user")),
                    .optional("dateFrom", .looseTime), .optional("dateTo", .looseTime),
                    .optional("tags", .list(.text(upTo: FeedMarkRoutes.idBytes), FeedMarkRoutes.tagCount)),
                    .optional("tagMatch", .choice(FeedQuery.TagMatch.self)),
                    .optional("templateCategory", .text(upTo: FeedMarkRoutes.idBytes)),
                    .optional(
                        "category",
                        .text(upTo: FeedMarkRoutes.idBytes).described("Another name of templateCategory")
                    ),
                    .optional("channelId", .text(upTo: FeedMarkRoutes.idBytes)),
                ]),
                isRequired: false
            ),
            .one(
                .exactly([
                    .needed("count", .count.described("Items that this call changed")),
                    .needed("unread", .named(.unreadCount)),
                ])
            )
        )
    }

    static let engagement = APIOperation(
        .feed,
        "Reports an engagement, which counts once per topic",
        body: APIOperation.Body(schema: topicBody),
        .one(
            .exactly([
                .needed("id", .text), .needed("topic", .text.orNull), .needed("interactedAt", .time.orNull),
            ])
        ),
        faults: [.notFound]
    )

    /// The body of a report; an older form names the topic `type`.
    static let topicBody = APISchema.body([
        .optional("topic", EngagementTopic.schema),
        .optional("type", APISchema.any.described("The topic in an older form; read where there is no topic")),
    ])

    static let send = APIOperation(
        .sending,
        "Sends a template to users",
        body: APIOperation.Body(
            schema: .body([
                .needed("templateId", .text(upTo: MessageRoutes.nameBytes)),
                .needed(
                    "receivers",
                    .list(.text(upTo: UserID.maximumBytes), 1...MessageRoutes.entryLimit)
                        .described("At most \(MessageRoutes.receiverLimit) without duplicates")
                ),
                .optional("variables", .map(.members).described("Values by the receiver's id")),
                .optional("tag", .text(upTo: MessageRoutes.nameBytes)),
                .optional("createReceivers", .flag.described("Whether unknown users are made; true if left out")),
            ])
        ),
        .one(
            .either([
                .exactly([
                    .needed("notificationId", .text), .needed("channels", .list(.text)),
                    .needed("mode", .constant("realtime")),
                ]),
                .exactly([
                    .needed("batchId", .text), .needed("total", .count), .needed("channels", .list(.text)),
                    .needed("mode", .constant("batch")),
                ]),
            ])
        ),
        isRepeatable: true
    )

    private static func mark(_ summary: String) -> APIOperation {
        APIOperation(.feed, summary, .one(.named(.feedItem)), faults: [.notFound])
    }
}
