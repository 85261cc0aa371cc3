package import Values

/// Where feed messages go, for example the inbox of an app.
package struct FeedChannel: Sendable, Hashable {
    package var id: String
    /// The slug, unique; feed items carry this one.
    package var channelId: String
    package var name: String
    /// `in_app`, `push`, `sms`, `email`, `whatsapp` or `custom`.
    package var type: String
    package var enabled: Bool
    package var metadata: JSON
    /// How many templates that are not archived deliver to it; counted when read.
    package var templateCount: Int
    /// Unix seconds.
    package var createdAt: Int64
    /// Unix seconds.
    package var updatedAt: Int64

    package init(
        id: String,
        channelId: String,
        name: String,
        type: String,
        enabled: Bool,
        metadata: JSON,
        templateCount: Int,
        createdAt: Int64,
        updatedAt: Int64
    ) {
        self.id = id
        self.channelId = channelId
        self.name = name
        self.type = type
        self.enabled = enabled
        self.metadata = metadata
        self.templateCount = templateCount
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// What the kinds of feed channels are, and how many of each an application may have.
package enum FeedChannelType {
    /// All kinds that have a name.
    package static let all = ["in_app", "push", "sms", "email", "whatsapp", "custom"]
    /// Kinds that can be made.
    package static let open = ["in_app", "push"]

    /// Most channels of a kind; `nil` when there is no limit.
    package static func limit(of type: String) -> Int? { type == "push" ? 1 : nil }
}
