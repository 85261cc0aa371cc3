package import Values

/// Lists that an admin reads page by page.
package enum CatalogList: String, Sendable, CaseIterable {
    case templates
    case categories
    case channels
    case users

    var path: String {
        switch self {
        case .templates: CampaignClient.feedPrefix + "/templates"
        case .categories: CampaignClient.feedPrefix + "/templates/categories"
        case .channels: CampaignClient.feedPrefix + "/channels"
        case .users: "/v1/users"
        }
    }

    /// The member by which an entry is known.
    var key: String { self == .users ? "uid" : "id" }

    /// What may be asked of the list besides its pages, by the parameter's name on the wire.
    package var filters: [String] {
        switch self {
        case .templates: ["search", "status", "templateCategory", "tags"]
        case .categories: []
        case .channels: ["search", "type", "enabled"]
        case .users: ["search"]
        }
    }
}

extension CampaignClient {
    /// One page of a list, each entry as it is on the wire; `filters` are parameters of the wire.
    package func page(
        of list: CatalogList,
        limit: Int? = nil,
        filters: [(name: String, value: String)] = [],
        after cursor: PageCursor? = nil
    ) async throws(HeraldError) -> WirePage<JSON> {
        let query = try Self.limit(limit) + filters
        return try await page(list.path, query: query, after: cursor) { wire, pointer in
            CatalogEntry.read(wire, at: pointer, key: list.key) { _, _ in wire }
        }
    }
}

/// Reads a list page by page, each entry once, however often it is asked.
package actor CatalogReader {
    private let client: CampaignClient
    private let list: CatalogList
    private let limit: Int?
    private let filters: [(name: String, value: String)]
    private var cursor: PageCursor?
    private var isExhausted = false
    private var seenEntries: Set<String> = []
    private var seenCursors: Set<PageCursor> = []
    private let turn = Turnstile()

    package init(
        client: CampaignClient,
        list: CatalogList,
        limit: Int?,
        filters: [(name: String, value: String)] = []
    ) {
        self.client = client
        self.list = list
        self.limit = limit
        self.filters = filters
    }

    /// The entries of the next page that were not seen before; empty only when the list is exhausted.
    ///
    /// A call during another one waits and gets the page after it. After an error the same page can be asked again.
    package func next() async throws(HeraldError) -> [JSON] {
        try await turn.enter()
        do {
            let entries = try await fetch()
            await turn.leave()
            return entries
        } catch {
            await turn.leave()
            throw error
        }
    }

    private func fetch() async throws(HeraldError) -> [JSON] {
        while !isExhausted {
            let page = try await client.page(of: list, limit: limit, filters: filters, after: cursor)
            cursor = page.next
            // A server that sends the same place again must not keep the reader here for ever.
            isExhausted = page.next.map { !seenCursors.insert($0).inserted } ?? true
            // An entry that changes meanwhile moves within the list.
            let fresh = page.entries.filter { seenEntries.insert($0[list.key].string ?? "").inserted }
            if !fresh.isEmpty { return fresh }
        }
        return []
    }
}
