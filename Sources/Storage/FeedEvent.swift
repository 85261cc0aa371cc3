/// Something that happened to a user's feed, with a durable place in the order of all such things.
package struct FeedEvent: Sendable, Hashable {
    package enum Action: String, Sendable {
        case sent
    }

    /// Rises with every event of the application; a user's own events have gaps between their offsets.
    package var offset: Int64
    package var receiver: String
    package var action: Action
    package var item: StoredFeedItem
    /// Unread state right after the event; `nil` when the event is read back later.
    package var unread: UnreadCount?

    package init(offset: Int64, receiver: String, action: Action, item: StoredFeedItem, unread: UnreadCount?) {
        self.offset = offset
        self.receiver = receiver
        self.action = action
        self.item = item
        self.unread = unread
    }
}

/// How many items a user has not read.
package struct UnreadCount: Sendable, Hashable {
    package var count: Int
    /// Rises with every change to the user's feed; of two counts the one with the higher version is newer.
    package var version: Int64

    package init(count: Int, version: Int64) {
        self.count = count
        self.version = version
    }
}

/// What a client missed while it was away.
package enum FeedCatchUp: Sendable, Hashable {
    /// Events in order, those of items that are hidden by now left out.
    ///
    /// `upTo` is the offset to go on from. `hasMore` tells that the limit cut the list.
    case events([FeedEvent], upTo: Int64, hasMore: Bool)
    /// The events after that offset are no longer, or not yet, known; go on from `latest` after a full refetch.
    case gap(latest: Int64)
}

/// Where a realtime connection starts.
package struct RealtimeState: Sendable, Hashable {
    /// Names this database; offsets of another epoch mean nothing here.
    package var epoch: String
    /// Offset of the newest event of the application, 0 when there was none.
    package var offset: Int64
    package var unread: UnreadCount

    package init(epoch: String, offset: Int64, unread: UnreadCount) {
        self.epoch = epoch
        self.offset = offset
        self.unread = unread
    }
}
