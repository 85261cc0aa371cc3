/// What a user can say of many items at once; each implies the ones before it.
package enum FeedBulkMark: String, Sendable, CaseIterable {
    case delivered
    case seen
    case read
}

/// The result of marking many items.
package struct FeedBulkOutcome: Sendable, Hashable {
    /// How many items this very call changed.
    package var count: Int
    /// The receiver's unread state after the call.
    package var unread: UnreadCount

    package init(count: Int, unread: UnreadCount) {
        self.count = count
        self.unread = unread
    }
}

/// Everything that a badge wants to know of a feed, of one moment.
package struct FeedCounts: Sendable, Hashable {
    /// One category of the items that category filters find.
    package struct Category: Sendable, Hashable {
        package var id: String?
        package var name: String
        package var unread: Int
        package var unseen: Int

        package init(id: String?, name: String, unread: Int, unseen: Int) {
            self.id = id
            self.name = name
            self.unread = unread
            self.unseen = unseen
        }
    }

    /// All items, those of no category too.
    package var unread: UnreadCount
    package var unseen: Int
    /// Categories that have unread or unseen items, by name.
    package var categories: [Category]

    package init(unread: UnreadCount, unseen: Int, categories: [Category]) {
        self.unread = unread
        self.unseen = unseen
        self.categories = categories
    }
}
