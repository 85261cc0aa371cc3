import Storage
import Values

/// All that is known of one user, to hand out and to erase.
struct UserRoutes: Sendable {
    /// How many rows are read at once.
    private static let step = 1000

    let store: any CampaignStore
    let hub: RealtimeHub
    let desk: EngagementDesk

    var routes: [Route] {
        [
            Route("GET", "/v1/users", .admin(.read), UserOperations.list, list),
            Route("GET", "/v1/users/{uid}/export", .admin(.users), UserOperations.export, export),
            Route("DELETE", "/v1/users/{uid}", .admin(.users), UserOperations.erase, erase),
        ]
    }

    private func list(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = QueryReader(routed.request)
        var query = UserQuery(page: reader.page(sortedBy: .id, .ascending, textKeys: [.id]))
        query.search = reader.text("search")
        try reader.check()
        return Envelope.list(
            try await store.users(query),
            cursorKey: "updatedAt",
            sort: query.page.sort.rawValue,
            \.json
        )
    }

    private func export(_ routed: RoutedRequest) async throws -> ServerReply {
        guard let user = try await store.user(routed["uid"]) else { throw Self.unknown }
        var conversations: [JSON] = []
        for engagement in try await store.engagements(of: user.id) {
            var json = engagement.json(agent: engagement.agent.map { ChatAuthor(kind: .agent, name: $0) })
            json["messages"] = .array(try await messages(of: engagement.id))
            conversations.append(json)
        }
        return Envelope.single([
            "user": user.json,
            "items": .array(try await items(of: user.id)),
            "itemEngagements": topics(try await store.engagementTopics(of: user.id), of: "itemId"),
            "pushNotifications": .array(try await pushes(of: user.id)),
            "pushEngagements": topics(try await store.pushTopics(of: user.id), of: "pushNotificationId"),
            "conversations": .array(conversations),
        ])
    }

    /// Every item, oldest first, those that the user no longer sees too.
    private func items(of user: String) async throws -> [JSON] {
        var query = FeedQuery(
            receiver: user,
            page: PageRequest(limit: 100, sort: .sentAt, order: .ascending),
            includeDeleted: true,
            includeExpired: true
        )
        return try await all { boundary in
            query.page.boundary = boundary
            return try await store.feed(query)
        }.map(\.written.value)
    }

    private func pushes(of user: String) async throws -> [JSON] {
        var query = PushQuery(receiver: user, page: PageRequest(limit: 100, sort: .sentAt, order: .ascending))
        return try await all { boundary in
            query.page.boundary = boundary
            return try await store.pushes(query)
        }.map(\.written.value)
    }

    /// All of a list that is read page by page.
    private func all<Element: Sendable>(_ page: (PageBoundary?) async throws -> Page<Element>) async throws -> [Element]
    {
        var elements: [Element] = []
        var boundary: PageBoundary?
        while true {
            let page = try await page(boundary)
            elements += page.items
            guard let next = page.next else { return elements }
            boundary = PageBoundary(id: next.id, key: next.sortKey)
        }
    }

    private func topics(_ topics: [ItemTopic], of id: String) -> JSON {
        .array(topics.map { [id: .string($0.item), "topic": JSON($0.topic), "at": .int($0.at)] })
    }

    private func messages(of engagement: String) async throws -> [JSON] {
        var messages: [JSON] = []
        var last: Int64 = 0
        while true {
            let part = try await store.messages(of: engagement, after: last, limit: Self.step)
            messages += part.map(\.frame)
            guard part.count == Self.step, let end = part.last else { return messages }
            last = end.sequence
        }
    }

    private func erase(_ routed: RoutedRequest) async throws -> ServerReply {
        guard try await desk.erase(routed["uid"]) else { throw Self.unknown }
        hub.publishErasure(of: routed["uid"])
        return .empty(204)
    }

    private static let unknown = RequestFault.notFound("There is no such user.")
}

extension User {
    fileprivate var json: JSON {
        ["uid": .string(id), "name": JSON(name), "createdAt": .int(createdAt), "updatedAt": .int(updatedAt)]
    }
}
