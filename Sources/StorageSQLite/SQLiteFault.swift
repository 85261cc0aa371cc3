internal import CSQLite
internal import Values

/// What SQLite reported, turned into an error for people.
enum SQLiteFault {
    /// How long a write waits for another process, in milliseconds.
    static let busyMilliseconds: Int32 = 5000

    static func damaged(path: String, _ message: String) -> HeraldError {
        HeraldError(
            .badDatabase,
            "the database \(path) is damaged: \(message)",
            hint: "restore it from a copy; `sqlite3 FILE .recover` may save what is left"
        )
    }

    static func error(status: Int32, message: String, path: String) -> HeraldError {
        // The low byte is the primary result code, the rest says more; see sqlite.org/rescode.html.
        switch status & 0xFF {
        case SQLITE_NOTADB:
            HeraldError(
                .badDatabase,
                "\(path) is not a database",
                hint: "name another file, or move this one away"
            )
        case SQLITE_CORRUPT:
            damaged(path: path, message)
        case SQLITE_FULL:
            HeraldError(.io, "no space is left for the database \(path)", hint: "free some space and try again")
        case SQLITE_BUSY, SQLITE_LOCKED:
            HeraldError(
                .io,
                "the database \(path) is in use by another process",
                hint: "end that process; a write waits \(busyMilliseconds / 1000) seconds for it"
            )
        case SQLITE_READONLY, SQLITE_PERM:
            HeraldError(
                .badDatabase,
                "the database \(path) cannot be written: \(message)",
                hint: "give this user the right to write the file and its folder"
            )
        case SQLITE_CANTOPEN:
            HeraldError(
                .badDatabase,
                "the database \(path) cannot be opened: \(message)",
                hint: "check that the folder exists and that this user may write to it"
            )
        case SQLITE_IOERR:
            HeraldError(.io, "the database \(path) could not be read or written: \(message)")
        default:
            HeraldError(.failed, "the database \(path) refused an operation: \(message)")
        }
    }
}
