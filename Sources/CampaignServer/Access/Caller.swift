import Storage

/// Who makes a request, as far as the credentials show.
struct Caller: Sendable, Hashable {
    /// The kind of the valid key, if there was one.
    var key: AccessKey.Kind?
    /// The acting user: the token's, or the one an admin acts for.
    var user: String?

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
    /// An admin key, and nobody acted for.
    case admin

    /// Whether credentials are not even looked at.
    var isOpen: Bool {
        if case .open = self { true } else { false }
    }

    /// Refuses a caller that does not have what is needed.
    func check(_ caller: Caller) throws(RequestFault) {
        switch self {
        case .open: return
        case .key:
            guard caller.key != nil else { throw .unauthorized }
        case .keyAndUser:
            guard caller.key != nil, caller.user != nil else { throw .unauthorized }
        case .userOrAdmin:
            guard caller.user != nil || caller.isAdmin else { throw .unauthorized }
        case .admin:
            guard caller.user == nil || caller.isAdmin else { throw .forbidden("Users may not do this.") }
            guard caller.key != .embed else { throw .forbidden("This needs an admin key.") }
            guard caller.isAdmin else { throw .unauthorized }
            guard caller.user == nil else { throw .forbidden("This cannot be done on behalf of a user.") }
        }
    }
}
