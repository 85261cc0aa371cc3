/// One conversation; it outlives connections and changes of who answers.
package struct Engagement: Sendable, Hashable {
    package enum Status: String, Sendable {
        case active
        case ended
    }

    package var id: String
    package var channel: String
    /// `nil` when it was opened by an entry id.
    package var campaignId: String?
    package var entryId: String?
    /// The visitor's user id.
    package var user: String
    /// Name of the agent script that answers.
    package var agent: String?
    package var status: Status
    /// Sequence of the newest message, 0 when there is none.
    package var sequence: Int64
    /// How far the visitor has read; only moves forward.
    package var readSequence: Int64
    /// `finished`, `remote` or `expired` once ended.
    package var endReason: String?
    /// Unix seconds.
    package var createdAt: Int64
    /// Unix seconds.
    package var endedAt: Int64?

    package init(
        id: String,
        channel: String,
        campaignId: String?,
        entryId: String?,
        user: String,
        agent: String?,
        status: Status,
        sequence: Int64,
        readSequence: Int64,
        endReason: String?,
        createdAt: Int64,
        endedAt: Int64?
    ) {
        self.id = id
        self.channel = channel
        self.campaignId = campaignId
        self.entryId = entryId
        self.user = user
        self.agent = agent
        self.status = status
        self.sequence = sequence
        self.readSequence = readSequence
        self.endReason = endReason
        self.createdAt = createdAt
        self.endedAt = endedAt
    }
}

/// What is needed to open an engagement.
package struct EngagementDraft: Sendable, Hashable {
    package var channel: String
    package var campaignId: String?
    package var entryId: String?
    package var user: String
    package var agent: String?

    package init(channel: String, campaignId: String?, entryId: String? = nil, user: String, agent: String?) {
        self.channel = channel
        self.campaignId = campaignId
        self.entryId = entryId
        self.user = user
        self.agent = agent
    }
}
