internal import Campaigns
internal import Scripting
internal import Values

/// One user at one server: what `herald.connect` returns.
final class AppObject: LuaObject, Sendable {
    static let events = ["feed_item", "unread", "connected", "disconnected", "gap"]

    let scope: RunScope
    let client: CampaignClient
    let user: String
    let listener: RealtimeListener
    /// What is asked under this mark goes through the app's client.
    let tag: EffectLog.Tag
    let sessions = SessionCoordinator()

    init(scope: RunScope, client: CampaignClient, user: String) {
        self.scope = scope
        self.client = client
        self.user = user
        let host = scope.host
        listener = RealtimeListener(client: client, clock: host.clock, random: host.random)
        tag = host.effects.begin(within: [scope.tag])
        host.network.bind(client, to: tag)
        scope.atEnd { [listener, sessions, tag] in
            await listener.stop()
            await sessions.finishAll()
            host.network.unbind(tag)
            host.effects.end(tag)
        }
    }

    static let luaType = LuaType("App", of: AppObject.self) { type in
        type.field("server") { $0.client.server }
        type.field("user") { $0.user }
        type.asyncFunction("campaigns") { (app: AppObject) async throws -> [JSON] in
            try await app.client.webCampaigns().map { campaign in
                // Fields that a script relies on are there whatever the server left out.
                var wire = campaign.wire.withoutNullFields
                wire["name"] = .string(campaign.name)
                wire["channels"] = .array(campaign.channels.map(JSON.string))
                return wire
            }
        }
        type.function("session") { (app: AppObject, options: SessionOptions) in
            try SessionObject(app: app, options: options)
        }
        type.function("feed") { (app: AppObject, options: FeedOptions) in
            FeedObject(app: app, query: options.query)
        }
        type.asyncFunction("feed_item") { (app: AppObject, id: String) async throws -> ItemObject in
            ItemObject(app: app, item: try await app.client.feedItem(id))
        }
        type.asyncFunction("unread_count") { (app: AppObject, options: CategoryOptions) async throws -> Int64 in
            try await app.client.unreadCount(category: options.category)
        }
        type.asyncFunction("unread_counts") { (app: AppObject) async throws -> JSON in
            try await app.client.unreadCounts().withoutNullFields
        }
        type.asyncFunction("mark_all") { (app: AppObject, mark: String, options: MarkOptions) async throws -> Int64 in
            guard let known = CampaignClient.FeedMark(rawValue: mark) else {
                let names = CampaignClient.FeedMark.allCases.map(\.rawValue)
                throw HeraldError(
                    .invalidArgument,
                    "there is no mark \"\(mark)\"",
                    hint: Suggestion.hint(for: mark, among: names)
                )
            }
            return try await app.client.markAll(known, options.filters)
        }
        type.asyncFunction("categories") { (app: AppObject, options: LimitOptions) async throws -> [JSON] in
            try await CatalogPages.all(options.limit) { cursor throws(HeraldError) in
                try await app.client.categories(limit: options.pageLimit, after: cursor)
            }.map(\.wire.withoutNullFields)
        }
        type.asyncFunction("on") {
            (app: AppObject, event: String, function: LuaFunction?) async throws -> SubscriptionObject in
            try await app.subscribe(event, EventTarget(function))
        }
        type.text { "App \($0.user) at \($0.client.server)" }
    }

    func subscribe(_ event: String, _ target: EventTarget) async throws(HeraldError) -> SubscriptionObject {
        _ = try EventName.checked(event, among: Self.events)
        let subscription = SubscriptionObject(queue: target.queue)
        let log = scope.host.log
        // The app lives as long as somebody listens, even when the script holds the subscription alone.
        let id = await listener.subscribe { happened in
            guard let (name, value) = self.event(happened) else { return }
            if name == event { target.deliver(value, log: log) }
        }
        let cleanup = scope.atEnd { await subscription.off() }
        subscription.onEnd { [listener, scope] in
            await listener.unsubscribe(id)
            scope.forget(cleanup)
        }
        do throws(HeraldError) {
            try await RealtimeStart.wait(for: listener, clock: scope.host.clock)
        } catch {
            await subscription.off()
            throw error
        }
        return subscription
    }

    private func event(_ event: RealtimeEvent) -> (name: String, value: EventQueue.Event)? {
        switch event {
        case .item(let item): ("feed_item", ItemObject(app: self, item: item))
        case .unread(let unread): ("unread", unread.count)
        case .connected: ("connected", JSON.null)
        case .disconnected(let error): ("disconnected", error.json)
        case .failed(let error): ("disconnected", error.json)
        case .gap: ("gap", JSON.null)
        case .updated, .retracted: nil
        }
    }

    struct CategoryOptions: LuaOptions {
        static let names = ["category", "categoryId"]
        /// A name or an id; the id wins, as in the feed.
        let category: String?

        init(_ options: LuaOptionReader) throws(HeraldError) {
            let name: String? = try options.optional("category")
            category = try options.optional("categoryId") ?? name
        }
    }

    struct LimitOptions: LuaOptions {
        static let names = ["limit"]
        let limit: Int?

        init(_ options: LuaOptionReader) throws(HeraldError) {
            limit = try options.optional("limit")
            if let limit { _ = try PageLimit.checked(limit) }
        }

        /// Without a limit everything is fetched, in pages as large as they may be.
        var pageLimit: Int { limit ?? PageLimit.range.upperBound }
    }
}
