internal import CSQLite
internal import Values

/// One row of a result; columns are read from left to right.
struct Row {
    private let statement: OpaquePointer
    private var column: Int32 = 0
    /// Whether a column held what the driver never writes.
    private(set) var isDamaged = false

    init(statement: OpaquePointer) {
        self.statement = statement
    }

    private mutating func advance() -> Int32 {
        defer { column += 1 }
        return column
    }

    mutating func int() -> Int64 { sqlite3_column_int64(statement, advance()) }

    mutating func bool() -> Bool { int() != 0 }

    mutating func optionalInt() -> Int64? {
        let place = advance()
        return sqlite3_column_type(statement, place) == SQLITE_NULL ? nil : sqlite3_column_int64(statement, place)
    }

    mutating func optionalText() -> String? {
        let place = advance()
        guard let start = sqlite3_column_text(statement, place) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, place))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    mutating func text() -> String { optionalText() ?? "" }

    mutating func optionalJSON() -> JSON? {
        let place = advance()
        guard let start = sqlite3_column_text(statement, place) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, place)))
        do throws(HeraldError) {
            return try JSONText.parse(Array(bytes))
        } catch {
            isDamaged = true
            return nil
        }
    }

    /// JSON text as it stands, or `nil`.
    mutating func written() -> WrittenJSON? {
        let place = advance()
        guard let start = sqlite3_column_text(statement, place) else { return nil }
        let text = WrittenJSON(
            checking: UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, place)))
        )
        if text == nil { isDamaged = true }
        return text
    }

    /// A text that is one of the names of `type`.
    mutating func choice<Choice: RawRepresentable<String>>(_ fallback: Choice) -> Choice {
        guard let choice = Choice(rawValue: text()) else {
            isDamaged = true
            return fallback
        }
        return choice
    }

    mutating func json() -> JSON { optionalJSON() ?? .null }

    mutating func strings() -> [String] { json().array?.compactMap(\.string) ?? [] }
}
