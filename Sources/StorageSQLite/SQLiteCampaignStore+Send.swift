package import Storage
internal import Values

extension SQLiteCampaignStore {
    /// How many events are kept for clients that were away; a client that missed more refetches.
    private static let keptEvents: Int64 = 100_000

    package func send(
        _ send: FeedSend,
        recording: ReplyRecording<FeedSendOutcome>?
    ) async throws -> Recorded<FeedSendOutcome> {
        let delivery = FeedDelivery(identifiers: identifiers, now: now, sentAt: now)
        return try await write(recording: recording) { try delivery.deliver(send, on: $0) }
    }

    /// Removes the oldest events past the kept number.
    static func trimEvents(on connection: Connection) throws(HeraldError) {
        let latest = try latestOffset(on: connection)
        try connection.run("DELETE FROM feed_events WHERE offset <= ?", [.int(latest - keptEvents)])
    }
}

/// Turns one send into items and events, within a transaction of the caller.
struct FeedDelivery: Sendable {
    let identifiers: IdentifierSource
    let now: Int64
    /// Differs from `now` for messages of authoring files.
    let sentAt: Int64

    func deliver(_ send: FeedSend, on connection: Connection) throws -> FeedSendOutcome {
        let channel = try channelSlug(for: send.channel, on: connection)
        let categoryId = try send.template.category.flatMap { name in
            try connection.first("SELECT id FROM categories WHERE name = ?", [.text(name)]) { $0.text() }
        }
        let notificationId = identifiers.next("ntf")
        var seen: Set<String> = []
        var events: [FeedEvent] = []
        for draft in send.drafts where seen.insert(draft.receiver).inserted {
            let item = item(
                of: send,
                draft: draft,
                notificationId: notificationId,
                channel: channel,
                categoryId: categoryId
            )
            events.append(try store(item, on: connection))
        }
        try SQLiteCampaignStore.trimEvents(on: connection)
        return FeedSendOutcome(notificationId: notificationId, channels: [send.channel.channelType], events: events)
    }

    private func channelSlug(for content: ChannelContent, on connection: Connection) throws(HeraldError) -> String {
        let slug =
            if let wanted = content.channelId {
                try connection.first(
                    "SELECT slug FROM feed_channels WHERE slug = ? AND type = ? AND enabled = 1",
                    [.text(wanted), .text(content.channelType)]
                ) { $0.text() }
            } else {
                try connection.first(
                    "SELECT slug FROM feed_channels WHERE type = ? AND enabled = 1 ORDER BY created_at, id LIMIT 1",
                    [.text(content.channelType)]
                ) { $0.text() }
            }
        guard let slug else {
            let name = content.channelId.map { "feed channel \($0)" } ?? "feed channel"
            throw HeraldError(
                .invalidArgument,
                "there is no enabled \(name) of type \(content.channelType)",
                hint: "add one under feedChannels in an authoring file"
            )
        }
        return slug
    }

    private func item(
        of send: FeedSend,
        draft: FeedItemDraft,
        notificationId: String,
        channel: String,
        categoryId: String?
    ) -> StoredFeedItem {
        let hours = send.channel.messageRetentionHours
        return StoredFeedItem(
            id: identifiers.next("feed"),
            notificationId: notificationId,
            campaignId: send.campaignId,
            receiver: draft.receiver,
            templateId: send.template.templateId,
            templateVersion: send.template.currentVersion,
            channelType: send.channel.channelType,
            channelId: channel,
            templateCategory: send.template.category,
            categoryId: categoryId,
            label: send.channel.templateLabelEnabled ? send.template.label : nil,
            tags: send.template.tags,
            alternativeText: draft.alternativeText ?? send.template.alternativeText,
            dataType: send.channel.dataType,
            variables: draft.variables,
            metadata: send.tag.map { ["tag": .string($0)] } ?? [:],
            content: draft.content,
            categoryFilterEnabled: send.channel.categoryFilterEnabled,
            sentAt: sentAt,
            createdAt: now,
            expiresAt: hours > 0 ? sentAt.addingReportingOverflow(Int64(clampedSeconds(hours))).partialValue : nil
        )
    }

    private func clampedSeconds(_ hours: Double) -> Double { min(hours * 3600, 1e12).rounded() }

    private func store(_ item: StoredFeedItem, on connection: Connection) throws(HeraldError) -> FeedEvent {
        try SQLiteCampaignStore.ensureUser(item.receiver, name: nil, now: now, on: connection)
        try FeedItemRow.insert(item, on: connection)
        try connection.run(
            "INSERT INTO feed_events (receiver, action, item_id, created_at) VALUES (?, ?, ?, ?)",
            [.text(item.receiver), .text(FeedEvent.Action.sent.rawValue), .text(item.id), .int(now)]
        )
        let offset = connection.lastInsertedRow
        try SQLiteCampaignStore.raiseFeedVersion(of: item.receiver, on: connection)
        let unread = try SQLiteCampaignStore.unreadCount(
            receiver: item.receiver,
            category: nil,
            now: now,
            on: connection
        )
        return FeedEvent(offset: offset, receiver: item.receiver, action: .sent, item: item, unread: unread)
    }
}
