internal import Storage
internal import Values

/// Puts rows of the catalog into their tables, within a transaction of the caller.
struct CatalogWriter: Sendable {
    let identifiers: IdentifierSource
    let now: Int64

    func insert(_ draft: CategoryDraft, on connection: Connection) throws(HeraldError) -> String {
        let id = identifiers.next("cat")
        try connection.run(
            "INSERT INTO categories (id, name, description, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
            [.text(id), .text(draft.name), SQLValue(draft.text), .int(now), .int(now)]
        )
        return id
    }

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

    func insertVersion(
        _ version: Int,
        of template: String,
        _ channels: [ChannelContent],
        _ variables: [TemplateVariable],
        on connection: Connection
    ) throws(HeraldError) {
        try connection.run(
            "INSERT INTO template_versions (template_id, version, channels, variables, created_at) VALUES (?, ?, ?, ?, ?)",
            [
                .text(template), SQLValue(version), SQLValue(CatalogJSON.json(channels)),
                SQLValue(CatalogJSON.json(variables)), .int(now),
            ]
        )
    }

    /// Writes all that can change of a template; its version row must be there.
    func update(_ template: Template, on connection: Connection) throws(HeraldError) {
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

    /// A slug that nobody has: the one that is wanted, or one from a name with a number behind it.
    ///
    /// Throws `conflict` when the wanted one is taken.
    func slug(
        _ wanted: String?,
        orFrom name: String,
        in table: String,
        on connection: Connection
    ) throws(HeraldError) -> String {
        if let wanted {
            guard try isFree(wanted, in: table, on: connection) else {
                throw HeraldError(.conflict, "the name \(wanted) is taken")
            }
            return wanted
        }
        guard try !isFree(name, in: table, on: connection) else { return name }
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
}
