internal import Plugins

/// What the person allows and forbids besides the defaults.
package struct HostGrant: Sendable, Hashable {
    /// Kinds of permission that take values.
    package enum Kind: Sendable, Hashable {
        case net
        case open
        case env
    }

    var grant = PermissionGrant()

    /// Only the defaults.
    package init() {}

    package mutating func allow(_ kind: Kind, _ values: [String]) {
        for value in values { grant.allowed.allow(kind.permission, value) }
    }

    package mutating func deny(_ kind: Kind, _ values: [String]) {
        for value in values { grant.denied.allow(kind.permission, value) }
    }
}

extension HostGrant.Kind {
    fileprivate var permission: PermissionSet.Kind {
        switch self {
        case .net: .net
        case .open: .open
        case .env: .env
        }
    }
}
