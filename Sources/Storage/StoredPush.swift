package import Values

/// One push notification as the server keeps it.
package struct StoredPush: Sendable, Hashable {
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
    /// The channel's slug.
    package var channelId: String
    /// The category's name when it was sent.
    package var category: String?
    package var label: String?
    /// A list of texts.
    package var tags: WrittenJSON
    package var alternativeText: String?
    package var dataType: String
    /// The values that filled the template for this receiver.
    package var variables: WrittenJSON
    package var tag: String?
    /// What the device shows: `title`, `body` and more.
    package var content: WrittenJSON
    /// Unix seconds; this and the times below only ever go from `nil` to a value.
    package var sentAt: Int64
    package var deliveredAt: Int64?
    package var clickedAt: Int64?

    package init(
        id: String,
        notificationId: String,
        campaignId: String? = nil,
        receiver: String,
        templateId: String,
        templateVersion: Int,
        channelId: String,
        category: String? = nil,
        label: String? = nil,
        tags: WrittenJSON = [],
        alternativeText: String? = nil,
        dataType: String = "ui_template",
        variables: WrittenJSON = [:],
        tag: String? = nil,
        content: WrittenJSON = [:],
        sentAt: Int64,
        deliveredAt: Int64? = nil,
        clickedAt: Int64? = nil
    ) {
        self.id = id
        self.notificationId = notificationId
        self.campaignId = campaignId
        self.receiver = receiver
        self.templateId = templateId
        self.templateVersion = templateVersion
        self.channelId = channelId
        self.category = category
        self.label = label
        self.tags = tags
        self.alternativeText = alternativeText
        self.dataType = dataType
        self.variables = variables
        self.tag = tag
        self.content = content
        self.sentAt = sentAt
        self.deliveredAt = deliveredAt
        self.clickedAt = clickedAt
    }

    /// `sent`, `delivered` or `clicked`; an engagement does not change it.
    package var status: String {
        if clickedAt != nil { "clicked" } else if deliveredAt != nil { "delivered" } else { "sent" }
    }
}

/// What a device can say of a push notification.
package enum PushMark: String, Sendable, CaseIterable {
    case delivered
    /// Implies delivered.
    case clicked
}

/// Which push notifications a list shows.
package struct PushQuery: Sendable, Hashable {
    package enum Sort: String, Sendable, CaseIterable {
        case sentAt
    }

    /// Whose; `nil` shows every user's.
    package var receiver: String?
    package var page: PageRequest<Sort>

    package init(receiver: String?, page: PageRequest<Sort> = PageRequest(sort: .sentAt)) {
        self.receiver = receiver
        self.page = page
    }
}

/// Push notifications and what happened to them.
///
/// Where a receiver is given only that user's are found, by their id or by that of the send that made them.
package protocol PushStore: Sendable {
    func pushes(_ query: PushQuery) async throws -> Page<StoredPush>

    func push(_ id: String, receiver: String?) async throws -> StoredPush?

    /// Sets the time of a mark, and of those it implies, where it is not set; gives the notification after that.
    func markPush(_ mark: PushMark, _ id: String, receiver: String?) async throws -> StoredPush?

    /// Notes an engagement once per topic; no topic is a topic of its own.
    func recordPushEngagement(_ id: String, topic: String?, receiver: String?) async throws -> StoredPush?

    /// What a user reported of push notifications, oldest first.
    func pushTopics(of user: String) async throws -> [ItemTopic]

    /// Removes for good up to `limit` notifications that were sent before a time; gives how many there were.
    func purgePushes(sentBefore time: Int64, limit: Int) async throws -> Int
}
