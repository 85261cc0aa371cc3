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
        "limit", "readState", "category", "categoryId", "channelId", "tags", "tagMatch", "dateFrom", "dateTo",
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
        query.tagMatch = try options.word("tagMatch")
        query.dateFrom = try options.instant("dateFrom", .start)
        query.dateTo = try options.instant("dateTo", .end)
        query.readState = try options.word("readState")
        self.query = query
    }
}

/// Which items `app:mark_all` marks: the filters of `app:feed` by the same names, or ids.
struct MarkOptions: LuaOptions {
    static let names = [
        "category", "categoryId", "templateCategory", "channelId", "tags", "tagMatch", "dateFrom", "dateTo", "ids",
    ]
    /// As the wire has them.
    let filters: JSON

    init(_ options: LuaOptionReader) throws(HeraldError) {
        var filters = JSONObject()
        // The id of a category wins, as in the feed.
        for name in ["category", "templateCategory", "categoryId"] {
            if let category: String = try options.optional(name) { filters["templateCategory"] = .string(category) }
        }
        if let channel: String = try options.optional("channelId") { filters["channelId"] = .string(channel) }
        for name in ["tags", "ids"] {
            guard let texts: [String] = try options.optional(name) else { continue }
            guard !texts.isEmpty else {
                // Nothing to choose by is no wish to mark everything.
                throw HeraldError(.invalidArgument, "option \"\(name)\": the list is empty", hint: "leave it out")
            }
            filters[name] = .array(texts.map(JSON.string))
        }
        if let match: FeedQuery.TagMatch = try options.word("tagMatch") {
            filters["tagMatch"] = .string(match.rawValue)
        }
        for (name, edge) in [("dateFrom", WireTime.Edge.start), ("dateTo", .end)] where options.has(name) {
            guard let instant = try options.instant(name, edge) else {
                throw HeraldError(.invalidArgument, "option \"\(name)\": that is no time", hint: "leave it out")
            }
            filters[name] = .int(name == "dateFrom" ? instant.roundedUp : instant.seconds)
        }
        self.filters = .object(filters)
    }
}

extension LuaOptionReader {
    /// One of the words that a type knows.
    fileprivate func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws(HeraldError) -> Word? {
        guard let text: String = try optional(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw HeraldError(
                .invalidArgument,
                "option \"\(name)\": there is no \"\(text)\"",
                hint: Suggestion.hint(for: text, among: Word.allCases.map(\.rawValue))
            )
        }
        return word
    }

    fileprivate func instant(_ name: String, _ edge: WireTime.Edge) throws(HeraldError) -> Instant? {
        guard let value: JSON = try optional(name) else { return nil }
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
