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
        var reader = try BodyReader(routed.request, isOptional: true)
        let named = reader.text("receiver", maximumBytes: UserID.maximumBytes)
        let receiver = routed.caller.user ?? named
        if receiver == nil { reader.refuse("receiver is needed without an acting user") }
        let ids = reader.texts("ids", Self.idCount, maximumBytes: Self.idBytes)
        let query = FeedQuery(
            receiver: receiver,
            dateFrom: reader.time("dateFrom", .start),
            dateTo: reader.time("dateTo", .end),
            tags: reader.texts("tags", Self.tagCount, maximumBytes: Self.idBytes) ?? [],
            tagMatch: reader.choice("tagMatch", FeedQuery.TagMatch.self) ?? .any,
            category: reader.text("templateCategory", maximumBytes: Self.idBytes),
            channelId: reader.text("channelId", maximumBytes: Self.idBytes)
        )
        try reader.check()
        let outcome = try await store.markAll(mark, query, ids: ids)
        if mark == .read, outcome.count > 0, let receiver { hub.publish(outcome.unread, for: receiver) }
        return Envelope.single(["count": .int(Int64(outcome.count)), "unread": outcome.unread.json])
    }
}
