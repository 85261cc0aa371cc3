internal import Storage
internal import Values

/// Reads what is stored in the words of authoring files, within a transaction of the caller.
struct AuthoringReading {
    let connection: Connection

    /// What `AuthoringDiff` needs to know to compare with a bundle.
    func counterpart(of wanted: AuthoringBundle) throws(HeraldError) -> AuthoringBundle {
        var stored = AuthoringBundle()
        stored.feedChannels = try feedChannels()
        var ids: Set<[UInt8]> = []
        for id in wanted.users.map(\.id) + wanted.messages.flatMap(\.receivers)
        where ids.insert(Array(id.utf8)).inserted {
            if let user = try SQLiteCampaignStore.user(id, on: connection) { stored.users.append(.init(user)) }
        }
        for name in wanted.categories.map(\.name) + wanted.removedCategories {
            if let category = try category(name) { stored.categories.append(CategoryDraft(category)) }
        }
        let slugs = Set(wanted.templates.map { $0.templateId ?? "" } + wanted.messages.map(\.template))
        for slug in slugs.sorted() {
            if let template = try template(slug) { stored.templates.append(TemplateDraft(template)) }
        }
        for entry in wanted.campaigns {
            if let campaign = try SQLiteCampaignStore.webCampaign(entry.id, on: connection) {
                stored.campaigns.append(.init(campaign))
            }
        }
        for entry in wanted.messages where try isKnown(entry.id) {
            stored.messages.append(.init(id: entry.id, template: entry.template))
        }
        return stored
    }

    /// Everything, each kind in an order that does not depend on when it was made.
    func everything() throws(HeraldError) -> AuthoringBundle {
        var stored = AuthoringBundle()
        stored.users = try connection.rows("SELECT id, name FROM users ORDER BY id") { row in
            AuthoringBundle.UserEntry(id: row.text(), name: row.optionalText())
        }
        stored.categories = try connection.rows(
            "SELECT \(CatalogRows.categoryColumns) FROM categories ORDER BY name",
            [],
            CatalogRows.category
        ).map(CategoryDraft.init)
        stored.feedChannels = try feedChannels()
        stored.templates = try connection.rows(
            """
            SELECT \(CatalogRows.templateColumns)
            FROM templates JOIN template_versions ON template_id = id AND version = current_version ORDER BY slug
            """,
            [],
            CatalogRows.template
        ).map(TemplateDraft.init)
        // A template may name a category that was deleted; said so, the name is no slip.
        let names = Set(stored.categories.map(\.name))
        stored.removedCategories = Set(stored.templates.compactMap(\.category)).subtracting(names).sorted()
        stored.campaigns = try connection.rows(
            "SELECT \(CatalogRows.campaignColumns) FROM web_campaigns ORDER BY position, id",
            [],
            CatalogRows.campaign
        ).map { .init($0) }
        stored.messages = try messages(of: stored.templates)
        return stored
    }

    func category(_ name: String) throws(HeraldError) -> Category? {
        try connection.first(
            "SELECT \(CatalogRows.categoryColumns) FROM categories WHERE name = ?",
            [.text(name)],
            CatalogRows.category
        )
    }

    func feedChannel(_ slug: String) throws(HeraldError) -> FeedChannel? {
        try connection.first(
            "SELECT \(CatalogRows.channelColumns) FROM feed_channels WHERE slug = ?",
            [.text(slug)],
            CatalogRows.channel
        )
    }

    func template(_ slug: String) throws(HeraldError) -> Template? {
        // A slug may be spelt as the id of another template.
        let id = try connection.first("SELECT id FROM templates WHERE slug = ?", [.text(slug)]) { $0.text() }
        guard let id else { return nil }
        return try SQLiteCampaignStore.template(id, on: connection)
    }

    private func isKnown(_ message: String) throws(HeraldError) -> Bool {
        try connection.first("SELECT 1 FROM authored_messages WHERE id = ?", [.text(message)]) { $0.int() } != nil
    }

    private func feedChannels() throws(HeraldError) -> [FeedChannelDraft] {
        try connection.rows(
            "SELECT \(CatalogRows.channelColumns) FROM feed_channels ORDER BY created_at, id",
            [],
            CatalogRows.channel
        ).map(FeedChannelDraft.init)
    }

    /// Messages of files as far as their items are still there; those whose template can no longer be sent are history.
    private func messages(of templates: [TemplateDraft]) throws(HeraldError) -> [AuthoringBundle.MessageEntry] {
        let sendable = Dictionary(
            templates.compactMap { draft -> (String, TemplateDraft)? in
                let contents = ChannelContent.toSend(draft.channels, config: draft.config)
                guard draft.status == .approved, !contents.isEmpty else { return nil }
                return draft.templateId.map { ($0, draft) }
            },
            uniquingKeysWith: { $1 }
        )
        let rows = try connection.rows(
            """
            SELECT message.id, item.template_id, item.receiver, item.variables, item.sent_at
            FROM authored_messages AS message JOIN (
                SELECT 0 AS part, id, notification_id, template_id, receiver, variables, sent_at FROM feed_items
                WHERE deleted_at IS NULL
                UNION ALL
                SELECT 1, id, notification_id, template_id, receiver, variables, sent_at FROM push_notifications
            ) AS item USING (notification_id)
            ORDER BY message.applied_at, message.id, part, item.id
            """
        ) { row in (row.text(), row.text(), row.text(), row.json(), row.int()) }
        var messages: [AuthoringBundle.MessageEntry] = []
        var seen: Set<String> = []
        for (id, slug, receiver, values, sentAt) in rows {
            // One may have got an item and a push.
            guard seen.insert(id + "\n" + receiver).inserted else { continue }
            guard let template = sendable[slug] else { continue }
            // A message that could not be sent anew is history.
            guard template.hasAllRequired(of: values) else { continue }
            if messages.last?.id != id { messages.append(.init(id: id, template: slug, sent: .at(sentAt))) }
            let given = template.given(values)
            messages[messages.count - 1].receivers.append(receiver)
            if !given.isEmpty { messages[messages.count - 1].variables[receiver] = given }
        }
        return messages
    }
}

extension AuthoringBundle.UserEntry {
    fileprivate init(_ user: User) { self.init(id: user.id, name: user.name) }
}

extension AuthoringBundle.CampaignEntry {
    fileprivate init(_ campaign: WebCampaign) {
        self.init(id: campaign.id, name: campaign.name, locale: campaign.locale, channels: campaign.channels)
    }
}

extension TemplateDraft {
    fileprivate func hasAllRequired(of values: JSON) -> Bool {
        variables.allSatisfy { variable in
            !variable.required || variable.defaultValue != nil || !values[variable.key].isNull
        }
    }

    /// What of an item's values the template would not fill in by itself, in the order of its variables.
    fileprivate func given(_ values: JSON) -> JSONObject {
        JSONObject(
            variables.compactMap { variable in
                guard let value = values.object?[variable.key] else { return nil }
                let isDefault = variable.defaultValue.map { value == .string($0) } ?? false
                return isDefault ? nil : (variable.key, value)
            }
        )
    }
}
