import Storage
import Values

/// Marks on many items of a user at once: those of a list of ids, or all that a filter shows.
struct FeedMarkRoutes: Sendable {
    /// Most ids of one call.
    static let idCount = 1...100
    static let idBytes = 256
    static let tagCount = 1...50

    let store: any CampaignStore
    let hub: RealtimeHub

    var routes: [Route] {
        FeedBulkMark.allCases.map { mark in
            let pattern = RoutePattern(stringLiteral: "/v3/notification-feed/\(mark.rawValue)")
            return Route("POST", pattern, .userOrAdmin, FeedOperations.markAll(mark)) { routed in
                try await self.mark(mark, routed)
            }
        }
    }

    private func mark(_ mark: FeedBulkMark, _ routed: RoutedRequest) async throws -> ServerReply {
        var reader = try BodyReader(routed, isOptional: true)
        let named = reader.text("receiver", maximumBytes: UserID.maximumBytes)
        let receiver = routed.caller.user ?? named
        if receiver == nil { reader.refuse("receiver is needed without an acting user") }
        let ids = reader.texts("ids", Self.idCount, maximumBytes: Self.idBytes)
        for (name, value) in reader.body.object ?? [:] where value.isNull {
            // What a caller left empty by mistake must not mark everything.
            reader.refuse("\(name) must not be null; leave it out to mark items whatever theirs is")
        }
        for name in ["dateFrom", "dateTo"] where WireTime(reader.body[name]) == .none && !reader.body[name].isNull {
            // Elsewhere 0 and an empty text are no bound at all.
            reader.refuse("\(name) must be \(WireTime.forms)")
        }
        let category = reader.text("templateCategory", maximumBytes: Self.idBytes)
        let alias = reader.text("category", maximumBytes: Self.idBytes)
        if category != nil, alias != nil { reader.refuse("category is another name of templateCategory: give one") }
        let query = FeedQuery(
            receiver: receiver,
            dateFrom: reader.time("dateFrom", .start),
            dateTo: reader.time("dateTo", .end),
            tags: reader.texts("tags", Self.tagCount, maximumBytes: Self.idBytes) ?? [],
            tagMatch: reader.choice("tagMatch", FeedQuery.TagMatch.self) ?? .any,
            category: category ?? alias,
            channelId: reader.text("channelId", maximumBytes: Self.idBytes)
        )
        try reader.check()
        let outcome = try await store.markAll(mark, query, ids: ids)
        if mark == .read, outcome.count > 0, let receiver { hub.publish(outcome.unread, for: receiver) }
        return Envelope.single(["count": .int(Int64(outcome.count)), "unread": outcome.unread.json])
    }
}
