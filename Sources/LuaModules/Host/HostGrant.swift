internal import Plugins
internal import Values

/// What the person allows and forbids besides the defaults.
package struct HostGrant: Sendable, Hashable {
    /// Kinds of permission that take values.
    package enum Kind: Sendable, Hashable {
        case net
        case open
        case env
        /// Folders, or single files; relative ones are of the folder that is current now.
        case read
        case write
    }

    var grant = PermissionGrant()

    /// Only the defaults.
    package init() {}

    package mutating func allow(_ kind: Kind, _ values: [String]) {
        for value in values { grant.allowed.allow(kind.permission, kind.judged(value)) }
    }

    package mutating func deny(_ kind: Kind, _ values: [String]) {
        for value in values { grant.denied.allow(kind.permission, kind.judged(value)) }
    }
}

extension HostGrant.Kind {
    /// What subjects are held against: for a file where its path really leads.
    fileprivate func judged(_ value: String) -> String {
        guard self == .read || self == .write else { return value }
        // What cannot be followed is no file's path.
        return (try? RealPath(value))?.text ?? value
    }

    fileprivate var permission: PermissionSet.Kind {
        switch self {
        case .net: .net
        case .open: .open
        case .env: .env
        case .read: .read
        case .write: .write
        }
    }
}
