internal import Values

/// How jobs become transactions.
enum Transactions {
    /// How much is written with one commit at most, in small writes; bounds how long the first of them waits.
    static let batchLimit = 64

    /// Commits jobs together, so that many small writes pay for one flush to the disk.
    ///
    /// Each job has its own savepoint: one that throws leaves the others alone. When the whole transaction is lost, every
    /// job is tried again by itself, so that a job fails only through its own fault.
    static func commit(_ jobs: [any DatabaseJob], on connection: Connection) {
        guard jobs.count > 1 else {
            for job in jobs { commitAlone(job, on: connection) }
            return
        }
        do throws(HeraldError) {
            try connection.run("BEGIN IMMEDIATE")
        } catch {
            // Another process holds the file: one wait is enough for all.
            for job in jobs { job.fail(error) }
            return
        }
        var outcomes: [(job: any DatabaseJob, error: (any Error)?)] = []
        do {
            for job in jobs {
                outcomes.append((job, try failure(of: job, on: connection)))
            }
            try connection.run("COMMIT")
        } catch {
            rollBack(connection)
            for job in jobs { commitAlone(job, on: connection) }
            return
        }
        for (job, error) in outcomes {
            if let error { job.fail(error) } else { job.succeed() }
        }
    }

    /// Runs a job on one consistent view of the database.
    static func read(_ job: any DatabaseJob, on connection: Connection) {
        inTransaction("BEGIN", job, on: connection)
    }

    /// Gives what `body` finds in one consistent view of the database.
    static func read<T>(on connection: Connection, _ body: (Connection) throws -> T) throws -> T {
        try inTransaction("BEGIN", on: connection, body)
    }

    private static func commitAlone(_ job: any DatabaseJob, on connection: Connection) {
        inTransaction("BEGIN IMMEDIATE", job, on: connection)
    }

    private static func inTransaction(_ begin: String, _ job: any DatabaseJob, on connection: Connection) {
        do {
            try inTransaction(begin, on: connection) { try job.attempt(on: $0) }
        } catch {
            job.fail(error)
            return
        }
        job.succeed()
    }

    private static func inTransaction<T>(
        _ begin: String,
        on connection: Connection,
        _ body: (Connection) throws -> T
    ) throws -> T {
        do {
            try connection.run(begin)
            let result = try body(connection)
            try connection.run("COMMIT")
            return result
        } catch {
            rollBack(connection)
            throw error
        }
    }

    /// What a job threw, after its changes were undone; throws when that took the transaction with it.
    private static func failure(of job: any DatabaseJob, on connection: Connection) throws -> (any Error)? {
        try connection.run("SAVEPOINT job")
        do {
            try job.attempt(on: connection)
        } catch {
            guard !connection.isOutsideTransaction else { throw error }
            try connection.run("ROLLBACK TO job")
            try connection.run("RELEASE job")
            return error
        }
        try connection.run("RELEASE job")
        return nil
    }

    private static func rollBack(_ connection: Connection) {
        guard !connection.isOutsideTransaction else { return }
        // If even this fails the next BEGIN reports it to the next job; there is nobody else to tell.
        try? connection.run("ROLLBACK")
    }
}
