internal import CSQLite
internal import Values

/// One connection to a database file, used by one thread only.
final class Connection {
    /// More prepared statements than the driver has texts; a bound in case that a text is ever built from input.
    private static let statementLimit = 256

    let path: String
    private let log: LogSink
    private var handle: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]

    init(path: String, log: @escaping LogSink = { _, _ in }) throws(HeraldError) {
        self.path = path
        self.log = log
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let status = sqlite3_open_v2(path, &handle, flags, nil)
        guard status == SQLITE_OK else {
            let failure = fault(status)
            close()
            throw failure
        }
        sqlite3_busy_timeout(handle, SQLiteFault.busyMilliseconds)
        _ = herald_sqlite_defend(handle)
    }

    deinit { close() }

    /// Whether no transaction is open; SQLite ends one by itself after some errors, for example a full disk.
    var isOutsideTransaction: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// Key of the row that was inserted last.
    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Runs a statement that gives no rows that matter.
    func run(_ sql: String, _ values: [SQLValue] = []) throws(HeraldError) {
        _ = try rows(sql, values) { _ in }
    }

    /// All rows of a query, each turned into a value.
    func rows<T>(_ sql: String, _ values: [SQLValue] = [], _ convert: (inout Row) -> T) throws(HeraldError) -> [T] {
        let found = try judgedRows(sql, values, convert)
        guard found.damaged.isEmpty else {
            throw SQLiteFault.damaged(path: path, "a row holds what this program never writes")
        }
        return found.values
    }

    /// All rows of a query; of a row that holds what the driver never writes only part of the value is right.
    func judgedRows<T>(
        _ sql: String,
        _ values: [SQLValue] = [],
        _ convert: (inout Row) -> T
    ) throws(HeraldError) -> JudgedRows<T> {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (place, value) in values.enumerated() { try bind(value, to: statement, at: Int32(place + 1)) }
        var result = JudgedRows<T>()
        while true {
            let status = sqlite3_step(statement)
            if status == SQLITE_DONE { return result }
            guard status == SQLITE_ROW else { throw fault(status) }
            var row = Row(statement: statement)
            result.values.append(convert(&row))
            if row.isDamaged { result.damaged.append(result.values.count - 1) }
        }
    }

    /// The first row of a query.
    func first<T>(_ sql: String, _ values: [SQLValue] = [], _ convert: (inout Row) -> T) throws(HeraldError) -> T? {
        try rows(sql, values, convert).first
    }

    /// The values of sound rows; whoever runs the database hears of the others.
    func sound<T>(_ rows: JudgedRows<T>, of table: String) -> [T] {
        guard !rows.damaged.isEmpty else { return rows.values }
        log(.error, "a list leaves out \(rows.damaged.count) damaged rows of \(table) in the database \(path)")
        let damaged = Set(rows.damaged)
        return rows.values.indices.filter { !damaged.contains($0) }.map { rows.values[$0] }
    }

    /// Ends all statements and lets go of the file; safe to repeat.
    func close() {
        for statement in statements.values { sqlite3_finalize(statement) }
        statements = [:]
        sqlite3_close_v2(handle)
        handle = nil
    }

    private func prepared(_ sql: String) throws(HeraldError) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        if statements.count >= Self.statementLimit {
            for statement in statements.values { sqlite3_finalize(statement) }
            statements = [:]
        }
        var statement: OpaquePointer?
        let status = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard status == SQLITE_OK, let statement else { throw fault(status) }
        statements[sql] = statement
        return statement
    }

    private func bind(_ value: SQLValue, to statement: OpaquePointer, at place: Int32) throws(HeraldError) {
        let status =
            switch value {
            case .null: sqlite3_bind_null(statement, place)
            case .int(let number): sqlite3_bind_int64(statement, place, number)
            case .double(let number): sqlite3_bind_double(statement, place, number)
            case .text(var text): text.withUTF8 { bind($0, to: statement, at: place) }
            case .utf8(let bytes): bytes.withUnsafeBufferPointer { bind($0, to: statement, at: place) }
            }
        guard status == SQLITE_OK else { throw fault(status) }
    }

    private func bind(_ bytes: UnsafeBufferPointer<UInt8>, to statement: OpaquePointer, at place: Int32) -> Int32 {
        bytes.withMemoryRebound(to: CChar.self) { characters in
            // An empty buffer may have no address, and no address would bind NULL.
            characters.baseAddress.map {
                herald_sqlite_bind_text(statement, place, $0, Int32(clamping: characters.count))
            } ?? herald_sqlite_bind_text(statement, place, "", 0)
        }
    }

    private func fault(_ status: Int32) -> HeraldError {
        let message = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(status)
        return SQLiteFault.error(
            status: status,
            message: message.map { String(cString: $0) } ?? "status \(status)",
            path: path
        )
    }
}

/// Rows of a query, each turned into a value.
struct JudgedRows<Value> {
    var values: [Value] = []
    /// Places in `values` whose rows hold what the driver never writes; only part of the value is right.
    var damaged: [Int] = []

    /// Keeps the first rows; tells whether there were more.
    mutating func cut(to limit: Int) -> Bool {
        guard values.count > limit else { return false }
        values.removeLast(values.count - limit)
        damaged.removeAll { $0 >= limit }
        return true
    }
}
