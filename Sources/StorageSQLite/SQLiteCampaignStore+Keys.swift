package import Storage
internal import Values

extension SQLiteCampaignStore {
    private static let keyColumns = "id, kind, digest, label, rights, created_at, revoked_at"

    package func key(digest: String) async throws -> AccessKey? {
        try await read { try Self.key(digest: digest, on: $0) }
    }

    package func addKey(
        kind: AccessKey.Kind,
        digest: String,
        label: String?,
        rights: Set<AccessKey.Right>
    ) async throws -> AccessKey {
        let key = AccessKey(
            id: identifiers.next("key"),
            kind: kind,
            digest: digest,
            label: label,
            rights: rights,
            createdAt: now,
            revokedAt: nil
        )
        return try await write { connection in
            try connection.run(
                """
                INSERT INTO access_keys (id, kind, digest, label, rights, created_at) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (digest) DO NOTHING
                """,
                [
                    .text(key.id), .text(kind.rawValue), .text(digest), SQLValue(label), Self.text(rights),
                    .int(key.createdAt),
                ]
            )
            return try Self.key(digest: digest, on: connection) ?? key
        }
    }

    package func keys() async throws -> [AccessKey] {
        try await read { connection in
            try connection.rows("SELECT \(Self.keyColumns) FROM access_keys ORDER BY created_at, id") { row in
                Self.key(&row)
            }
        }
    }

    package func revokeKey(_ id: String) async throws -> AccessKey? {
        let now = now
        return try await write { connection in
            try connection.run(
                "UPDATE access_keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?",
                [.int(now), .text(id)]
            )
            return try connection.first("SELECT \(Self.keyColumns) FROM access_keys WHERE id = ?", [.text(id)]) { row in
                Self.key(&row)
            }
        }
    }

    package func meta(_ key: MetaKey) async throws -> String? {
        try await read { try Self.meta(key, on: $0) }
    }

    package func setMeta(_ key: MetaKey, to value: String) async throws {
        try await write { connection in
            try connection.run(
                "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                [.text(key.rawValue), .text(value)]
            )
        }
    }

    package func ensureMeta(_ key: MetaKey, _ value: String) async throws -> String {
        try await write { connection in
            try connection.run(
                "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING",
                [.text(key.rawValue), .text(value)]
            )
            return try Self.meta(key, on: connection) ?? value
        }
    }

    static func meta(_ key: MetaKey, on connection: Connection) throws(HeraldError) -> String? {
        try connection.first("SELECT value FROM meta WHERE key = ?", [.text(key.rawValue)]) { $0.text() }
    }

    private static func key(digest: String, on connection: Connection) throws(HeraldError) -> AccessKey? {
        try connection.first("SELECT \(keyColumns) FROM access_keys WHERE digest = ?", [.text(digest)]) { row in
            key(&row)
        }
    }

    private static func key(_ row: inout Row) -> AccessKey {
        AccessKey(
            id: row.text(),
            kind: row.choice(.embed),
            digest: row.text(),
            label: row.optionalText(),
            rights: rights(row.optionalText()),
            createdAt: row.int(),
            revokedAt: row.optionalInt()
        )
    }

    /// `NULL` stands for all rights, so that rights that are added later belong to keys that may do everything.
    private static func text(_ rights: Set<AccessKey.Right>) -> SQLValue {
        rights == AccessKey.Right.all ? .null : .text(rights.map(\.rawValue).sorted().joined(separator: " "))
    }

    private static func rights(_ text: String?) -> Set<AccessKey.Right> {
        guard let text else { return AccessKey.Right.all }
        return Set(text.split(separator: " ").compactMap { AccessKey.Right(rawValue: String($0)) })
    }

    package func standing(of user: String) async throws -> UserStanding? {
        try await read { try Self.standing(of: user, on: $0) }
    }

    package func revokeTokens(of user: String) async throws -> Int64? {
        try await write { connection in
            try connection.run(
                "UPDATE users SET token_generation = ? WHERE id = ?",
                [.int(try Self.nextGeneration(on: connection)), .text(user)]
            )
            return try Self.standing(of: user, on: connection)?.tokenGeneration
        }
    }

    private static func standing(of user: String, on connection: Connection) throws(HeraldError) -> UserStanding? {
        try connection.first("SELECT token_generation, feed_version FROM users WHERE id = ?", [.text(user)]) { row in
            UserStanding(tokenGeneration: row.int(), feedVersion: row.int())
        }
    }
}
