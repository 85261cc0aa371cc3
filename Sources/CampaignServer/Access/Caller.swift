import Storage

/// Who makes a request, as far as the credentials show.
struct Caller: Sendable, Hashable {
    /// The kind of the valid key, if there was one.
    var key: AccessKey.Kind?
    /// What an admin key allows.
    var rights: Set<AccessKey.Right> = []
    /// The acting user: the token's, or the one an admin acts for.
    var user: String?
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
    /// An admin key with that right, and nobody acted for; an acting user is refused with the status.
    case admin(AccessKey.Right, onBehalf: Int = 403)

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
            if caller.user == nil { try caller.checkRight(method == "GET" || method == "HEAD" ? .read : .users) }
        case .admin(let right, let onBehalf):
            guard caller.user == nil || caller.isAdmin else { throw .forbidden("Users may not do this.") }
            guard caller.key != .embed else { throw .forbidden("This needs an admin key.") }
            guard caller.isAdmin else { throw .unauthorized }
            guard caller.user == nil else {
                let message = "This cannot be done on behalf of a user."
                throw onBehalf == 400 ? .validation(message) : .forbidden(message)
            }
            try caller.checkRight(right)
        }
    }
}

extension Caller {
    /// Refuses an admin key that has not this right.
    func checkRight(_ right: AccessKey.Right) throws(RequestFault) {
        guard rights.contains(right) else { throw .forbidden("The key has not the right \"\(right.rawValue)\".") }
    }
}
