package import Values

/// One feed entry as the server keeps it.
package struct StoredFeedItem: Sendable, Hashable {
    package var id: String
    /// The send that made it.
    package var notificationId: String
    /// `nil` for direct sends.
    package var campaignId: String?
    /// The user's id.
    package var receiver: String
    /// Slug of the template.
    package var templateId: String
    package var templateVersion: Int
    package var channelType: String
    /// The channel's slug.
    package var channelId: String
    /// The category's name when the item was sent.
    package var templateCategory: String?
    package var categoryId: String?
    /// `nil` unless the template shows its label.
    package var label: String?
    /// A list of texts.
    package var tags: WrittenJSON
    package var alternativeText: String?
    package var dataType: String
    /// The values that filled the template for this receiver.
    package var variables: WrittenJSON
    package var metadata: WrittenJSON
    /// The rendered card; `nil` when the query left it out.
    package var content: WrittenJSON?
    /// Whether category filters find the item.
    package var categoryFilterEnabled: Bool
    /// Unix seconds; this and the times below only ever go from `nil` to a value.
    package var sentAt: Int64
    /// When the row was written; differs from `sentAt` for seeded messages.
    package var createdAt: Int64
    package var deliveredAt: Int64?
    /// When a list that showed the item was looked at; apart from `readAt`, which implies it.
    package var seenAt: Int64?
    package var readAt: Int64?
    /// When the first engagement was reported.
    package var interactedAt: Int64?
    package var expiresAt: Int64?
    package var deletedAt: Int64?

    package init(
        id: String,
        notificationId: String,
        campaignId: String? = nil,
        receiver: String,
        templateId: String,
        templateVersion: Int,
        channelType: String,
        channelId: String,
        templateCategory: String? = nil,
        categoryId: String? = nil,
        label: String? = nil,
        tags: WrittenJSON = [],
        alternativeText: String? = nil,
        dataType: String = "ui_template",
        variables: WrittenJSON = [:],
        metadata: WrittenJSON = [:],
        content: WrittenJSON? = nil,
        categoryFilterEnabled: Bool = false,
        sentAt: Int64,
        createdAt: Int64,
        deliveredAt: Int64? = nil,
        seenAt: Int64? = nil,
        readAt: Int64? = nil,
        interactedAt: Int64? = nil,
        expiresAt: Int64? = nil,
        deletedAt: Int64? = nil
    ) {
        self.id = id
        self.notificationId = notificationId
        self.campaignId = campaignId
        self.receiver = receiver
        self.templateId = templateId
        self.templateVersion = templateVersion
        self.channelType = channelType
        self.channelId = channelId
        self.templateCategory = templateCategory
        self.categoryId = categoryId
        self.label = label
        self.tags = tags
        self.alternativeText = alternativeText
        self.dataType = dataType
        self.variables = variables
        self.metadata = metadata
        self.content = content
        self.categoryFilterEnabled = categoryFilterEnabled
        self.sentAt = sentAt
        self.createdAt = createdAt
        self.deliveredAt = deliveredAt
        self.seenAt = seenAt
        self.readAt = readAt
        self.interactedAt = interactedAt
        self.expiresAt = expiresAt
        self.deletedAt = deletedAt
    }

    /// `sent`, `delivered` or `read`; an engagement does not change it.
    package var status: String {
        if readAt != nil { "read" } else if deliveredAt != nil { "delivered" } else { "sent" }
    }

    /// Whether a user no longer sees the item at that time, in Unix seconds.
    package func isHidden(at now: Int64) -> Bool {
        deletedAt != nil || expiresAt.map { $0 <= now } == true
    }
}
