import Storage
import Values

/// All that is known of one user, to hand out and to erase.
struct UserRoutes: Sendable {
    /// How many rows are read at once.
    private static let step = 1000

    let store: any CampaignStore

    var routes: [Route] {
        [
            Route("GET", "/v1/users/{uid}/export", .admin(.users), UserOperations.export, export),
            Route("DELETE", "/v1/users/{uid}", .admin(.users), UserOperations.erase, erase),
        ]
    }

    private func export(_ routed: RoutedRequest) async throws -> ServerReply {
        guard let user = try await store.user(routed["uid"]) else { throw Self.unknown }
        var conversations: [JSON] = []
        for engagement in try await store.engagements(of: user.id) {
            var json = engagement.json(agent: engagement.agent.map { ChatAuthor(kind: .agent, name: $0) })
            json["messages"] = .array(try await messages(of: engagement.id))
            conversations.append(json)
        }
        let topics = try await store.engagementTopics(of: user.id).map { entry -> JSON in
            ["itemId": .string(entry.item), "topic": JSON(entry.topic), "at": .int(entry.at)]
        }
        return Envelope.single([
            "user": [
                "uid": .string(user.id), "name": JSON(user.name), "createdAt": .int(user.createdAt),
                "updatedAt": .int(user.updatedAt),
            ],
            "items": .array(try await items(of: user.id)), "itemEngagements": .array(topics),
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
        var items: [JSON] = []
        while true {
            let page = try await store.feed(query)
            items += page.items.map(\.json)
            guard let next = page.next else { return items }
            query.page.boundary = PageBoundary(id: next.id, key: next.sortKey)
        }
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
        guard try await store.eraseUser(routed["uid"]) else { throw Self.unknown }
        return .empty(204)
    }

    private static let unknown = RequestFault.notFound("There is no such user.")
}
