internal import Campaigns
internal import Scripting
internal import Values

/// One reading of a list of the catalog: page by page, or entry by entry.
final class PagesObject: LuaObject, Sendable {
    private let reader: CatalogReader
    /// Entries of a page that `items` has not given yet.
    private let waiting = Lock<[JSON]>([])

    init(reader: CatalogReader) { self.reader = reader }

    static let luaType = LuaType("Pages", of: PagesObject.self) { type in
        type.asyncFunction("next") { (pages: PagesObject) async throws -> [JSON] in
            try await pages.reader.next().map(\.withoutNullFields)
        }
        type.function("items") { (pages: PagesObject) in
            LuaIterator { try await pages.nextItem() }
        }
    }

    private func nextItem() async throws -> JSON? {
        if let item = waiting.withLock({ $0.popLast() }) { return item }
        let page = try await reader.next().map(\.withoutNullFields)
        waiting.withLock { $0.insert(contentsOf: page.dropFirst().reversed(), at: 0) }
        return page.first
    }
}

/// Which entries of a list are wanted; names of filters are those of the wire, but `category`.
struct ListOptions: LuaOptions {
    static let names = ["limit", "search", "status", "category", "tags", "type", "enabled"]
    let limit: Int?
    private let filters: [(option: String, name: String, value: String)]

    init(_ options: LuaOptionReader) throws(HeraldError) {
        limit = try options.optional("limit")
        if let limit { _ = try PageLimit.checked(limit) }
        var filters: [(option: String, name: String, value: String)] = []
        for name in ["search", "status", "type"] {
            if let text: String = try options.optional(name) { filters.append((name, name, text)) }
        }
        if let category: String = try options.optional("category") {
            filters.append(("category", "templateCategory", category))
        }
        if let tags: [String] = try options.optional("tags") {
            filters.append(("tags", "tags", tags.joined(separator: ",")))
        }
        if let enabled: Bool = try options.optional("enabled") {
            filters.append(("enabled", "enabled", String(enabled)))
        }
        self.filters = filters
    }

    /// The reader of that list.
    ///
    /// - Throws: `invalid_argument` for a filter that the list does not know.
    func reader(of list: CatalogList, _ client: CampaignClient) throws(HeraldError) -> CatalogReader {
        for filter in filters where !list.filters.contains(filter.name) {
            let known = ["limit"] + list.filters.map { $0 == "templateCategory" ? "category" : $0 }
            throw HeraldError(
                .invalidArgument,
                "a list of \(list.rawValue) takes no option \"\(filter.option)\"",
                hint: "it takes \(known.joined(separator: ", "))"
            )
        }
        // Without a limit everything is fetched, in pages as large as they may be.
        return CatalogReader(
            client: client,
            list: list,
            limit: limit ?? PageLimit.range.upperBound,
            filters: filters.map { ($0.name, $0.value) }
        )
    }

    /// The first `limit` entries, or all of them.
    func all(of list: CatalogList, _ client: CampaignClient) async throws(HeraldError) -> [JSON] {
        let reader = try reader(of: list, client)
        var entries: [JSON] = []
        while true {
            let page = try await reader.next()
            entries += page
            if page.isEmpty || limit != nil { return entries.map(\.withoutNullFields) }
        }
    }
}
