package import Storage
internal import Values

extension SQLiteCampaignStore {
    private var writer: CatalogWriter { CatalogWriter(identifiers: identifiers, now: now) }

    // MARK: The two forms that every write has

    /// Makes a row in a transaction, and reads it back as it is stored.
    private func create<Value: Sendable>(
        recording: ReplyRecording<Value>?,
        read: @escaping @Sendable (String, Connection) throws(HeraldError) -> Value?,
        insert: @escaping @Sendable (CatalogWriter, Connection) throws(HeraldError) -> String
    ) async throws -> Recorded<Value> {
        let writer = writer
        return try await write(recording: recording) { connection in
            let id = try insert(writer, connection)
            return try Self.stored(try read(id, connection))
        }
    }

    /// Changes a row in a transaction, and reads it back as it is stored; one that stays as it is is not written.
    private func update<Value: Sendable & Equatable>(
        _ id: String,
        read: @escaping @Sendable (String, Connection) throws(HeraldError) -> Value?,
        change: @escaping @Sendable (inout Value) throws -> Void,
        write writeRow:
            @escaping @Sendable (CatalogWriter, Connection, _ old: Value, _ new: Value) throws(HeraldError)
            -> Void
    ) async throws -> Value? {
        let writer = writer
        return try await write { connection in
            guard let old = try read(id, connection) else { return nil }
            var new = old
            try change(&new)
            guard new != old else { return old }
            try writeRow(writer, connection, old, new)
            return try read(id, connection)
        }
    }

    /// What was written in the same transaction.
    private static func stored<Value>(_ value: Value?) throws(HeraldError) -> Value {
        guard let value else { throw HeraldError(.failed, "a row was not stored") }
        return value
    }

    // MARK: Categories

    package func createCategory(
        _ draft: CategoryDraft,
        recording: ReplyRecording<Category>?
    ) async throws -> Recorded<Category> {
        try await create(recording: recording, read: Self.category) { writer, connection throws(HeraldError) in
            try Self.checkName(draft.name, of: nil, on: connection)
            return try writer.insert(draft, on: connection)
        }
    }

    package func updateCategory(
        _ id: String,
        _ change: @escaping @Sendable (inout Category) throws -> Void
    ) async throws -> Category? {
        try await update(id, read: Self.category, change: change) {
            writer,
            connection,
            old,
            new throws(HeraldError) in
            try Self.checkName(new.name, of: id, on: connection)
            try writer.update(new, from: old, on: connection)
        }
    }

    package func deleteCategory(_ id: String) async throws -> Bool {
        try await write { connection in
            try connection.run("DELETE FROM categories WHERE id = ?", [.text(id)])
            return connection.changes > 0
        }
    }

    private static func checkName(_ name: String, of id: String?, on connection: Connection) throws(HeraldError) {
        let taken = try connection.first(
            "SELECT 1 FROM categories WHERE name = ? AND id IS NOT ?",
            [.text(name), SQLValue(id)]
        ) { $0.int() }
        guard taken == nil else { throw HeraldError(.conflict, "there is a category of that name") }
    }

    // MARK: Templates

    package func createTemplate(
        _ draft: TemplateDraft,
        recording: ReplyRecording<Template>?
    ) async throws -> Recorded<Template> {
        try await create(recording: recording, read: Self.template) { writer, connection throws(HeraldError) in
            let usual = "cc-template-" + Slug.make(draft.name, fallback: "message")
            let slug = try writer.slug(
                draft.templateId,
                orFrom: usual,
                notOf: PathWords.besideTemplates,
                in: "templates",
                on: connection
            )
            return try writer.insert(draft, slug: slug, on: connection)
        }
    }

    package func updateTemplate(
        _ id: String,
        _ change: @escaping @Sendable (inout Template) throws -> Void
    ) async throws -> Template? {
        try await update(id, read: Self.template, change: change) {
            writer,
            connection,
            old,
            new throws(HeraldError) in
            try writer.update(new, from: old, on: connection)
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
            let template = try Self.stored(try Self.template(id, on: connection))
            try check(template)
            try writer.addVersion(to: template, on: connection)
            return try Self.stored(try Self.template(template.id, on: connection))
        }
    }

    // MARK: Feed channels

    package func createFeedChannel(
        _ draft: FeedChannelDraft,
        recording: ReplyRecording<FeedChannel>?
    ) async throws -> Recorded<FeedChannel> {
        try await create(recording: recording, read: Self.feedChannel) { writer, connection throws(HeraldError) in
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
            let slug = try writer.slug(
                draft.channelId,
                orFrom: usual,
                notOf: PathWords.besideFeedChannels,
                in: "feed_channels",
                on: connection
            )
            return try writer.insert(draft, slug: slug, on: connection)
        }
    }

    package func updateFeedChannel(
        _ id: String,
        _ change: @escaping @Sendable (inout FeedChannel) throws -> Void
    ) async throws -> FeedChannel? {
        try await update(id, read: Self.feedChannel, change: change) {
            writer,
            connection,
            old,
            new throws(HeraldError) in
            var new = new
            new.id = old.id
            try writer.update(new, on: connection)
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
}
