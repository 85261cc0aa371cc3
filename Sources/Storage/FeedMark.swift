/// The result of marking a feed item as delivered or read, or of reporting an engagement.
package struct FeedMark: Sendable, Hashable {
    package enum Change: String, Sendable {
        case delivered
        case seen
        case read
        case interacted
    }

    /// The item after the call, without content.
    package var item: StoredFeedItem
    /// What this very call set, in order; empty for a repeat.
    package var changes: [Change]
    /// The receiver's unread state after the call.
    package var unread: UnreadCount

    package init(item: StoredFeedItem, changes: [Change], unread: UnreadCount) {
        self.item = item
        self.changes = changes
        self.unread = unread
    }
}

/// An engagement that a user reported of an item.
package struct ItemTopic: Sendable, Hashable {
    package var item: String
    /// `nil` for a report without a topic.
    package var topic: String?
    /// Unix seconds.
    package var at: Int64

    package init(item: String, topic: String?, at: Int64) {
        self.item = item
        self.topic = topic
        self.at = at
    }
}
