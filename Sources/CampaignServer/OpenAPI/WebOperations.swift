import Storage
import Values

/// What the routes of web campaigns take and answer.
enum EngagementOperations {
    private static let id = APISchema.text(upTo: EngagementRoutes.idBytes)

    static let campaigns = APIOperation(
        .campaigns,
        "Campaigns in the order of the authoring files",
        .one(.list(.named(.webCampaign)))
    )

    static let open = APIOperation(
        .campaigns,
        "Opens a conversation, on a campaign or an entry",
        body: APIOperation.Body(
            schema: .closedBody([
                .needed("channel", .choice(AuthoringRules.webChannelTypes)), .optional("campaignId", id),
                .optional("entryId", id),
            ])
        ),
        .one(.named(.engagement), status: 201),
        faults: [.notFound],
        isRepeatable: true
    )

    static let get = APIOperation(.campaigns, "One conversation", .one(.named(.engagement)), faults: [.notFound])

    static let end = APIOperation(
        .campaigns,
        "Ends a conversation; one that has ended stays as it is",
        .one(.named(.engagement)),
        faults: [.notFound]
    )

    static let connect = APIOperation(
        .campaigns,
        "The conversation itself",
        query: [
            APIParameter("after", .integer(0...Int64.max), "Sequence of the last message that is known; 0 if left out")
        ],
        .webSocket,
        faults: [.notFound]
    )

    static let realtime = APIOperation(
        .feed,
        "What happens to the feed, as it happens",
        query: [
            APIParameter("offset", .integer(Int64.min...Int64.max), "Goes on behind this event"),
            APIParameter("epoch", .text, "Names the database that the offset is of"),
        ],
        .webSocket
    )
}

/// What the routes for users take and answer.
enum UserOperations {
    static let mint = APIOperation(
        .users,
        "Makes a token of a user",
        body: APIOperation.Body(
            schema: .closedBody([
                .optional("expiresIn", .integer(1...UserTokens.maximumSeconds).described("Seconds; a day if left out")),
                .optional("createUser", .flag.described("Makes the user if unknown; else that is 404")),
            ]),
            isRequired: false
        ),
        .one(
            .exactly([.needed("token", .text), .needed("user", .text), .needed("expiresAt", .time)]),
            status: 201
        ),
        faults: [.notFound]
    )

    static let tokenOwner = APIOperation(
        .users,
        "Whose the token of the request is",
        .one(.exactly([.needed("user", .text)]))
    )

    static let list = APIOperation(
        .users,
        "Users",
        query: APIParameter.page(UserQuery.Sort.self, usual: .id, .ascending, textKeys: [.id]) + [
            APIParameter("search", .text, "Part of the id or the name")
        ],
        .page(of: .user, cursor: "updatedAt", sorts: UserQuery.Sort.allCases.map(\.rawValue))
    )

    static let export = APIOperation(
        .users,
        "All that is known of a user",
        .one(
            .exactly([
                .needed("user", .user), .needed("items", .list(.named(.feedItem))),
                .needed("itemEngagements", .list(engagement("itemId"))),
                .needed("pushNotifications", .list(.named(.push))),
                .needed("pushEngagements", .list(engagement("pushNotificationId"))),
                .needed("conversations", .list(.conversation)),
            ])
        ),
        faults: [.notFound]
    )

    private static func engagement(_ id: String) -> APISchema {
        .exactly([.needed(id, .text), .needed("topic", .text.orNull), .needed("at", .time)])
    }

    static let erase = APIOperation(
        .users,
        "Removes a user with all that is known of them",
        .empty(204),
        faults: [.notFound]
    )
}

/// What the routes about the server itself answer.
enum ServerOperations {
    static let health = APIOperation(
        .server,
        "Whether the server is well",
        .json(200, .exactly([.needed("status", .constant("ok"))]))
    )

    static let description = APIOperation(.server, "This description, in OpenAPI 3.1", .json(200, .members))
}
