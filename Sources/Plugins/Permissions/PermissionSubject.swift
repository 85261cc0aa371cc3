internal import Values

/// One thing that somebody wants to do, to be held against permissions.
package enum PermissionSubject: Sendable, Hashable {
    /// Talking to a host; `isServer` when it is the connected server.
    case net(scheme: String, host: String, port: Int?, isServer: Bool)
    /// Talking to the connected server through the host, which adds the credentials.
    case server
    /// Reading a file, by absolute path without `..`.
    case read(String)
    /// Writing a file, by absolute path without `..`.
    case write(String)
    /// Reading an environment variable.
    case env(String)
    /// Opening a URL of this scheme.
    case open(scheme: String)
    case clipboard
    case call
    case navigate
    case downloads

    /// The kind of permission that it needs.
    package var kind: PermissionSet.Kind {
        switch self {
        case .net, .server: .net
        case .read: .read
        case .write: .write
        case .env: .env
        case .open: .open
        case .clipboard: .clipboard
        case .call: .call
        case .navigate: .navigate
        case .downloads: .downloads
        }
    }

    /// The value to write after the flag that grants it; `nil` for a flag without one.
    package var value: String? {
        switch self {
        case .net(_, let host, let port, _):
            // An IPv6 address with a port after it needs its brackets.
            port.map { host.contains(":") && !host.hasPrefix("[") ? "[\(host)]:\($0)" : "\(host):\($0)" } ?? host
        case .server: PermissionSet.server
        case .read(let path), .write(let path): path
        case .env(let name): name
        case .open(let scheme): scheme
        case .clipboard, .call, .navigate, .downloads: nil
        }
    }

    /// Whether the value of a permission covers it.
    func matches(_ allowed: String) -> Bool {
        switch self {
        case .net(let scheme, let host, let port, let isServer):
            (isServer && allowed == PermissionSet.server)
                || HostPattern(allowed).matches(scheme: scheme, host: host, port: port)
        case .server: allowed == PermissionSet.server
        case .read(let path), .write(let path): Self.isInside(path, folder: allowed)
        case .env(let name): name == allowed
        case .open(let scheme): scheme.lowercased() == allowed
        case .clipboard, .call, .navigate, .downloads: false
        }
    }

    private static func isInside(_ path: String, folder: String) -> Bool {
        let base = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        return path == base || path.hasPrefix(base + "/")
    }
}
