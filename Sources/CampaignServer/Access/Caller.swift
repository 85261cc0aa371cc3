import Storage
import Values

/// Who makes a request, as far as the credentials show.
struct Caller: Sendable, Hashable {
    /// The kind of the valid key, if there was one.
    var key: AccessKey.Kind?
    /// What an admin key allows.
    var rights: Set<AccessKey.Right> = []
    /// The acting user: the token's, or the one an admin acts for.
    var user: String?
    /// What the token says; `nil` without one.
    var claim: UserTokens.Claim?
    /// What the store said of the token's user; `nil` without a token.
    var standing: UserStanding?

    var isAdmin: Bool { key == .admin }
}

/// What a route needs of its caller.
enum Access: Sendable {
    /// Nothing.
    case open
    /// An embed key or an admin key.
    case key
    /// A key and an acting user.
    case keyAndUser
    /// An acting user or an admin key: `/v3` with the rights of a user or of all.
    case userOrAdmin
    /// An admin key with those rights, and nobody acted for; an acting user is refused with the status.
    case adminWith([AccessKey.Right], onBehalf: Int)

    /// An admin key with those rights, and nobody acted for.
    static func admin(_ rights: AccessKey.Right..., onBehalf: Int = 403) -> Access {
        .adminWith(rights, onBehalf: onBehalf)
    }

    /// Whether credentials are not even looked at.
    var isOpen: Bool {
        if case .open = self { true } else { false }
    }

    /// Refuses a caller that does not have what is needed.
    ///
    /// An admin who acts for nobody needs a right for what the method does.
    func check(_ caller: Caller, method: String) throws(RequestFault) {
        switch self {
        case .open: return
        case .key:
            guard caller.key != nil else { throw .unauthorized }
        case .keyAndUser:
            guard caller.key != nil, caller.user != nil else { throw .unauthorized }
        case .userOrAdmin:
            guard caller.user != nil || caller.isAdmin else { throw .unauthorized }
            if caller.user == nil { try caller.checkRights([method == "GET" || method == "HEAD" ? .read : .users]) }
        case .adminWith(let rights, let onBehalf):
            guard caller.user == nil || caller.isAdmin else {
                throw .forbidden("This needs an admin key; a user's token does not allow it.")
            }
            guard caller.key != .embed else { throw .forbidden("This needs an admin key; an embed key is none.") }
            guard caller.isAdmin else { throw .unauthorized }
            guard caller.user == nil else {
                let message = "This cannot be done on behalf of a user."
                throw onBehalf == 400 ? .validation(message) : .forbidden(message)
            }
            try caller.checkRights(rights)
        }
    }
}

extension Caller {
    /// Refuses an admin key that lacks any of these rights; the refusal names all that are needed at once.
    func checkRights(_ needed: [AccessKey.Right]) throws(RequestFault) {
        let missing = needed.filter { !rights.contains($0) }.map(\.rawValue)
        guard let last = missing.last else { return }
        let names = missing.dropLast().joined(separator: ", ") + (missing.count > 1 ? " and " : "") + last
        var fault = RequestFault.forbidden("The key lacks the right\(missing.count > 1 ? "s" : "") \(names).")
        fault.details = [
            "neededRights": .array(needed.map { .string($0.rawValue) }),
            "missingRights": .array(missing.map(JSON.string)),
        ]
        throw fault
    }
}
