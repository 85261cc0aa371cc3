package import Storage
internal import Values

extension SQLiteCampaignStore {
    package func categories(_ query: CategoryQuery) async throws -> Page<Category> {
        let list = PagedList(
            table: "categories",
            columns: CatalogRows.categoryColumns,
            sortColumn: query.page.sort.column,
            sortsByText: query.page.sort == .name
        )
        return try await read { connection in
            try list.page(query.page, on: connection, convert: CatalogRows.category) { category in
                CursorFields(id: category.id, time: category.updatedAt, sortKey: query.page.sort.key(of: category))
            }
        }
    }

    package func category(_ id: String) async throws -> Category? {
        try await read { try Self.category(id, on: $0) }
    }

    static func category(_ id: String, on connection: Connection) throws(HeraldError) -> Category? {
        try connection.first(
            "SELECT \(CatalogRows.categoryColumns) FROM categories WHERE id = ?",
            [.text(id)],
            CatalogRows.category
        )
    }

    package func feedChannels(_ query: FeedChannelQuery) async throws -> Page<FeedChannel> {
        var list = PagedList(
            table: "feed_channels",
            columns: CatalogRows.channelColumns,
            sortColumn: query.page.sort.column,
            sortsByText: query.page.sort == .channelType
        )
        if let search = query.search { list.search(search) }
        if let type = query.type { list.filter("type = ?", .text(type)) }
        if let enabled = query.enabled { list.filter("enabled = ?", SQLValue(enabled)) }
        let found = list
        return try await read { connection in
            try found.page(query.page, on: connection, convert: CatalogRows.channel) { channel in
                CursorFields(id: channel.id, time: channel.updatedAt, sortKey: query.page.sort.key(of: channel))
            }
        }
    }

    package func feedChannel(_ id: String) async throws -> FeedChannel? {
        try await read { try Self.feedChannel(id, on: $0) }
    }

    static func feedChannel(_ id: String, on connection: Connection) throws(HeraldError) -> FeedChannel? {
        try connection.first(
            """
            SELECT \(CatalogRows.channelColumns) FROM feed_channels WHERE id = ? OR slug = ?
            ORDER BY id = ? DESC LIMIT 1
            """,
            [.text(id), .text(id), .text(id)],
            CatalogRows.channel
        )
    }

    package func webCampaigns() async throws -> [WebCampaign] {
        try await read { connection in
            let rows = try connection.judgedRows(
                "SELECT \(CatalogRows.campaignColumns) FROM web_campaigns ORDER BY position, id",
                [],
                CatalogRows.campaign
            )
            return connection.sound(rows, of: "web_campaigns")
        }
    }

    package func webCampaign(_ id: String) async throws -> WebCampaign? {
        try await read { try Self.webCampaign(id, on: $0) }
    }

    static func webCampaign(_ id: String, on connection: Connection) throws(HeraldError) -> WebCampaign? {
        try connection.first(
            "SELECT \(CatalogRows.campaignColumns) FROM web_campaigns WHERE id = ?",
            [.text(id)],
            CatalogRows.campaign
        )
    }
}

extension PagedList {
    /// Keeps rows whose name or slug holds the text, ASCII letters in any case; `instr` has no wildcards to escape.
    mutating func search(_ text: String) {
        filter("(instr(lower(name), lower(?)) > 0 OR instr(lower(slug), lower(?)) > 0)", .text(text), .text(text))
    }
}

extension CategoryQuery.Sort {
    fileprivate var column: String {
        switch self {
        case .name: "name"
        case .createdAt: "created_at"
        case .updatedAt: "updated_at"
        }
    }

    fileprivate func key(of category: Category) -> PageKey {
        switch self {
        case .name: .text(category.name)
        case .createdAt: .number(category.createdAt)
        case .updatedAt: .number(category.updatedAt)
        }
    }
}

extension FeedChannelQuery.Sort {
    fileprivate var column: String {
        switch self {
        case .channelType: "type"
        case .createdAt: "created_at"
        case .updatedAt: "updated_at"
        }
    }

    fileprivate func key(of channel: FeedChannel) -> PageKey {
        switch self {
        case .channelType: .text(channel.type)
        case .createdAt: .number(channel.createdAt)
        case .updatedAt: .number(channel.updatedAt)
        }
    }
}
