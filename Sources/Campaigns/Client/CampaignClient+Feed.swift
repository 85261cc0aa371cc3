package import Values

extension CampaignClient {
    private static let feedPath = feedPrefix + "/notification-feed"

    private static func itemPath(_ id: String, _ rest: String = "") throws(HeraldError) -> String {
        guard !id.isEmpty else { throw HeraldError(.invalidArgument, "id: a feed item's id is not empty") }
        return feedPath + "/" + PercentEncoding.pathSegment(id) + rest
    }

    /// One page of the user's feed; `cursor` is the page before's ``WirePage/next``.
    package func feedPage(_ query: FeedQuery, after cursor: PageCursor? = nil) async throws(HeraldError) -> FeedPage {
        try await page(Self.feedPath, query: query.parameters(), after: cursor) { wire, pointer in
            let reading = FeedItem.read(wire, at: pointer)
            return (reading.item, reading.diagnostics)
        }
    }

    /// One item by id.
    package func feedItem(_ id: String) async throws(HeraldError) -> FeedItem {
        try await item("GET", Self.itemPath(id))
    }

    /// How many unread items there are, of one category or of all.
    package func unreadCount(category: String? = nil) async throws(HeraldError) -> Int64 {
        let query = category.map { [(name: "templateCategory", value: $0)] } ?? []
        let path = Self.feedPath + "/unread-count"
        let envelope = try await call("GET", path, query: query)
        guard let count = envelope["data"]["count"].int, count >= 0 else {
            throw HeraldError(.server, "GET \(path) answered without a count", pointer: "/data/count")
        }
        return count
    }

    /// Reports an item as delivered; safe to repeat.
    ///
    /// The answer has no content.
    @discardableResult
    package func markDelivered(_ id: String) async throws(HeraldError) -> FeedItem {
        try await item("POST", Self.itemPath(id, "/delivered"))
    }

    /// Reports an item as read; safe to repeat.
    ///
    /// The answer has no content.
    @discardableResult
    package func markRead(_ id: String) async throws(HeraldError) -> FeedItem {
        try await item("POST", Self.itemPath(id, "/read"))
    }

    /// Reports that a list showed an item; safe to repeat.
    ///
    /// The answer has no content. A server of the vendor does not know this.
    @discardableResult
    package func markSeen(_ id: String) async throws(HeraldError) -> FeedItem {
        try await item("POST", Self.itemPath(id, "/seen"))
    }

    /// Marks all of the user's items that the filters show; gives how many this call changed.
    ///
    /// Filters are fields of the wire: `templateCategory`, `tags`, `tagMatch`, `channelId`, `dateFrom`, `dateTo`, or `ids`.
    package func markAll(_ mark: FeedMark, _ filters: JSON) async throws(HeraldError) -> Int64 {
        let path = Self.feedPath + "/" + mark.rawValue
        guard let count = try await call("POST", path, body: filters)["data"]["count"].int else {
            throw HeraldError(.server, "POST \(path) answered without a count", pointer: "/data/count")
        }
        return count
    }

    /// What can be said of many items at once.
    package enum FeedMark: String, Sendable, CaseIterable {
        case delivered
        case seen
        case read
    }

    /// Unread and unseen items, in all and by category: `count`, `unseen` and `categories`.
    package func unreadCounts() async throws(HeraldError) -> JSON {
        try await call("GET", Self.feedPath + "/unread-counts")["data"]
    }

    /// Reports that the user did something with an item; safe to repeat, the server keeps each topic once.
    ///
    /// The topic may be any text, for example an element id; it is mapped to what the server takes. The result is the
    /// time of the first report, when the server says it.
    @discardableResult
    package func reportEngagement(_ id: String, topic: String? = nil) async throws(HeraldError) -> Instant? {
        let body: JSON = topic.map { ["topic": .string(EngagementTopic.wire($0))] } ?? [:]
        let envelope = try await call("POST", Self.itemPath(id, "/engagement"), body: body)
        var fields = WireFields(envelope["data"].object ?? JSONObject(), at: "/data")
        let time = fields.time("interactedAt")
        fields.diagnostics.report(to: log, from: "engagement of \(id)")
        return time
    }

    /// One page of the categories.
    package func categories(
        limit: Int? = nil,
        after cursor: PageCursor? = nil
    ) async throws(HeraldError) -> WirePage<FeedCategory> {
        let path = Self.feedPrefix + "/templates/categories"
        return try await page(path, query: Self.limit(limit), after: cursor, entry: FeedCategory.read)
    }

    static func limit(_ limit: Int?) throws(HeraldError) -> [(name: String, value: String)] {
        guard let limit else { return [] }
        return [("limit", String(try PageLimit.checked(limit)))]
    }

    private func item(_ method: String, _ path: String) async throws(HeraldError) -> FeedItem {
        let envelope = try await call(method, path)
        let (item, diagnostics) = FeedItem.read(envelope["data"], at: "/data")
        diagnostics.report(to: log, from: "\(method) \(path)")
        guard let item else {
            throw HeraldError(.server, "\(method) \(path) answered without an item", pointer: "/data")
        }
        return item
    }
}
