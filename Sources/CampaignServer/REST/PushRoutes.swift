import Storage
import Values

/// Push notifications of the acting user, or of all users for an admin.
struct PushRoutes: Sendable {
    let store: any CampaignStore

    var routes: [Route] {
        [
            Route("GET", "/v3/push-notifications", .userOrAdmin, PushOperations.list, list),
            Route("GET", "/v3/push-notifications/{id}", .userOrAdmin, PushOperations.get, get),
            Route("PUT", "/v3/push-notifications/{id}/delivered", .userOrAdmin, PushOperations.delivered, delivered),
            Route("PUT", "/v3/push-notifications/{id}/clicked", .userOrAdmin, PushOperations.clicked, clicked),
            Route(
                "POST",
                "/v3/push-notifications/{id}/engagement",
                .userOrAdmin,
                PushOperations.engagement,
                engagement
            ),
        ]
    }

    private func list(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = QueryReader(routed.request)
        let query = PushQuery(
            receiver: routed.caller.user ?? reader.text("receiver"),
            page: reader.page(sortedBy: .sentAt)
        )
        try reader.check()
        let page = try await store.pushes(query)
        return Envelope.list(page, cursorKey: "sentAt", sort: query.page.sort.rawValue) { $0.write(to: &$1) }
    }

    private func get(_ routed: RoutedRequest) async throws -> ServerReply {
        try answer(await store.push(routed["id"], receiver: routed.caller.user))
    }

    private func delivered(_ routed: RoutedRequest) async throws -> ServerReply {
        try answer(await store.markPush(.delivered, routed["id"], receiver: routed.caller.user))
    }

    private func clicked(_ routed: RoutedRequest) async throws -> ServerReply {
        try answer(await store.markPush(.clicked, routed["id"], receiver: routed.caller.user))
    }

    private func engagement(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = try BodyReader(routed)
        let topic = EngagementTopic.read(&reader)
        try reader.check()
        let push = try await store.recordPushEngagement(routed["id"], topic: topic, receiver: routed.caller.user)
        guard let push else { throw Self.unknown }
        return Envelope.single(["id": .string(push.id), "topic": JSON(topic)])
    }

    private func answer(_ push: StoredPush?) throws -> ServerReply {
        guard let push else { throw Self.unknown }
        return Envelope.single(push.written)
    }

    private static let unknown = RequestFault.notFound("There is no such push notification.")
}
