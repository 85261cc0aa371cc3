package import Storage
internal import Values

extension SQLiteCampaignStore {
    package func apply(_ bundle: AuthoringBundle) async throws -> AuthoringOutcome {
        let (identifiers, now) = (identifiers, now)
        return try await write { connection in
            var application = AuthoringApplication(connection: connection, identifiers: identifiers, now: now)
            try application.apply(bundle)
            return application.outcome
        }
    }
}

/// Compares a bundle with what is stored and writes the differences, within a transaction of the caller.
private struct AuthoringApplication {
    let connection: Connection
    let identifiers: IdentifierSource
    let now: Int64
    var outcome = AuthoringOutcome()

    private var writer: CatalogWriter { CatalogWriter(identifiers: identifiers, now: now) }

    mutating func apply(_ bundle: AuthoringBundle) throws {
        for user in bundle.users { try apply(user) }
        for category in bundle.categories { try apply(category) }
        for channel in bundle.feedChannels { try apply(channel) }
        for template in bundle.templates { try apply(template) }
        for (position, campaign) in bundle.campaigns.enumerated() { try apply(campaign, position: position) }
        for message in bundle.messages { try apply(message) }
        if !outcome.events.isEmpty { try SQLiteCampaignStore.trimEvents(on: connection) }
    }

    /// Counts an entry, and tells whether it has to be written.
    private mutating func note(isNew: Bool, isChanged: Bool) -> Bool {
        if isNew {
            outcome.created += 1
        } else if isChanged {
            outcome.updated += 1
        } else {
            outcome.unchanged += 1
        }
        return isNew || isChanged
    }

    private mutating func apply(_ entry: AuthoringBundle.UserEntry) throws {
        let stored = try SQLiteCampaignStore.user(entry.id, on: connection)
        let isChanged = entry.name != nil && stored?.name != entry.name
        guard note(isNew: stored == nil, isChanged: isChanged) else { return }
        try SQLiteCampaignStore.ensureUser(entry.id, name: entry.name, now: now, on: connection)
    }

    private mutating func apply(_ entry: AuthoringBundle.CategoryEntry) throws {
        let stored = try connection.first(
            "SELECT \(CatalogRows.categoryColumns) FROM categories WHERE name = ?",
            [.text(entry.name)],
            CatalogRows.category
        )
        guard note(isNew: stored == nil, isChanged: stored?.text != entry.text) else { return }
        try connection.run(
            """
            INSERT INTO categories (id, name, description, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET description = excluded.description, updated_at = excluded.updated_at
            """,
            [.text(identifiers.next("cat")), .text(entry.name), SQLValue(entry.text), .int(now), .int(now)]
        )
    }

    private mutating func apply(_ entry: AuthoringBundle.FeedChannelEntry) throws {
        let stored = try connection.first(
            "SELECT \(CatalogRows.channelColumns) FROM feed_channels WHERE slug = ?",
            [.text(entry.channelId)],
            CatalogRows.channel
        )
        if let stored, stored.type != entry.type {
            throw HeraldError(
                .badAuthoring,
                "feed channel \"\(entry.channelId)\" has type \(stored.type) in the database, \(entry.type) in the file",
                hint: "a channel's type never changes; choose another channelId"
            )
        }
        let isChanged =
            stored.map { ($0.name, $0.enabled, $0.metadata) != (entry.name, entry.enabled, entry.metadata) } ?? true
        guard note(isNew: stored == nil, isChanged: isChanged) else { return }
        try connection.run(
            """
            INSERT INTO feed_channels (id, slug, name, type, enabled, metadata, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (slug) DO UPDATE SET name = excluded.name, enabled = excluded.enabled,
                metadata = excluded.metadata, updated_at = excluded.updated_at
            """,
            [
                .text(identifiers.next("chn")), .text(entry.channelId), .text(entry.name), .text(entry.type),
                SQLValue(entry.enabled), SQLValue(entry.metadata), .int(now), .int(now),
            ]
        )
    }

    private mutating func apply(_ entry: AuthoringBundle.TemplateEntry) throws {
        guard let stored = try SQLiteCampaignStore.template(entry.templateId, on: connection) else {
            outcome.created += 1
            return try insert(entry)
        }
        let hasNewContent = stored.channels != entry.channels || stored.variables != entry.variables
        let isChanged =
            hasNewContent || stored.name != entry.name || stored.category != entry.category
            || stored.label != entry.label || stored.alternativeText != entry.alternativeText
            || stored.tags != entry.tags || stored.status != .approved
        guard note(isNew: false, isChanged: isChanged) else { return }
        var new = stored
        new.name = entry.name
        new.category = entry.category
        new.label = entry.label
        new.alternativeText = entry.alternativeText
        new.tags = entry.tags
        new.status = .approved
        if hasNewContent {
            new.currentVersion += 1
            try writer.insertVersion(
                new.currentVersion,
                of: new.id,
                entry.channels,
                entry.variables,
                on: connection
            )
        }
        try writer.update(new, on: connection)
    }

    private func insert(_ entry: AuthoringBundle.TemplateEntry) throws(HeraldError) {
        let draft = TemplateDraft(
            templateId: entry.templateId,
            name: entry.name,
            category: entry.category,
            label: entry.label,
            alternativeText: entry.alternativeText,
            tags: entry.tags,
            status: .approved,
            channels: entry.channels,
            variables: entry.variables,
            config: [:]
        )
        _ = try writer.insert(draft, slug: entry.templateId, on: connection)
    }

    private mutating func apply(_ entry: AuthoringBundle.CampaignEntry, position: Int) throws {
        let stored = try SQLiteCampaignStore.webCampaign(entry.id, on: connection)
        let isChanged =
            stored.map { $0.name != entry.name || $0.locale != entry.locale || $0.channels != entry.channels } ?? true
        let mustWrite = note(isNew: stored == nil, isChanged: isChanged)
        guard mustWrite else {
            // The place in the list is no part of the campaign's content and raises no revision.
            return try connection.run(
                "UPDATE web_campaigns SET position = ? WHERE id = ?",
                [SQLValue(position), .text(entry.id)]
            )
        }
        try connection.run(
            """
            INSERT INTO web_campaigns (id, position, name, locale, channels, revision) VALUES (?, ?, ?, ?, ?, 1)
            ON CONFLICT (id) DO UPDATE SET position = excluded.position, name = excluded.name,
                locale = excluded.locale, channels = excluded.channels, revision = revision + 1
            """,
            [
                .text(entry.id), SQLValue(position), .text(entry.name), SQLValue(entry.locale),
                SQLValue(CatalogJSON.json(entry.channels)),
            ]
        )
    }

    private mutating func apply(_ entry: AuthoringBundle.MessageEntry) throws {
        let known = try connection.first("SELECT 1 FROM authored_messages WHERE id = ?", [.text(entry.id)]) { $0.int() }
        guard note(isNew: known == nil, isChanged: false) else { return }
        guard let template = try SQLiteCampaignStore.template(entry.template, on: connection),
            let channel = template.channels.first(where: { $0.channelType == "in_app" })
        else {
            throw HeraldError(
                .badAuthoring,
                "message \"\(entry.id)\" names the template \"\(entry.template)\", which sends nothing to a feed"
            )
        }
        let delivery = FeedDelivery(identifiers: identifiers, now: now, sentAt: max(0, now - entry.sentAgo))
        let send = FeedSend(template: template, channel: channel, drafts: entry.drafts)
        let sent = try delivery.deliver(send, on: connection)
        outcome.events += sent.events
        try connection.run(
            "INSERT INTO authored_messages (id, notification_id, applied_at) VALUES (?, ?, ?)",
            [.text(entry.id), .text(sent.notificationId), .int(now)]
        )
    }
}
