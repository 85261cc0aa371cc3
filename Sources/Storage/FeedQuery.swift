/// Which feed items a list shows.
package struct FeedQuery: Sendable, Hashable {
    package enum Sort: String, Sendable, CaseIterable {
        case sentAt
        case createdAt
    }

    package enum ReadState: String, Sendable, CaseIterable {
        case read
        case unread
        case all
    }

    package enum TagMatch: String, Sendable, CaseIterable {
        case any
        case all
    }

    /// Whose items; `nil` shows every user's.
    package var receiver: String?
    package var page: PageRequest<Sort>
    package var readState: ReadState
    /// Lowest `sentAt`, inclusive, in Unix seconds.
    package var dateFrom: Int64?
    /// Highest `sentAt`, inclusive, in Unix seconds.
    package var dateTo: Int64?
    /// Compared exactly; empty means no filter.
    package var tags: [String]
    package var tagMatch: TagMatch
    /// Name or id of a category; finds only items whose template enables the category filter.
    package var category: String?
    /// Slug or id of a feed channel.
    package var channelId: String?
    package var includeDeleted: Bool
    package var includeExpired: Bool
    /// Leaves ``StoredFeedItem/content`` out.
    package var templateOnly: Bool

    package init(
        receiver: String?,
        page: PageRequest<Sort> = PageRequest(sort: .sentAt),
        readState: ReadState = .all,
        dateFrom: Int64? = nil,
        dateTo: Int64? = nil,
        tags: [String] = [],
        tagMatch: TagMatch = .any,
        category: String? = nil,
        channelId: String? = nil,
        includeDeleted: Bool = false,
        includeExpired: Bool = false,
        templateOnly: Bool = false
    ) {
        self.receiver = receiver
        self.page = page
        self.readState = readState
        self.dateFrom = dateFrom
        self.dateTo = dateTo
        self.tags = tags
        self.tagMatch = tagMatch
        self.category = category
        self.channelId = channelId
        self.includeDeleted = includeDeleted
        self.includeExpired = includeExpired
        self.templateOnly = templateOnly
    }
}
