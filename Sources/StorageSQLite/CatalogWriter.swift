internal import Storage
internal import Values

/// Puts rows of the catalog into their tables, within a transaction of the caller.
struct CatalogWriter: Sendable {
    let identifiers: IdentifierSource
    let now: Int64

    // MARK: Categories

    func insert(_ draft: CategoryDraft, on connection: Connection) throws(HeraldError) -> String {
        let id = identifiers.next("cat")
        try connection.run(
            "INSERT INTO categories (id, name, description, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
            [.text(id), .text(draft.name), SQLValue(draft.text), .int(now), .int(now)]
        )
        return id
    }

    /// Writes name and text; a new name goes into the templates too.
    func update(_ category: Category, from old: Category, on connection: Connection) throws(HeraldError) {
        try connection.run(
            "UPDATE categories SET name = ?, description = ?, updated_at = ? WHERE id = ?",
            [.text(category.name), SQLValue(category.text), .int(now), .text(old.id)]
        )
        if category.name != old.name {
            try connection.run(
                "UPDATE templates SET category = ?, updated_at = ? WHERE category = ?",
                [.text(category.name), .int(now), .text(old.name)]
            )
        }
    }

    // MARK: Feed channels

    func insert(_ draft: FeedChannelDraft, slug: String, on connection: Connection) throws(HeraldError) -> String {
        let id = identifiers.next("chn")
        try connection.run(
            """
            INSERT INTO feed_channels (id, slug, name, type, enabled, metadata, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(id), .text(slug), .text(draft.name), .text(draft.type), SQLValue(draft.enabled),
                SQLValue(draft.metadata), .int(now), .int(now),
            ]
        )
        return id
    }

    /// Writes all that can change of a channel.
    func update(_ channel: FeedChannel, on connection: Connection) throws(HeraldError) {
        try connection.run(
            "UPDATE feed_channels SET name = ?, enabled = ?, metadata = ?, updated_at = ? WHERE id = ?",
            [
                .text(channel.name), SQLValue(channel.enabled), SQLValue(channel.metadata), .int(now),
                .text(channel.id),
            ]
        )
    }

    // MARK: Templates

    func insert(_ draft: TemplateDraft, slug: String, on connection: Connection) throws(HeraldError) -> String {
        let id = identifiers.next("tpl")
        try connection.run(
            """
            INSERT INTO templates (id, slug, name, category, label, alternative_text, tags, status, current_version,
                config, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)
            """,
            [
                .text(id), .text(slug), .text(draft.name), SQLValue(draft.category), SQLValue(draft.label),
                SQLValue(draft.alternativeText), Self.tags(draft.tags), .text(draft.status.rawValue),
                SQLValue(draft.config), .int(now), .int(now),
            ]
        )
        try insertVersion(1, of: id, draft.channels, draft.variables, on: connection)
        return id
    }

    /// Writes all that can change of a template; new channels or variables go into the version of a draft, else into a
    /// new version.
    func update(_ template: Template, from old: Template, on connection: Connection) throws(HeraldError) {
        var template = template
        template.id = old.id
        if template.channels != old.channels || template.variables != old.variables {
            try writeContent(of: &template, wasDraft: old.status == .draft, on: connection)
        }
        try updateRow(template, on: connection)
    }

    /// Makes a new version that is as the current one.
    func addVersion(to template: Template, on connection: Connection) throws(HeraldError) {
        var template = template
        try writeContent(of: &template, wasDraft: false, on: connection)
        try updateRow(template, on: connection)
    }

    private func writeContent(
        of template: inout Template,
        wasDraft: Bool,
        on connection: Connection
    ) throws(HeraldError) {
        if wasDraft {
            return try connection.run(
                "UPDATE template_versions SET channels = ?, variables = ? WHERE template_id = ? AND version = ?",
                [
                    SQLValue(Self.json(template.channels)), SQLValue(Self.json(template.variables)),
                    .text(template.id), SQLValue(template.currentVersion),
                ]
            )
        }
        template.currentVersion += 1
        try insertVersion(
            template.currentVersion,
            of: template.id,
            template.channels,
            template.variables,
            on: connection
        )
    }

    private func insertVersion(
        _ version: Int,
        of template: String,
        _ channels: [ChannelContent],
        _ variables: [TemplateVariable],
        on connection: Connection
    ) throws(HeraldError) {
        try connection.run(
            "INSERT INTO template_versions (template_id, version, channels, variables, created_at) VALUES (?, ?, ?, ?, ?)",
            [
                .text(template), SQLValue(version), SQLValue(Self.json(channels)), SQLValue(Self.json(variables)),
                .int(now),
            ]
        )
    }

    private func updateRow(_ template: Template, on connection: Connection) throws(HeraldError) {
        try connection.run(
            """
            UPDATE templates SET name = ?, category = ?, label = ?, alternative_text = ?, tags = ?, status = ?,
                current_version = ?, config = ?, updated_at = ? WHERE id = ?
            """,
            [
                .text(template.name), SQLValue(template.category), SQLValue(template.label),
                SQLValue(template.alternativeText), Self.tags(template.tags), .text(template.status.rawValue),
                SQLValue(template.currentVersion), SQLValue(template.config), .int(now), .text(template.id),
            ]
        )
    }

    // MARK: Web campaigns

    /// Writes a campaign; one that is there gets the next revision.
    func write(
        _ entry: AuthoringBundle.CampaignEntry,
        position: Int,
        on connection: Connection
    ) throws(HeraldError) {
        try connection.run(
            """
            INSERT INTO web_campaigns (id, position, name, locale, channels, revision) VALUES (?, ?, ?, ?, ?, 1)
            ON CONFLICT (id) DO UPDATE SET position = excluded.position, name = excluded.name,
                locale = excluded.locale, channels = excluded.channels, revision = revision + 1
            """,
            [
                .text(entry.id), SQLValue(position), .text(entry.name), SQLValue(entry.locale),
                SQLValue(JSON.array(entry.channels.map(\.json))),
            ]
        )
    }

    // MARK: Names

    /// A slug that nobody has: the one that is wanted, or one from a name with a number behind it.
    ///
    /// One from a name is none of the `words`, either. Throws `conflict` when the wanted one is taken.
    func slug(
        _ wanted: String?,
        orFrom name: String,
        notOf words: Set<String>,
        in table: String,
        on connection: Connection
    ) throws(HeraldError) -> String {
        if let wanted {
            guard try isFree(wanted, in: table, on: connection) else {
                throw HeraldError(.conflict, "the name \(wanted) is taken")
            }
            return wanted
        }
        let isFree = try isFree(name, in: table, on: connection)
        if isFree, !words.contains(name) { return name }
        let taken = Set(
            try connection.rows(
                "SELECT slug FROM \(table) WHERE slug >= ? AND slug < ?",
                [.text(name + "-"), .text(name + ".")]
            ) { $0.text() }
        )
        var number = 2
        while taken.contains("\(name)-\(number)") { number += 1 }
        return "\(name)-\(number)"
    }

    private func isFree(_ slug: String, in table: String, on connection: Connection) throws(HeraldError) -> Bool {
        try connection.first("SELECT 1 FROM \(table) WHERE slug = ?", [.text(slug)]) { $0.int() } == nil
    }

    private static func tags(_ tags: [String]) -> SQLValue { SQLValue(JSON.array(tags.map(JSON.string))) }
    private static func json(_ channels: [ChannelContent]) -> JSON { .array(channels.map(\.json)) }
    private static func json(_ variables: [TemplateVariable]) -> JSON { .array(variables.map(\.json)) }
}
