import Storage

/// Tells the realtime connections of a user that there is something new.
///
/// Only that, not what: connections read events from the store, in the order of their offsets. Sends that commit one
/// after the other may be published the other way round, and this way nothing is lost or repeated by that.
final class RealtimeHub: Sendable {
    /// What there is for a user.
    struct News: Wake {
        /// The store may have events behind the last one read.
        var hasEvents = false
        var unread: UnreadCount?
        /// There is no such user any more.
        var isErased = false

        mutating func merge(_ later: News) {
            hasEvents = hasEvents || later.hasEvents
            isErased = isErased || later.isErased
            if let new = later.unread, new.version >= unread?.version ?? .min { unread = new }
        }
    }

    private let table = SubscriberTable<News>()

    func subscribe(_ user: String) -> WakeBox<News> { table.subscribe(user) }

    func unsubscribe(_ user: String, _ box: WakeBox<News>) { table.unsubscribe(user, box) }

    /// Events were stored.
    func publish(_ events: [FeedEvent]) {
        for user in Set(events.map(\.receiver)) { table.post(user, News(hasEvents: true)) }
    }

    /// The unread count changed.
    func publish(_ unread: UnreadCount, for user: String) { table.post(user, News(unread: unread)) }

    /// The user was erased.
    func publishErasure(of user: String) { table.post(user, News(isErased: true)) }
}
