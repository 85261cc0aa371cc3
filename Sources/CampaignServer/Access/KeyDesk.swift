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
    package func newAdminKey(label: String?, rights: [String]?) async throws -> String {
        let key = AccessKeyText.make(.admin, random: random)
        let rights = rights.map { Set($0.compactMap(AccessKey.Right.init(rawValue:))) } ?? AccessKey.Right.all
        _ = try await store.addKey(kind: .admin, digest: AccessKeyText.digest(key), label: label, rights: rights)
        return key
    }

    /// A new token of a user, who is created if unknown; without seconds it is good for a day.
    package func newToken(user: String, seconds: Int64?) async throws -> String {
        guard UserID.isValid(user) else { throw HeraldError(.invalidArgument, "\"\(user)\" is no user id") }
        let tokens = try await UserTokens.kept(in: store, random: random, clock: clock)
        _ = try await store.ensureUser(user, name: nil)
        let generation = try await store.tokenGeneration(of: user) ?? 0
        return tokens.mint(user: user, generation: generation, seconds: seconds ?? UserTokens.defaultSeconds).token
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

extension AccessKey {
    /// The key as lists show it, without its digest.
    fileprivate var json: JSON {
        [
            "id": .string(id), "kind": .string(kind.rawValue), "label": JSON(label),
            "rights": .array(Right.allCases.filter(rights.contains).map { .string($0.rawValue) }),
            "createdAt": .int(createdAt), "revokedAt": JSON(revokedAt),
        ]
    }
}
