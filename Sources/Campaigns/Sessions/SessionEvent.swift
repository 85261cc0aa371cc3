package import Values

/// What listeners of a session hear, in order.
package enum SessionEvent: Sendable, Hashable {
    case status(old: SessionStateMachine.Status, new: SessionStateMachine.Status)
    /// The server made or resumed the engagement.
    case started(engagement: JSON)
    /// Someone else wrote.
    case message(ChannelMessage)
    /// The server has stored what the user wrote.
    case sent(ChannelMessage)
    /// Someone else is writing; the payload of the channel's event.
    case typing(JSON)
    /// Something went wrong; the status says whether the session goes on.
    case error(HeraldError)
    /// The session is over; once for each start.
    case ended(reason: String)
    /// An event of the channel's own.
    case other(ChannelEvent)
}
