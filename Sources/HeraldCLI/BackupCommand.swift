internal import EmbeddedServer
internal import Glibc
internal import Values

/// `herald backup`: a copy of a database that may be in use.
struct BackupCommand: Sendable {
    let settings: Settings

    func perform() async throws(HeraldError) -> ExitStatus {
        let database = try settings.neededDatabase()
        try Settings.checkExists(database)
        try await DatabaseCopy.make(of: database, at: settings.invocation.operands[0])
        return .done
    }
}

extension Settings {
    /// The database that a verb works on.
    func neededDatabase() throws(HeraldError) -> String {
        guard let database = value(CommandTable.database) else {
            throw HeraldError(
                .usage,
                "herald \(invocation.verb) needs --database",
                hint: "name the database of the server, for example --database herald.db"
            )
        }
        return database
    }

    /// Refuses a database that is not there, unless it is to be made: a slip in its name shall not make another one.
    func checkDatabase(_ database: String) throws(HeraldError) {
        guard !has(CommandTable.create), !Self.exists(database) else { return }
        throw HeraldError(
            .badDatabase,
            "there is no database \(database)",
            hint: "--create makes a new one of that name"
        )
    }

    static func exists(_ database: String) -> Bool { access(database, F_OK) == 0 }

    /// Refuses a database that is not there: to look into a new one would be a slip in its name.
    static func checkExists(_ database: String) throws(HeraldError) {
        guard exists(database) else {
            throw HeraldError(.badDatabase, "there is no database \(database)")
        }
    }
}
