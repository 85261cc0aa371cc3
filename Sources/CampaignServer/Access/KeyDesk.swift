package import Storage
package import Values

/// Makes and revokes keys and tokens on a store, whether a server runs on it or not.
package struct KeyDesk: Sendable {
    /// How long a token may be good.
    package static let tokenSeconds = 1...UserTokens.maximumSeconds
    private let store: any CampaignStore
    private let clock: any HeraldClock
    private let random: any RandomSource

    package init(store: any CampaignStore, clock: any HeraldClock, random: any RandomSource) {
        self.store = store
        self.clock = clock
        self.random = random
    }

    /// What an admin key may be limited to.
    package static let rightNames = AccessKey.Right.allCases.map(\.rawValue)

    /// A new admin key with these rights, names of ``rightNames``; `nil` gives all.
    ///
    /// This is the only time it is seen, since only its digest is stored.
    package func newAdminKey(label: String?, rights: [String]?) async throws -> MintedSecret {
        let key = AccessKeyText.make(.admin, random: random)
        let rights = rights.map { Set($0.compactMap(AccessKey.Right.init(rawValue:))) } ?? AccessKey.Right.all
        let stored = try await store.addKey(
            kind: .admin,
            digest: AccessKeyText.digest(key),
            label: label,
            rights: rights
        )
        return MintedSecret(text: key, json: .object(JSONObject([("key", .string(key))] + stored.members)))
    }

    /// A new token of a user; without seconds it is good for a day.
    ///
    /// Throws `not_found` with the nearest id for a user who is not there, unless one is to be made.
    package func newToken(user: String, seconds: Int64?, createsUser: Bool) async throws -> MintedSecret {
        guard UserID.isValid(user) else { throw HeraldError(.invalidArgument, "\"\(user)\" is no user id") }
        if try await store.user(user) == nil, !createsUser { throw try await unknown(user) }
        let tokens = try await UserTokens.kept(in: store, random: random, clock: clock)
        let minted = try await tokens.mint(for: user, in: store, seconds: seconds ?? UserTokens.defaultSeconds)
        return MintedSecret(text: minted.token, json: minted.json)
    }

    private func unknown(_ user: String) async throws -> HeraldError {
        let near = try await store.userNear(user).map { "did you mean \"\($0)\"? " }
        return HeraldError(
            .notFound,
            "there is no user \"\(user)\"",
            hint: "\(near ?? "")--create makes the user"
        )
    }

    /// All keys, oldest first, revoked ones too: `id`, `kind`, `label`, `rights`, `createdAt`, `revokedAt`.
    package func list() async throws -> [JSON] { try await store.keys().map(\.json) }

    /// Revokes a key for good; throws `not_found` with the nearest id.
    package func revoke(_ id: String) async throws {
        guard try await store.revokeKey(id) == nil else { return }
        let near = Suggestion.closest(to: id, among: try await store.keys().map(\.id))
        let hint = near.map { "did you mean \"\($0)\"?" } ?? "herald keys list shows them all"
        throw HeraldError(.notFound, "there is no key \"\(id)\"", hint: hint)
    }

    /// Revokes all tokens of a user that were made until now; throws `not_found` when there is no such user.
    package func revokeTokens(of user: String) async throws {
        guard try await store.revokeTokens(of: user) != nil else {
            throw HeraldError(.notFound, "there is no user \"\(user)\"")
        }
    }
}

extension CampaignStore {
    /// The id of a user that is nearest to one that nobody has.
    func userNear(_ user: String) async throws -> String? {
        let known = try await users(UserQuery(page: PageRequest(limit: 100, sort: .id, order: .ascending)))
        return Suggestion.closest(to: user, among: known.items.map(\.id))
    }
}

/// A key or token that was just made.
package struct MintedSecret: Sendable {
    /// The secret alone.
    package let text: String
    /// The secret and what is known of it.
    package let json: JSON
}

extension AccessKey {
    /// The key as lists show it, without its digest.
    fileprivate var json: JSON { .object(JSONObject(members)) }

    fileprivate var members: [(String, JSON)] {
        [
            ("id", .string(id)), ("kind", .string(kind.rawValue)), ("label", JSON(label)),
            ("rights", .array(Right.allCases.filter(rights.contains).map { .string($0.rawValue) })),
            ("createdAt", .int(createdAt)), ("revokedAt", JSON(revokedAt)),
        ]
    }
}
