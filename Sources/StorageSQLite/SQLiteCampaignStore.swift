internal import Storage
package import Values

/// A campaign store in one SQLite file.
///
/// One thread writes and two read, each with a connection of its own; writes that wait together share one commit.
package final class SQLiteCampaignStore: CampaignStore {
    /// Enough that one long list does not hold up the short ones.
    private static let readerCount = 2

    let clock: any HeraldClock
    let identifiers: IdentifierSource
    /// Where the database lies, or lay while a throw-away one was opened.
    package var path: String { file.path }
    private let file: DatabaseFile
    private let log: LogSink
    private let writes = JobQueue()
    private let reads = JobQueue()
    private let reading: ReadingExecutor
    private let writer = ThreadCount()
    private let readers = ThreadCount()
    private let lock: DatabaseLock?

    /// Opens a database, makes it if there is none, and brings it to the present version.
    ///
    /// Without a path it is a throw-away one, whose name is gone before this returns and whose content is gone with the
    /// process at the latest.
    ///
    /// - Parameters:
    ///   - path: the file; `nil` for a throw-away one.
    ///   - isServer: whether no other server may have the file as long as the store is open.
    ///   - clock: the only source of time.
    ///   - random: the only source of chance.
    ///   - log: hears of damage that costs single rows.
    /// - Returns: the store, ready.
    /// - Throws: ``HeraldError`` with `bad_database` and a hint: the path is a folder, the folder is missing or cannot be
    ///   written, the file is no database, of another program or of a newer version, or another server has it.
    package static func open(
        path: String?,
        isServer: Bool = false,
        clock: any HeraldClock,
        random: any RandomSource,
        log: @escaping LogSink = { _, _ in }
    ) async throws(HeraldError) -> SQLiteCampaignStore {
        let file = if let path { try DatabaseFile(path: path) } else { try DatabaseFile.temporary() }
        let lock = isServer && path != nil ? try DatabaseLock.take(database: file.path) : nil
        let store = SQLiteCampaignStore(file: file, lock: lock, clock: clock, random: random, log: log)
        do {
            try await store.start()
        } catch {
            await store.close()
            file.removeIfTemporary()
            throw HeraldError(error)
        }
        // Every connection holds its files open by now, and SQLite opens none of them by name again.
        file.removeIfTemporary()
        return store
    }

    private init(
        file: DatabaseFile,
        lock: DatabaseLock?,
        clock: any HeraldClock,
        random: any RandomSource,
        log: @escaping LogSink
    ) {
        self.file = file
        self.log = log
        self.lock = lock
        self.clock = clock
        identifiers = IdentifierSource(clock: clock, random: random)
        reading = ReadingExecutor(jobs: reads)
    }

    private func start() async throws {
        let (file, writes, reading, log) = (file, writes, reading, log)
        try await startThread(
            counted: writer,
            opening: { try Self.openWriter(file) },
            serving: { connection in
                while let jobs = writes.take(atMost: Transactions.batchLimit) {
                    Transactions.commit(jobs.compactMap(\.transaction), on: connection)
                }
            }
        )
        for _ in 0..<Self.readerCount {
            try await startThread(
                counted: readers,
                opening: { try Self.openReader(file, log) },
                serving: { reading.serve($0) }
            )
        }
        _ = try await ensureMeta(.epoch, identifiers.next("epoch"))
    }

    private func startThread(
        counted threads: ThreadCount,
        opening open: @escaping @Sendable () throws -> Connection,
        serving serve: @escaping @Sendable (Connection) -> Void
    ) async throws {
        threads.enter()
        do {
            try await DatabaseThread.start(opening: open, serving: serve, ended: { threads.leave() })
        } catch {
            threads.leave()
            throw error
        }
    }

    private static func openWriter(_ file: DatabaseFile) throws -> Connection {
        try file.createIfMissing()
        let connection = try Connection(path: file.path)
        try Schema.migrate(connection)
        try connection.run("PRAGMA journal_mode = WAL")
        // What is thrown away at the end need not survive a power cut.
        try connection.run("PRAGMA synchronous = \(file.temporaryFolder == nil ? "FULL" : "OFF")")
        try connection.run("PRAGMA foreign_keys = ON")
        try connection.run("PRAGMA trusted_schema = OFF")
        return connection
    }

    private static func openReader(_ file: DatabaseFile, _ log: @escaping LogSink) throws -> Connection {
        let connection = try Connection(path: file.path, log: log)
        // SQLite opens a database's files with the first read, which must be before a throw-away one loses its name.
        try connection.run("SELECT count(*) FROM sqlite_schema")
        try connection.run("PRAGMA query_only = ON")
        try connection.run("PRAGMA trusted_schema = OFF")
        return connection
    }

    package var readingExecutor: (any TaskExecutor)? { reading }

    /// Unix seconds of the injected clock.
    var now: Int64 { clock.wallSeconds }

    /// Runs `body` in a transaction that sees one state of the database.
    func read<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        guard let connection = reading.ownConnection else { return try await reads.perform(body) }
        try Task.checkCancellation()
        return try Transactions.read(on: connection, body)
    }

    /// Runs `body` in a transaction and returns after it is durable; `body` may run again when a commit fails.
    ///
    /// What writes many rows says so by `weight`, and then shares no commit with what should not wait for it.
    func write<T: Sendable>(
        weight: Int = 1,
        _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await writes.perform(weight: weight, body)
    }

    package func close() async {
        // SQLite removes the log when the last connection closes; of two that close at once neither is the last.
        reads.close()
        await readers.allLeft()
        writes.close()
        await writer.allLeft()
        lock?.release()
    }
}
