package import Storage
internal import Values

extension SQLiteCampaignStore {
    private var writer: CatalogWriter { CatalogWriter(identifiers: identifiers, now: now) }

    package func createCategory(
        _ draft: CategoryDraft,
        recording: ReplyRecording<Category>?
    ) async throws -> Recorded<Category> {
        let writer = writer
        return try await write(recording: recording) { connection in
            try Self.checkName(draft.name, of: nil, on: connection)
            let id = try writer.insert(draft, on: connection)
            return try Self.stored(try Self.category(id, on: connection))
        }
    }

    package func updateCategory(
        _ id: String,
        _ change: @escaping @Sendable (inout Category) throws -> Void
    ) async throws -> Category? {
        let now = now
        return try await write { connection in
            guard let old = try Self.category(id, on: connection) else { return nil }
            var new = old
            try change(&new)
            guard new != old else { return old }
            try Self.checkName(new.name, of: id, on: connection)
            try connection.run(
                "UPDATE categories SET name = ?, description = ?, updated_at = ? WHERE id = ?",
                [.text(new.name), SQLValue(new.text), .int(now), .text(id)]
            )
            if new.name != old.name {
                try connection.run(
                    "UPDATE templates SET category = ?, updated_at = ? WHERE category = ?",
                    [.text(new.name), .int(now), .text(old.name)]
                )
            }
            return try Self.category(id, on: connection)
        }
    }

    package func deleteCategory(_ id: String) async throws -> Bool {
        try await write { connection in
            try connection.run("DELETE FROM categories WHERE id = ?", [.text(id)])
            return connection.changes > 0
        }
    }

    package func createTemplate(
        _ draft: TemplateDraft,
        recording: ReplyRecording<Template>?
    ) async throws -> Recorded<Template> {
        let writer = writer
        return try await write(recording: recording) { connection in
            let usual = "cc-template-" + Slug.make(draft.name, fallback: "message")
            let slug = try writer.slug(draft.templateId, orFrom: usual, in: "templates", on: connection)
            let id = try writer.insert(draft, slug: slug, on: connection)
            return try Self.stored(try Self.template(id, on: connection))
        }
    }

    package func updateTemplate(
        _ id: String,
        _ change: @escaping @Sendable (inout Template) throws -> Void
    ) async throws -> Template? {
        let writer = writer
        return try await write { connection in
            guard let old = try Self.template(id, on: connection) else { return nil }
            var new = old
            try change(&new)
            guard new != old else { return old }
            if new.channels != old.channels || new.variables != old.variables {
                try Self.writeVersion(of: &new, wasDraft: old.status == .draft, writer, on: connection)
            }
            new.id = old.id
            try writer.update(new, on: connection)
            return try Self.template(old.id, on: connection)
        }
    }

    package func addTemplateVersion(
        _ id: String,
        recording: ReplyRecording<Template>?,
        _ check: @escaping @Sendable (Template) throws -> Void
    ) async throws -> Recorded<Template>? {
        guard try await template(id) != nil else { return nil }
        let writer = writer
        return try await write(recording: recording) { connection in
            var template = try Self.stored(try Self.template(id, on: connection))
            try check(template)
            try Self.writeVersion(of: &template, wasDraft: false, writer, on: connection)
            try writer.update(template, on: connection)
            return try Self.stored(try Self.template(template.id, on: connection))
        }
    }

    package func createFeedChannel(
        _ draft: FeedChannelDraft,
        recording: ReplyRecording<FeedChannel>?
    ) async throws -> Recorded<FeedChannel> {
        let writer = writer
        return try await write(recording: recording) { connection in
            if let limit = FeedChannelType.limit(of: draft.type) {
                let count = try connection.first(
                    "SELECT count(*) FROM feed_channels WHERE type = ?",
                    [.text(draft.type)]
                ) { $0.int() }
                guard count ?? 0 < limit else {
                    throw HeraldError(.conflict, "there may be no more than \(limit) channels of type \(draft.type)")
                }
            }
            let usual = Slug.make(draft.name, fallback: "channel")
            let slug = try writer.slug(draft.channelId, orFrom: usual, in: "feed_channels", on: connection)
            let id = try writer.insert(draft, slug: slug, on: connection)
            return try Self.stored(try Self.feedChannel(id, on: connection))
        }
    }

    package func updateFeedChannel(
        _ id: String,
        _ change: @escaping @Sendable (inout FeedChannel) throws -> Void
    ) async throws -> FeedChannel? {
        let now = now
        return try await write { connection in
            guard let old = try Self.feedChannel(id, on: connection) else { return nil }
            var new = old
            try change(&new)
            guard new != old else { return old }
            try connection.run(
                "UPDATE feed_channels SET name = ?, enabled = ?, metadata = ?, updated_at = ? WHERE id = ?",
                [.text(new.name), SQLValue(new.enabled), SQLValue(new.metadata), .int(now), .text(old.id)]
            )
            return try Self.feedChannel(old.id, on: connection)
        }
    }

    package func feedChannelCounts() async throws -> [String: Int] {
        try await read { connection in
            let rows = try connection.rows("SELECT type, count(*) FROM feed_channels GROUP BY type") { row in
                (row.text(), Int(row.int()))
            }
            return Dictionary(rows, uniquingKeysWith: +)
        }
    }

    /// Writes channels and variables: into the version of a draft, else as a new version.
    private static func writeVersion(
        of template: inout Template,
        wasDraft: Bool,
        _ writer: CatalogWriter,
        on connection: Connection
    ) throws(HeraldError) {
        if wasDraft {
            return try connection.run(
                "UPDATE template_versions SET channels = ?, variables = ? WHERE template_id = ? AND version = ?",
                [
                    SQLValue(CatalogJSON.json(template.channels)), SQLValue(CatalogJSON.json(template.variables)),
                    .text(template.id), SQLValue(template.currentVersion),
                ]
            )
        }
        template.currentVersion += 1
        try writer.insertVersion(
            template.currentVersion,
            of: template.id,
            template.channels,
            template.variables,
            on: connection
        )
    }

    private static func checkName(_ name: String, of id: String?, on connection: Connection) throws(HeraldError) {
        let taken = try connection.first(
            "SELECT 1 FROM categories WHERE name = ? AND id IS NOT ?",
            [.text(name), SQLValue(id)]
        ) { $0.int() }
        guard taken == nil else { throw HeraldError(.conflict, "there is a category of that name") }
    }

    /// What was written in the same transaction.
    private static func stored<Value>(_ value: Value?) throws(HeraldError) -> Value {
        guard let value else { throw HeraldError(.failed, "a row was not stored") }
        return value
    }
}
