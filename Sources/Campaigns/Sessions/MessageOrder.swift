/// Puts the messages of one engagement in the server's order and drops repeats.
///
/// A message that comes before its predecessor is held until that came or the caller gives up on it.
package struct MessageOrder: Sendable {
    private var last: Int64 = 0
    private var held: [Int64: ChannelMessage] = [:]
    private var seen = RecentIds()

    package init() {}

    /// The sequence up to which everything was delivered.
    package var delivered: Int64 { last }

    /// Whether messages wait for one that is missing.
    package var hasGap: Bool { !held.isEmpty }

    /// Takes a message and returns those that are due now, in order.
    package mutating func receive(_ message: ChannelMessage) -> [ChannelMessage] {
        guard let sequence = message.sequence else { return seen.insert(message.id) ? [message] : [] }
        guard sequence > last, held[sequence] == nil, seen.insert(message.id) else { return [] }
        held[sequence] = message
        return takeDue()
    }

    /// Gives up on what is missing and returns what was held, in order.
    package mutating func skipGap() -> [ChannelMessage] {
        guard let next = held.keys.min() else { return [] }
        last = next - 1
        return takeDue() + skipGap()
    }

    private mutating func takeDue() -> [ChannelMessage] {
        var due: [ChannelMessage] = []
        while let message = held.removeValue(forKey: last + 1) {
            due.append(message)
            last += 1
        }
        return due
    }
}
