/// One message of an engagement.
package struct ChatMessage: Sendable, Hashable {
    package var id: String
    package var engagementId: String
    /// From 1 without gaps within the engagement.
    package var sequence: Int64
    package var author: ChatAuthor
    package var text: String
    /// The sender's own token; a token names at most one message of an engagement.
    package var token: String?
    /// Unix seconds.
    package var sentAt: Int64

    package init(
        id: String,
        engagementId: String,
        sequence: Int64,
        author: ChatAuthor,
        text: String,
        token: String?,
        sentAt: Int64
    ) {
        self.id = id
        self.engagementId = engagementId
        self.sequence = sequence
        self.author = author
        self.text = text
        self.token = token
        self.sentAt = sentAt
    }
}

/// Who wrote a message.
package struct ChatAuthor: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case agent
        case user
        case bot
        case system
    }

    package var kind: Kind
    package var name: String

    package init(kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }
}

/// A message that is to be added to an engagement.
package struct ChatMessageDraft: Sendable, Hashable {
    package var author: ChatAuthor
    package var text: String
    package var token: String?

    package init(author: ChatAuthor, text: String, token: String? = nil) {
        self.author = author
        self.text = text
        self.token = token
    }
}

/// The stored message, and whether this call stored it or found its token in use.
package struct ChatAppend: Sendable, Hashable {
    package var message: ChatMessage
    package var isNew: Bool

    package init(message: ChatMessage, isNew: Bool) {
        self.message = message
        self.isNew = isNew
    }
}
