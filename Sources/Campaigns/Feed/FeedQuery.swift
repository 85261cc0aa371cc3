package import Values

/// What of a feed to fetch.
package struct FeedQuery: Sendable, Hashable {
    package enum ReadState: String, Sendable, CaseIterable {
        case all
        case read
        case unread
    }

    package enum TagMatch: String, Sendable, CaseIterable {
        case any
        case all
    }

    package var limit: Int?
    package var readState: ReadState?
    package var category: String?
    /// Wins over ``category``.
    package var categoryId: String?
    package var channelId: String?
    package var tags: [String]
    /// Whether an item must have one of the tags or all of them; one when `nil`.
    package var tagMatch: TagMatch?
    /// Inclusive.
    package var dateFrom: Instant?
    /// Inclusive.
    package var dateTo: Instant?

    package init(
        limit: Int? = nil,
        readState: ReadState? = nil,
        category: String? = nil,
        categoryId: String? = nil,
        channelId: String? = nil,
        tags: [String] = [],
        tagMatch: TagMatch? = nil,
        dateFrom: Instant? = nil,
        dateTo: Instant? = nil
    ) {
        self.limit = limit
        self.readState = readState
        self.category = category
        self.categoryId = categoryId
        self.channelId = channelId
        self.tags = tags
        self.tagMatch = tagMatch
        self.dateFrom = dateFrom
        self.dateTo = dateTo
    }

    /// The query with another category and every other option kept.
    package func selecting(category: String?, categoryId: String? = nil) -> FeedQuery {
        var query = self
        query.category = category
        query.categoryId = categoryId
        return query
    }

    /// The parameters of the request.
    ///
    /// - Throws: `invalid_argument` that names the option, before any request is made.
    func parameters() throws(HeraldError) -> [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        if let limit { parameters.append(("limit", String(try PageLimit.checked(limit)))) }
        if let readState { parameters.append(("readState", readState.rawValue)) }
        if let category = categoryId ?? category { parameters.append(("templateCategory", category)) }
        if let channelId { parameters.append(("channelId", channelId)) }
        if !tags.isEmpty {
            if let tag = tags.first(where: { $0.utf8.contains(UInt8(ascii: ",")) }) {
                throw HeraldError(.invalidArgument, "tags: \"\(tag)\" has a comma, which separates tags on the wire")
            }
            parameters.append(("tags", tags.joined(separator: ",")))
        }
        if let tagMatch { parameters.append(("tagMatch", tagMatch.rawValue)) }
        // The wire has whole seconds: a bound inside one moves inward.
        if let dateFrom { parameters.append(("dateFrom", String(dateFrom.roundedUp))) }
        if let dateTo { parameters.append(("dateTo", String(dateTo.seconds))) }
        return parameters
    }
}

/// The bounds of a page.
package enum PageLimit {
    package static let range = 1...100

    /// `limit` when a server takes it.
    package static func checked(_ limit: Int) throws(HeraldError) -> Int {
        guard range.contains(limit) else {
            throw HeraldError(.invalidArgument, "limit must lie in 1 to 100, not \(limit)")
        }
        return limit
    }
}

extension Instant {
    /// Whole seconds, so that a lower bound moves inward.
    package var roundedUp: Int64 { seconds + (milliseconds > seconds * 1000 ? 1 : 0) }
}
