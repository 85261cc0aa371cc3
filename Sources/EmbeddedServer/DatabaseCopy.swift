internal import StorageSQLite
package import Values

/// Copies of a database that may be in use.
package enum DatabaseCopy {
    /// Writes all that the database holds at one moment into a new file that only this user can read.
    ///
    /// - Throws: ``HeraldError`` with `bad_database`, or `io` when there is a file of that name or no room for one.
    package static func make(of database: String, at path: String) async throws(HeraldError) {
        let store = try await SQLiteCampaignStore.open(
            path: database,
            clock: SystemClock(),
            random: SystemRandomSource()
        )
        do {
            try await store.backup(to: path)
            await store.close()
        } catch {
            await store.close()
            throw HeraldError(error)
        }
    }
}
