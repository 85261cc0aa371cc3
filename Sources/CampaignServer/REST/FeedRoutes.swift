import Storage
import Values

/// The feed of the acting user, or of all users for an admin.
struct FeedRoutes: Sendable {
    let store: any CampaignStore
    let hub: RealtimeHub
    let pages: FeedPages

    var routes: [Route] {
        [
            Route("GET", "/v3/notification-feed", .userOrAdmin, FeedOperations.list, list),
            Route("GET", "/v3/notification-feed/unread-count", .userOrAdmin, FeedOperations.unreadCount, unreadCount),
            Route("GET", "/v3/notification-feed/unread-counts", .userOrAdmin, FeedOperations.counts, counts),
            Route("GET", "/v3/notification-feed/{id}", .userOrAdmin, FeedOperations.get, get),
            Route("DELETE", "/v3/notification-feed/{id}", .admin(.users), FeedOperations.delete, delete),
            Route("POST", "/v3/notification-feed/{id}/delivered", .userOrAdmin, FeedOperations.delivered, delivered),
            Route("POST", "/v3/notification-feed/{id}/seen", .userOrAdmin, FeedOperations.seen, seen),
            Route("POST", "/v3/notification-feed/{id}/read", .userOrAdmin, FeedOperations.read, read),
            Route("POST", "/v3/notification-feed/{id}/engagement", .userOrAdmin, FeedOperations.engagement, engagement),
        ]
    }

    private func list(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = QueryReader(routed.request)
        let query = FeedQuery(
            // An acting user sees only own items, whatever the query says.
            receiver: routed.caller.user ?? reader.text("receiver"),
            page: reader.page(sortedBy: .sentAt),
            readState: reader.choice("readState", default: .all),
            dateFrom: reader.time("dateFrom", .start),
            dateTo: reader.time("dateTo", .end),
            tags: reader.list("tags"),
            tagMatch: reader.choice("tagMatch", default: .any),
            category: reader.text("templateCategory"),
            channelId: reader.text("channelId"),
            includeDeleted: reader.flag("includeDeleted") ?? false,
            includeExpired: reader.flag("includeExpired") ?? false,
            templateOnly: reader.text("templateOnly") == "true"
        )
        try reader.check()
        guard let standing = routed.caller.standing else { return try await page(query).reply }
        let key = FeedPages.Key(standing: standing, query: query)
        if let kept = pages.page(key) { return .json(text: kept) }
        let (reply, freshUntil) = try await page(query)
        pages.keep(reply.body, freshUntil: freshUntil, for: key)
        return reply
    }

    private func page(_ query: FeedQuery) async throws -> (reply: ServerReply, freshUntil: Int64?) {
        let page = try await store.feed(query)
        // An item is some 900 bytes beside its card.
        let room = page.items.reduce(256) { $0 + 1024 + ($1.content?.bytes.count ?? 0) }
        let sort = query.page.sort.rawValue
        let reply = Envelope.list(page, cursorKey: "sentAt", sort: sort, room: room) { $0.write(to: &$1) }
        return (reply, page.freshUntil)
    }

    private func unreadCount(_ routed: RoutedRequest) async throws -> ServerReply {
        let reader = QueryReader(routed.request)
        guard let receiver = routed.caller.user ?? reader.text("receiver") else {
            throw RequestFault.validation("receiver is needed without an acting user")
        }
        let unread = try await store.unreadCount(receiver: receiver, category: reader.text("templateCategory"))
        return Envelope.single(unread.json)
    }

    private func counts(_ routed: RoutedRequest) async throws -> ServerReply {
        guard let receiver = routed.caller.user ?? QueryReader(routed.request).text("receiver") else {
            throw RequestFault.validation("receiver is needed without an acting user")
        }
        return Envelope.single(try await store.feedCounts(receiver: receiver).json)
    }

    private func delete(_ routed: RoutedRequest) async throws -> ServerReply {
        guard let item = try await store.deleteFeedItem(routed["id"]) else { throw Self.unknown }
        hub.publish(try await store.unreadCount(receiver: item.receiver, category: nil), for: item.receiver)
        return .empty(204)
    }

    private func get(_ routed: RoutedRequest) async throws -> ServerReply {
        guard var item = try await store.feedItem(routed["id"], receiver: routed.caller.user) else {
            throw Self.unknown
        }
        if routed.request.parameter("templateOnly") == "true" { item.content = nil }
        return Envelope.single(item.written)
    }

    private func delivered(_ routed: RoutedRequest) async throws -> ServerReply {
        try answer(await store.markDelivered(routed["id"], receiver: routed.caller.user))
    }

    private func seen(_ routed: RoutedRequest) async throws -> ServerReply {
        try answer(await store.markSeen(routed["id"], receiver: routed.caller.user))
    }

    private func read(_ routed: RoutedRequest) async throws -> ServerReply {
        try answer(await store.markRead(routed["id"], receiver: routed.caller.user))
    }

    private func engagement(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = try BodyReader(routed)
        let topic = EngagementTopic.read(&reader)
        try reader.check()
        let mark = try await store.recordEngagement(routed["id"], topic: topic, receiver: routed.caller.user)
        guard let mark else { throw Self.unknown }
        return Envelope.single([
            "id": .string(mark.item.id), "topic": JSON(topic), "interactedAt": JSON(mark.item.interactedAt),
        ])
    }

    private func answer(_ mark: FeedMark?) throws -> ServerReply {
        guard let mark else { throw Self.unknown }
        if mark.changes.contains(.read) { hub.publish(mark.unread, for: mark.item.receiver) }
        var item = mark.item
        item.content = nil
        return Envelope.single(item.written)
    }

    static let unknown = RequestFault.notFound("There is no such item.", code: "ERR_FEED_ITEM_NOT_FOUND")
}
