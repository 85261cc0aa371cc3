/// Names a call that may come several times and shall have one effect.
package struct ReplyKey: Sendable, Hashable {
    /// How long a reply is kept, in seconds: a day.
    package static let keptSeconds: Int64 = 86_400

    /// Who calls; keys of different callers have nothing to do with each other.
    package var scope: String
    /// What the caller named the call.
    package var key: String
    /// Digest of all that the call says; another call with the same key is a mistake.
    package var fingerprint: String

    package init(scope: String, key: String, fingerprint: String) {
        self.scope = scope
        self.key = key
        self.fingerprint = fingerprint
    }
}

/// A reply as it was given the first time.
package struct StoredReply: Sendable, Hashable {
    package var status: Int
    /// JSON text.
    package var body: String

    package init(status: Int, body: String) {
        self.status = status
        self.body = body
    }
}

/// Asks a store to keep the reply to a call in the transaction of its effect.
///
/// With that, a call that is repeated after a crash finds either both or neither.
package struct ReplyRecording<Outcome: Sendable>: Sendable {
    package var key: ReplyKey
    /// Forms the reply; may be called again when a transaction was undone.
    package var reply: @Sendable (Outcome) -> StoredReply

    package init(key: ReplyKey, reply: @escaping @Sendable (Outcome) -> StoredReply) {
        self.key = key
        self.reply = reply
    }
}

/// What a call that may be a repetition did.
package enum Recorded<Outcome: Sendable>: Sendable {
    /// It had its effect now.
    case new(Outcome)
    /// It had its effect before, and this was the reply.
    case replayed(StoredReply)
}
