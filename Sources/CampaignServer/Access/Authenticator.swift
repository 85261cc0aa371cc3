import Storage
import Values

/// Finds out who makes a request; never logs what it sees.
struct Authenticator: Sendable {
    private let store: any CampaignStore
    private let tokens: UserTokens
    /// Digests of the keys that were made with the server and are not in its table of keys.
    private let runKeys: [(digest: [UInt8], kind: AccessKey.Kind)]

    init(store: any CampaignStore, tokens: UserTokens, embedKey: String, adminKey: String) {
        self.store = store
        self.tokens = tokens
        runKeys = [
            (Array(AccessKeyText.digest(embedKey).utf8), .embed),
            (Array(AccessKeyText.digest(adminKey).utf8), .admin),
        ]
    }

    /// The caller of a request.
    ///
    /// A credential that is there must be valid, also where it is not needed. Throws ``RequestFault`` with 401, or 403
    /// when a user's token comes with another user's name.
    func caller(of request: ServerRequest) async throws -> Caller {
        var caller = Caller()
        if let key = request.header("apikey") {
            guard let found = try await found(key) else { throw RequestFault.unauthorized }
            caller.key = found.kind
            caller.rights = found.rights
        }
        if let token = request.header("authtoken") {
            // A token that was revoked is of an older generation than its user.
            guard let claim = tokens.claim(of: token),
                let standing = try await store.standing(of: claim.user), standing.tokenGeneration == claim.generation
            else { throw RequestFault.unauthorized }
            caller.user = claim.user
            caller.claim = claim
            caller.standing = standing
        }
        if let application = request.header("appid"), application != Application.localID {
            throw RequestFault.unauthorized
        }
        if let user = request.header("onbehalfof"), !user.isEmpty {
            guard caller.user == nil || caller.user == user else {
                throw RequestFault.forbidden("The token is another user's.")
            }
            guard caller.user != nil || caller.isAdmin else { throw RequestFault.unauthorized }
            if caller.user == nil { try caller.checkRights([.users]) }
            caller.user = user
        }
        return caller
    }

    private func found(_ key: String) async throws -> (kind: AccessKey.Kind, rights: Set<AccessKey.Right>)? {
        let text = AccessKeyText.digest(key)
        let digest = Array(text.utf8)
        var found: AccessKey.Kind?
        // All are compared, whichever matches.
        for known in runKeys where Digest.areEqual(known.digest, digest) { found = known.kind }
        if let found { return (found, AccessKey.Right.all) }
        guard let stored = try await store.key(digest: text), stored.revokedAt == nil else { return nil }
        return (stored.kind, stored.rights)
    }
}
