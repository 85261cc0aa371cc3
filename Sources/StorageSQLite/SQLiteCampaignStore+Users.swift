package import Storage
internal import Values

extension SQLiteCampaignStore {
    package func user(_ id: String) async throws -> User? {
        try await read { try Self.user(id, on: $0) }
    }

    package func ensureUser(_ id: String, name: String?) async throws -> User {
        let now = now
        return try await write { connection in
            try Self.ensureUser(id, name: name, now: now, on: connection)
        }
    }

    package func unknownUsers(among ids: [String]) async throws -> [String] {
        try await read { connection in
            try ids.filter { id in
                try connection.first("SELECT 1 FROM users WHERE id = ?", [.text(id)]) { $0.int() } == nil
            }
        }
    }

    static func user(_ id: String, on connection: Connection) throws(HeraldError) -> User? {
        try connection.first("SELECT id, name, created_at, updated_at FROM users WHERE id = ?", [.text(id)]) { row in
            User(id: row.text(), name: row.optionalText(), createdAt: row.int(), updatedAt: row.int())
        }
    }

    @discardableResult
    static func ensureUser(
        _ id: String,
        name: String?,
        now: Int64,
        on connection: Connection
    ) throws(HeraldError) -> User {
        if let user = try user(id, on: connection), name == nil || name == user.name { return user }
        try connection.run(
            """
            INSERT INTO users (id, name, created_at, updated_at, token_generation) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, updated_at = excluded.updated_at
            """,
            // A user who was erased and comes again starts with another number than the tokens of before.
            [.text(id), SQLValue(name), .int(now), .int(now), .int(now)]
        )
        guard let user = try user(id, on: connection) else {
            throw HeraldError(.failed, "user \(id) was not stored")
        }
        return user
    }
}
