package import Storage
internal import Values

extension SQLiteCampaignStore {
    package func user(_ id: String) async throws -> User? {
        try await read { try Self.user(id, on: $0) }
    }

    package func users(_ query: UserQuery) async throws -> Page<User> {
        var list = PagedList(
            table: "users",
            columns: Self.userColumns,
            sortColumn: query.page.sort.column,
            sortsByText: query.page.sort == .id
        )
        if let search = query.search {
            let columns = "(instr(lower(id), lower(?)) > 0 OR instr(lower(coalesce(name, '')), lower(?)) > 0)"
            list.filter(columns, .text(search), .text(search))
        }
        let found = list
        return try await read { connection in
            try found.page(query.page, on: connection, convert: Self.user) { user in
                CursorFields(id: user.id, time: user.updatedAt, sortKey: query.page.sort.key(of: user))
            }
        }
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
        try connection.first("SELECT \(userColumns) FROM users WHERE id = ?", [.text(id)], user)
    }

    private static let userColumns = "id, name, created_at, updated_at"

    private static func user(_ row: inout Row) -> User {
        User(id: row.text(), name: row.optionalText(), createdAt: row.int(), updatedAt: row.int())
    }

    @discardableResult
    static func ensureUser(
        _ id: String,
        name: String?,
        now: Int64,
        on connection: Connection
    ) throws(HeraldError) -> User {
        let known = try user(id, on: connection)
        if let known, name == nil || name == known.name { return known }
        if known == nil {
            try connection.run(
                "INSERT INTO users (id, name, created_at, updated_at, token_generation) VALUES (?, ?, ?, ?, ?)",
                [.text(id), SQLValue(name), .int(now), .int(now), .int(try nextGeneration(on: connection))]
            )
        } else {
            try connection.run(
                "UPDATE users SET name = ?, updated_at = ? WHERE id = ?",
                [SQLValue(name), .int(now), .text(id)]
            )
        }
        guard let user = try user(id, on: connection) else {
            throw HeraldError(.failed, "user \(id) was not stored")
        }
        return user
    }

    /// A generation of tokens that no user had before, so that tokens of somebody erased never count again.
    static func nextGeneration(on connection: Connection) throws(HeraldError) -> Int64 {
        let counter = SQLValue.text(SchemaStep6.counter)
        try connection.run("UPDATE meta SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE key = ?", [counter])
        let next = try connection.first("SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?", [counter]) { $0.int() }
        guard let next else {
            throw SQLiteFault.damaged(path: connection.path, "the counter of token generations is gone")
        }
        return next
    }
}

extension UserQuery.Sort {
    fileprivate var column: String {
        switch self {
        case .id: "id"
        case .createdAt: "created_at"
        case .updatedAt: "updated_at"
        }
    }

    fileprivate func key(of user: User) -> PageKey {
        switch self {
        case .id: .text(user.id)
        case .createdAt: .number(user.createdAt)
        case .updatedAt: .number(user.updatedAt)
        }
    }
}
