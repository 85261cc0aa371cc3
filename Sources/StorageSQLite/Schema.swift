internal import Values

/// The tables, as the list of steps that made them; a step that was released never changes.
enum Schema {
    /// Marks the file as ours, `Hrld` in ASCII; see `PRAGMA application_id`.
    static let applicationID: Int64 = 0x4872_6C64

    static let version = Int64(steps.count)

    /// Brings a file to the present version, all in one transaction.
    static func migrate(_ connection: Connection) throws(HeraldError) {
        let stored = try number("PRAGMA user_version", connection)
        let owner = try number("PRAGMA application_id", connection)
        let tables = try number("SELECT count(*) FROM sqlite_schema", connection)
        guard owner == applicationID || (owner == 0 && stored == 0 && tables == 0) else {
            throw HeraldError(
                .badDatabase,
                "\(connection.path) is a database of another program",
                hint: "name another file"
            )
        }
        guard stored <= version else {
            throw HeraldError(
                .badDatabase,
                "the database \(connection.path) has version \(stored); this program knows versions up to \(version)",
                hint: "use a newer version of this program"
            )
        }
        guard stored < version else { return }
        try connection.run("BEGIN EXCLUSIVE")
        do throws(HeraldError) {
            // Another process may have been quicker.
            let first = try number("PRAGMA user_version", connection)
            for step in steps.dropFirst(Int(first)) {
                for statement in step { try connection.run(statement) }
            }
            // A PRAGMA takes no parameters; both values are constants.
            try connection.run("PRAGMA application_id = \(applicationID)")
            try connection.run("PRAGMA user_version = \(version)")
            try connection.run("COMMIT")
        } catch {
            if !connection.isOutsideTransaction { try? connection.run("ROLLBACK") }
            throw error
        }
    }

    private static func number(_ sql: String, _ connection: Connection) throws(HeraldError) -> Int64 {
        try connection.first(sql) { $0.int() } ?? 0
    }

    private static let steps: [[String]] = [
        SchemaStep1.statements, SchemaStep2.statements, SchemaStep3.statements, SchemaStep4.statements,
        SchemaStep5.statements, SchemaStep6.statements,
    ]
}
