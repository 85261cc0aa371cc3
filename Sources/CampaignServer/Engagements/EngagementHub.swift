import Storage
import Values

/// Tells the sockets of an engagement that there is something new.
final class EngagementHub: Sendable {
    /// What there is.
    struct News: Wake {
        /// The store may have messages behind the last one read.
        var hasMessages = false
        /// Who is writing, newest last.
        var typing: ChatAuthor?
        /// The engagement has ended, for that reason.
        var ended: String?

        mutating func merge(_ later: News) {
            hasMessages = hasMessages || later.hasMessages
            typing = later.hasMessages ? later.typing : later.typing ?? typing
            ended = ended ?? later.ended
        }
    }

    private let table = SubscriberTable<News>()

    func subscribe(_ engagement: String) -> WakeBox<News> { table.subscribe(engagement) }

    func unsubscribe(_ engagement: String, _ box: WakeBox<News>) { table.unsubscribe(engagement, box) }

    /// Messages were stored.
    func publishMessages(_ engagement: String) { table.post(engagement, News(hasMessages: true)) }

    /// Somebody is writing; `except` is the own box of the one who is.
    func publishTyping(_ engagement: String, by author: ChatAuthor, except: WakeBox<News>? = nil) {
        table.post(engagement, News(typing: author), except: except)
    }

    /// The engagement has ended.
    func publishEnd(_ engagement: String, reason: String) { table.post(engagement, News(ended: reason)) }
}
