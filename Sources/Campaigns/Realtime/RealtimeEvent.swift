package import Values

/// What the realtime connection tells, in order.
package enum RealtimeEvent: Sendable, Hashable {
    /// The connection stands; `resumed` when nothing was missed since the last one.
    case connected(resumed: Bool)
    /// A new item in the user's feed.
    case item(FeedItem)
    /// An item was replaced.
    case updated(FeedItem)
    /// An item was taken back.
    case retracted(id: String)
    /// The server's unread count changed.
    case unread(UnreadCount)
    /// Events were missed and the server cannot send them again: fetch the first page and the count.
    case gap
    /// The connection broke; another attempt follows.
    case disconnected(HeraldError)
    /// The connection cannot stand, and no other attempt follows.
    case failed(HeraldError)
}
