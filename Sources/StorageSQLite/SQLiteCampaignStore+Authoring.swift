package import Storage
internal import Values

extension SQLiteCampaignStore {
    package func apply(_ bundle: AuthoringBundle, dryRun: Bool) async throws -> AuthoringOutcome {
        let (identifiers, now) = (identifiers, now)
        if dryRun { return AuthoringOutcome(diff: try await read { try Self.diff(to: bundle, now: now, on: $0) }) }
        return try await write { connection in
            let diff = try Self.diff(to: bundle, now: now, on: connection)
            guard diff.problems.isEmpty else { return AuthoringOutcome(diff: diff) }
            let writing = AuthoringWriting(connection: connection, identifiers: identifiers, now: now)
            return AuthoringOutcome(diff: diff, events: try writing.write(bundle, diff))
        }
    }

    package func authored() async throws -> AuthoringBundle {
        try await read { try AuthoringReading(connection: $0).everything() }
    }

    private static func diff(
        to bundle: AuthoringBundle,
        now: Int64,
        on connection: Connection
    ) throws(HeraldError) -> AuthoringDiff {
        AuthoringDiff(from: try AuthoringReading(connection: connection).counterpart(of: bundle), to: bundle, now: now)
    }
}

/// Writes what a diff says of a bundle, within a transaction of the caller.
private struct AuthoringWriting {
    let connection: Connection
    let identifiers: IdentifierSource
    let now: Int64

    private var writer: CatalogWriter { CatalogWriter(identifiers: identifiers, now: now) }
    private var reading: AuthoringReading { AuthoringReading(connection: connection) }

    /// Gives what the messages did to feeds.
    func write(_ bundle: AuthoringBundle, _ diff: AuthoringDiff) throws -> [FeedEvent] {
        for change in diff.changes where change.action != .unchanged && change.kind != .messages {
            try write(change, of: bundle)
        }
        // The place in the list is no part of a campaign's content and raises no revision.
        for (position, campaign) in bundle.campaigns.enumerated() {
            try connection.run(
                "UPDATE web_campaigns SET position = ? WHERE id = ? AND position <> ?",
                [SQLValue(position), .text(campaign.id), SQLValue(position)]
            )
        }
        let messages = diff.changes(of: .messages).filter { $0.action == .created }
        let events = try messages.flatMap { try send(bundle.messages[$0.place]) }
        if !events.isEmpty { try SQLiteCampaignStore.trimEvents(on: connection) }
        return events
    }

    private func write(_ change: AuthoringDiff.Change, of bundle: AuthoringBundle) throws(HeraldError) {
        switch change.kind {
        case .users:
            let entry = bundle.users[change.place]
            try SQLiteCampaignStore.ensureUser(entry.id, name: entry.name, now: now, on: connection)
        case .categories where change.action == .removed:
            try connection.run("DELETE FROM categories WHERE name = ?", [.text(change.name)])
        case .categories: try write(bundle.categories[change.place])
        case .feedChannels: try write(bundle.feedChannels[change.place])
        case .templates: try write(bundle.templates[change.place])
        case .campaigns: try writer.write(bundle.campaigns[change.place], position: change.place, on: connection)
        case .messages: break
        }
    }

    private func write(_ draft: CategoryDraft) throws(HeraldError) {
        guard let stored = try reading.category(draft.name) else {
            _ = try writer.insert(draft, on: connection)
            return
        }
        var new = stored
        new.text = draft.text
        try writer.update(new, from: stored, on: connection)
    }

    private func write(_ draft: FeedChannelDraft) throws(HeraldError) {
        let slug = draft.channelId ?? ""
        guard var stored = try reading.feedChannel(slug) else {
            _ = try writer.insert(draft, slug: slug, on: connection)
            return
        }
        (stored.name, stored.enabled, stored.metadata) = (draft.name, draft.enabled, draft.metadata)
        try writer.update(stored, on: connection)
    }

    private func write(_ draft: TemplateDraft) throws(HeraldError) {
        let slug = draft.templateId ?? ""
        guard let stored = try reading.template(slug) else {
            _ = try writer.insert(draft, slug: slug, on: connection)
            return
        }
        var new = stored
        new.take(draft)
        try writer.update(new, from: stored, on: connection)
    }

    private func send(_ entry: AuthoringBundle.MessageEntry) throws -> [FeedEvent] {
        // The diff made sure of it.
        guard let template = try reading.template(entry.template) else { return [] }
        let sentAt =
            switch entry.sent {
            case .ago(let seconds): max(0, now - seconds)
            case .at(let seconds): seconds
            }
        let delivery = FeedDelivery(identifiers: identifiers, now: now, sentAt: sentAt)
        let send = FeedSend(template: template, feed: entry.feed, push: entry.push)
        let sent = try delivery.deliver(send, on: connection)
        try connection.run(
            "INSERT INTO authored_messages (id, notification_id, applied_at) VALUES (?, ?, ?)",
            [.text(entry.id), .text(sent.notificationId), .int(now)]
        )
        return sent.events
    }
}
