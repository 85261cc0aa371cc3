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
        let rows = (send.feed?.drafts.count ?? 0) + (send.push?.drafts.count ?? 0)
        return try await write(weight: rows, recording: recording) { try delivery.deliver(send, on: $0) }
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
        let notificationId = identifiers.next("ntf")
        var outcome = FeedSendOutcome(notificationId: notificationId, channels: [], events: [])
        if let part = send.feed {
            outcome.events = try deliver(part, of: send, notificationId, on: connection)
            outcome.channels.append(part.channel.channelType)
        }
        if let part = send.push, try send.feed == nil || hasChannel(of: part.channel.channelType, on: connection) {
            try push(part, of: send, notificationId, on: connection)
            outcome.channels.append(part.channel.channelType)
        }
        return outcome
    }

    private func deliver(
        _ part: FeedSend.Part,
        of send: FeedSend,
        _ notificationId: String,
        on connection: Connection
    ) throws(HeraldError) -> [FeedEvent] {
        let channel = try channelSlug(for: part.channel, on: connection)
        let categoryId = try send.template.category.flatMap { (name) throws(HeraldError) in
            try connection.first("SELECT id FROM categories WHERE name = ?", [.text(name)]) { $0.text() }
        }
        let tags = Self.tags(of: send)
        var seen: Set<String> = []
        var events: [FeedEvent] = []
        for draft in part.drafts where seen.insert(draft.receiver).inserted {
            let item = item(
                of: send,
                part.channel,
                draft: draft,
                notificationId: notificationId,
                channel: channel,
                categoryId: categoryId,
                tags: tags
            )
            events.append(try store(item, on: connection))
        }
        try SQLiteCampaignStore.trimEvents(on: connection)
        return events
    }

    private func push(
        _ part: FeedSend.Part,
        of send: FeedSend,
        _ notificationId: String,
        on connection: Connection
    ) throws(HeraldError) {
        let channel = try channelSlug(for: part.channel, on: connection)
        let tags = Self.tags(of: send)
        var seen: Set<String> = []
        for draft in part.drafts where seen.insert(draft.receiver).inserted {
            try SQLiteCampaignStore.ensureUser(draft.receiver, name: nil, now: now, on: connection)
            let push = StoredPush(
                id: identifiers.next("push"),
                notificationId: notificationId,
                campaignId: send.campaignId,
                receiver: draft.receiver,
                templateId: send.template.templateId,
                templateVersion: send.template.currentVersion,
                channelId: channel,
                category: send.template.category,
                label: send.template.label,
                tags: tags,
                alternativeText: draft.alternativeText ?? send.template.alternativeText,
                dataType: part.channel.dataType,
                variables: draft.variables,
                tag: send.tag,
                content: draft.content,
                sentAt: sentAt
            )
            try PushRow.insert(push, on: connection)
        }
    }

    /// Written once for all receivers.
    private static func tags(of send: FeedSend) -> WrittenJSON {
        WrittenJSON(.array(send.template.tags.map(JSON.string)))
    }

    private func hasChannel(of type: String, on connection: Connection) throws(HeraldError) -> Bool {
        try connection.first("SELECT 1 FROM feed_channels WHERE type = ? AND enabled = 1", [.text(type)]) { $0.int() }
            != nil
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
        _ content: ChannelContent,
        draft: FeedItemDraft,
        notificationId: String,
        channel: String,
        categoryId: String?,
        tags: WrittenJSON
    ) -> StoredFeedItem {
        let hours = content.messageRetentionHours
        return StoredFeedItem(
            id: identifiers.next("feed"),
            notificationId: notificationId,
            campaignId: send.campaignId,
            receiver: draft.receiver,
            templateId: send.template.templateId,
            templateVersion: send.template.currentVersion,
            channelType: content.channelType,
            channelId: channel,
            templateCategory: send.template.category,
            categoryId: categoryId,
            label: content.templateLabelEnabled ? send.template.label : nil,
            tags: tags,
            alternativeText: draft.alternativeText ?? send.template.alternativeText,
            dataType: content.dataType,
            variables: draft.variables,
            metadata: send.tag.map { ["tag": .string($0)] } ?? [:],
            content: draft.content,
            categoryFilterEnabled: content.categoryFilterEnabled,
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
        let unread = try SQLiteCampaignStore.unreadCount(
            receiver: item.receiver,
            category: nil,
            now: now,
            on: connection
        )
        return FeedEvent(offset: offset, receiver: item.receiver, action: .sent, item: item, unread: unread)
    }
}
