package import Values

/// A campaign server on SQLite and a loopback port, in this process.
package final class EmbeddedServer: Sendable {
    /// Where the server listens, for example `http://127.0.0.1:41873`.
    package let url: String
    /// The public key of this run: names the app to `/v1`, never stored.
    package let embedKey: String
    /// The secret key of this run: may call everything, never stored.
    package let adminKey: String

    private init(url: String, embedKey: String, adminKey: String) {
        self.url = url
        self.embedKey = embedKey
        self.adminKey = adminKey
    }

    /// Opens the database, applies the campaigns folder and starts to listen.
    ///
    /// - Throws: ``HeraldError`` with `port_in_use`, `bad_database`, `bad_authoring` or `io`.
    package static func start(_ configuration: Configuration) async throws(HeraldError) -> EmbeddedServer {
        throw HeraldError(.unsupported, "the server is not part of this build")
    }

    /// A signed token for a user, who is created if unknown.
    package func mintToken(user: String) async throws(HeraldError) -> String {
        throw HeraldError(.unsupported, "the server is not part of this build")
    }

    /// Stops listening, tells live sockets, closes the database and removes a throw-away one; safe to repeat.
    package func shutDown() async {}
}
