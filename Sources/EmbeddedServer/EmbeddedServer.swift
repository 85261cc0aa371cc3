internal import CampaignServer
internal import StorageSQLite
package import Values

/// A campaign server on SQLite and a loopback port, in this process.
package final class EmbeddedServer: Sendable {
    private let server: CampaignServer
    private let store: SQLiteCampaignStore

    private init(server: CampaignServer, store: SQLiteCampaignStore) {
        self.server = server
        self.store = store
    }

    /// Where the server listens, for example `http://127.0.0.1:41873`.
    package var url: String { server.url }
    /// The public key: names the app to `/v1`; the same as long as the database is.
    package var embedKey: String { server.embedKey }
    /// The secret key of this run: may call everything, never stored.
    package var adminKey: String { server.adminKey }
    /// The first user that the authoring files name: who one is when nobody said.
    package var firstUser: String? { server.firstUser }

    /// Opens the database, applies the campaigns folder and starts to listen.
    ///
    /// - Throws: ``HeraldError`` with `port_in_use`, `bad_database`, `bad_authoring`, `invalid_argument` or `io`.
    package static func start(_ configuration: Configuration) async throws(HeraldError) -> EmbeddedServer {
        let store = try await SQLiteCampaignStore.open(
            path: configuration.database,
            isServer: true,
            clock: configuration.clock,
            random: configuration.random,
            log: configuration.log
        )
        do throws(HeraldError) {
            let server = try await CampaignServer.start(on: store, configuration.server)
            return EmbeddedServer(server: server, store: store)
        } catch {
            await store.close()
            throw error
        }
    }

    /// A signed token for a user, who is created if unknown; valid for a day.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument` for a text that is no user id.
    package func mintToken(user: String) async throws(HeraldError) -> String {
        try await server.mintToken(user: user)
    }

    /// Applies a folder of authoring files to the running server; what is there already is not made again.
    ///
    /// - Returns: `created`, `updated` and `unchanged` count entries, `sent` the messages that went to feeds.
    /// - Throws: ``HeraldError`` with `bad_authoring`.
    @discardableResult
    package func apply(campaigns folder: String) async throws(HeraldError) -> JSON {
        try await server.apply(folder)
    }

    /// Stops listening, tells live sockets, closes the database and removes a throw-away one; safe to repeat.
    package func shutDown() async {
        await server.shutDown()
        await store.close()
    }
}
