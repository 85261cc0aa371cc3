import Storage
import Values

/// Tokens for users, made by admins.
///
/// `Idempotency-Key` is not honoured here: a kept reply would be a secret lying in the database, and a token more does no
/// harm.
struct TokenRoutes: Sendable {
    let store: any CampaignStore
    let tokens: UserTokens

    var routes: [Route] {
        [
            Route("POST", "/v1/users/{uid}/tokens", .admin(.users), UserOperations.mint, mint),
            Route("GET", "/v1/token", .userOrAdmin, UserOperations.tokenOwner, owner),
        ]
    }

    private func owner(_ routed: RoutedRequest) async throws -> ServerReply {
        guard let user = routed.caller.user else { throw RequestFault.unauthorized }
        return Envelope.single(["user": .string(user)])
    }

    private func mint(_ routed: RoutedRequest) async throws -> ServerReply {
        let user = routed["uid"]
        guard UserID.isValid(user) else { throw RequestFault.validation("the user id is not valid") }
        var reader = try BodyReader(routed, isOptional: true)
        let seconds = seconds(&reader)
        let createsUser = reader.flag("createUser") ?? false
        try reader.check()
        if !createsUser, try await store.user(user) == nil { throw try await unknown(user) }
        return Envelope.single(try await tokens.mint(for: user, in: store, seconds: seconds).json, status: 201)
    }

    private func unknown(_ user: String) async throws -> RequestFault {
        let near = try await store.userNear(user).map { "did you mean \"\($0)\"? " } ?? ""
        let problem = "there is no user \(ShortText.quoted(user)); \(near)\"createUser\": true makes the user"
        return RequestFault(404, "ERR_NOT_FOUND", "There is no such user.", details: .array([.string(problem)]))
    }

    private func seconds(_ reader: inout BodyReader) -> Int64 {
        let value = reader.body["expiresIn"]
        guard !value.isNull else { return UserTokens.defaultSeconds }
        guard let seconds = value.int, (1...UserTokens.maximumSeconds).contains(seconds) else {
            reader.refuse("expiresIn must be a whole number of seconds from 1 to \(UserTokens.maximumSeconds)")
            return UserTokens.defaultSeconds
        }
        return seconds
    }
}
