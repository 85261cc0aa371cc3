internal import Campaigns
internal import Scripting
internal import Values

/// One reading of the feed: page by page, or item by item.
final class FeedObject: LuaObject, Sendable {
    private let app: AppObject
    private let reader: FeedReader
    /// Items of a page that `items` has not given yet.
    private let waiting = Lock<[FeedItem]>([])

    init(app: AppObject, query: FeedQuery) {
        self.app = app
        reader = FeedReader(client: app.client, query: query)
    }

    static let luaType = LuaType("Feed", of: FeedObject.self) { type in
        type.asyncFunction("next") { (feed: FeedObject) async throws -> [ItemObject] in
            try await feed.reader.next().map { ItemObject(app: feed.app, item: $0) }
        }
        type.function("items") { (feed: FeedObject) in
            LuaIterator { try await feed.nextItem() }
        }
    }

    private func nextItem() async throws -> ItemObject? {
        while true {
            if let item = waiting.withLock({ $0.popLast() }) { return ItemObject(app: app, item: item) }
            let page = try await reader.next()
            if page.isEmpty { return nil }
            waiting.withLock { $0.insert(contentsOf: page.reversed(), at: 0) }
        }
    }
}

struct FeedOptions: LuaOptions {
    static let names = [
        "limit", "readState", "category", "categoryId", "channelId", "tags", "dateFrom", "dateTo",
    ]
    let query: FeedQuery

    init(_ options: LuaOptionReader) throws(HeraldError) {
        var query = FeedQuery()
        query.limit = try options.optional("limit")
        if let limit = query.limit { _ = try PageLimit.checked(limit) }
        query.category = try options.optional("category")
        query.categoryId = try options.optional("categoryId")
        query.channelId = try options.optional("channelId")
        query.tags = try options.optional("tags") ?? []
        query.dateFrom = try Self.instant(options, "dateFrom", .start)
        query.dateTo = try Self.instant(options, "dateTo", .end)
        if let text: String = try options.optional("readState") {
            guard let state = FeedQuery.ReadState(rawValue: text) else {
                let known = FeedQuery.ReadState.allCases.map(\.rawValue)
                throw HeraldError(
                    .invalidArgument,
                    "option \"readState\": there is no \"\(text)\"",
                    hint: Suggestion.hint(for: text, among: known)
                )
            }
            query.readState = state
        }
        self.query = query
    }

    private static func instant(
        _ options: LuaOptionReader,
        _ name: String,
        _ edge: WireTime.Edge
    ) throws(HeraldError) -> Instant? {
        guard let value: JSON = try options.optional(name) else { return nil }
        switch WireTime(value, edge: edge) {
        case .none: return nil
        case .instant(let milliseconds): return Instant(milliseconds: milliseconds)
        case .invalid:
            throw HeraldError(
                .invalidArgument,
                "option \"\(name)\": \(value.text) is no time",
                hint: "give Unix seconds, or a date such as \"2026-05-01\""
            )
        }
    }
}
