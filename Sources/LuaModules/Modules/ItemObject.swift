internal import Campaigns
internal import Scripting
internal import Values

/// One feed item: its wire fields by their wire names, and what can be done with it.
final class ItemObject: LuaObject, Sendable {
    private let app: AppObject
    private let item: Lock<FeedItem>

    init(app: AppObject, item: FeedItem) {
        self.app = app
        self.item = Lock(item)
    }

    var current: FeedItem { item.withLock { $0 } }

    static let luaType = LuaType("FeedItem", of: ItemObject.self) { type in
        type.field("isRead") { $0.current.isRead }
        type.field("category") { $0.current.category }
        // A field that is null on the wire is nil in Lua; a bare `nil` would be the JSON null again.
        type.otherFields { item, name -> JSON? in
            let value = item.current.wire[name]
            return value.isNull ? .none : .some(value)
        }
        type.entries { item in
            let current = item.current
            let members = current.wire.object ?? JSONObject()
            var entries = members.filter { !$0.value.isNull }.map { (name: $0.key, value: $0.value) }
            entries.append(("isRead", .bool(current.isRead)))
            return entries
        }
        type.asyncFunction("mark_delivered") { (item: ItemObject) async throws in
            item.merge(try await item.app.client.markDelivered(item.current.id))
        }
        type.asyncFunction("mark_seen") { (item: ItemObject) async throws in
            item.merge(try await item.app.client.markSeen(item.current.id))
        }
        type.asyncFunction("mark_read") { (item: ItemObject) async throws in
            item.merge(try await item.app.client.markRead(item.current.id))
        }
        type.asyncFunction("report_engagement") { (item: ItemObject, topic: String?) async throws in
            try await item.app.client.reportEngagement(item.current.id, topic: topic)
            return
        }
        type.function("card") { (item: ItemObject) in
            let feedItem = item.current
            return CardObject(
                scope: item.app.scope,
                content: feedItem.content ?? .null,
                alternativeText: feedItem.alternativeText,
                origin: CardOrigin(client: item.app.client, item: feedItem, user: item.app.user)
            )
        }
        type.text { "FeedItem \($0.current.id)" }
        type.equality { $0.current.id == $1.current.id }
    }

    /// Takes over the times and the state that a mark's answer tells; the answer has no content.
    private func merge(_ answer: FeedItem) {
        item.withLock { item in
            item.status = answer.status ?? item.status
            item.deliveredAt = answer.deliveredAt ?? item.deliveredAt
            item.readAt = answer.readAt ?? item.readAt
            item.interactedAt = answer.interactedAt ?? item.interactedAt
            for key in ["status", "deliveredAt", "seenAt", "readAt", "interactedAt", "engagedAt"] {
                let value = answer.wire[key]
                if !value.isNull { item.wire[key] = value }
            }
        }
    }
}
