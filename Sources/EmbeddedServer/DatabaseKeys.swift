internal import CampaignServer
internal import StorageSQLite
package import Values

/// The keys of a database, for the one who has the file; a server may run on it meanwhile.
package struct DatabaseKeys: Sendable {
    /// What an admin key may be limited to.
    package static let rightNames = KeyDesk.rightNames
    /// How many seconds a token may be good.
    package static let tokenSeconds = KeyDesk.tokenSeconds
    private let desk: KeyDesk

    /// Opens the keys of a database, which is made if there is none, and closes it after `body`.
    ///
    /// - Throws: ``HeraldError`` with `bad_database`, or what `body` throws.
    package static func open<Result: Sendable>(
        _ path: String,
        _ body: (DatabaseKeys) async throws -> Result
    ) async throws(HeraldError) -> Result {
        let (clock, random) = (SystemClock(), SystemRandomSource())
        let store = try await SQLiteCampaignStore.open(path: path, clock: clock, random: random)
        do {
            let result = try await body(DatabaseKeys(desk: KeyDesk(store: store, clock: clock, random: random)))
            await store.close()
            return result
        } catch {
            await store.close()
            throw HeraldError(error)
        }
    }

    /// A new admin key with these rights, names of ``rightNames``; `nil` gives all.
    package func newAdminKey(label: String?, rights: [String]?) async throws -> Secret {
        Secret(try await desk.newAdminKey(label: label, rights: rights))
    }

    /// A new token of a user; `nil` seconds make it good for a day.
    ///
    /// Throws `not_found` with the nearest id for a user who is not there, unless one is to be made.
    package func newToken(user: String, seconds: Int64?, createsUser: Bool) async throws -> Secret {
        Secret(try await desk.newToken(user: user, seconds: seconds, createsUser: createsUser))
    }

    /// A key or token that was just made.
    package struct Secret: Sendable {
        /// The secret alone.
        package let text: String
        /// The secret and what is known of it.
        package let json: JSON

        fileprivate init(_ secret: MintedSecret) { (text, json) = (secret.text, secret.json) }
    }

    /// All keys, oldest first, revoked ones too: `id`, `kind`, `label`, `rights`, `createdAt`, `revokedAt`.
    package func list() async throws -> [JSON] { try await desk.list() }

    /// Revokes a key for good; throws `not_found` with the nearest id.
    package func revoke(_ id: String) async throws { try await desk.revoke(id) }

    /// Revokes all tokens of a user that were made until now; throws `not_found` when there is no such user.
    package func revokeTokens(of user: String) async throws { try await desk.revokeTokens(of: user) }
}
