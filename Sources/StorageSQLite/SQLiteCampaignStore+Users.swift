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
