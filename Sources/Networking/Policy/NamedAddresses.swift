internal import Values

/// The addresses that values of the `net` permission name: a name alone may lead to another address tomorrow.
struct NamedAddresses: Sendable, Hashable {
    private enum Host: Sendable, Hashable {
        case any
        case address([UInt8])
        /// A name of this machine: it needs no look-up, so nobody can lead it elsewhere.
        case thisMachine(name: String)
    }

    private struct Entry: Sendable, Hashable {
        var scheme: String?
        var host: Host
        /// `nil` for every port.
        var port: Int?
    }

    /// Names that lead to this machine without a look-up (RFC 6761 §6.3), and those that systems give it in `/etc/hosts`.
    private static let loopbackNames: Set<String> = [
        "localhost", "localhost.localdomain", "localhost4", "localhost6", "ip6-localhost", "ip6-loopback",
    ]

    private let entries: Set<Entry>

    /// Values of the `net` permission; names that need a look-up name no address.
    init(_ values: some Sequence<String>) {
        entries = Set(
            values.compactMap { value in
                let pattern = HostPattern(value)
                // A WebSocket begins as a request of HTTP.
                let scheme = pattern.scheme.map { $0.hasPrefix("ws") ? "http\($0.dropFirst(2))" : $0 }
                return Self.host(pattern.host).map { Entry(scheme: scheme, host: $0, port: pattern.port) }
            }
        )
    }

    static func isLoopbackName(_ name: String) -> Bool { loopbackNames.contains(name) || name.hasSuffix(".localhost") }

    /// Whether a connection to the address is denied: one address of this machine stands for all, since they reach the
    /// same programs, and a name for its address.
    func deny(_ address: IPAddress, port: Int) -> Bool {
        entries.contains { entry in
            guard entry.port == nil || entry.port == port else { return false }
            switch entry.host {
            case .any: return true
            case .thisMachine: return address.isThisMachine
            case .address(let bytes):
                let isOwn = IPAddress(bytes)?.isThisMachine == true && address.isThisMachine
                return isOwn || bytes == address.bytes
            }
        }
    }

    /// Whether a connection to the address is granted by name: the address itself, or this machine under the name that
    /// was given.
    func grant(_ address: IPAddress, for target: NetworkTarget) -> Bool {
        entries.contains { entry in
            guard entry.port == nil || entry.port == target.port else { return false }
            guard entry.scheme == nil || entry.scheme == target.scheme else { return false }
            switch entry.host {
            case .any: return false
            case .thisMachine(let name): return name == target.host && address.isThisMachine
            case .address(let bytes): return bytes == address.bytes
            }
        }
    }

    private static func host(_ name: String) -> Host? {
        if name == "*" { return .any }
        if let address = IPAddress(text: name) { return .address(address.bytes) }
        return isLoopbackName(name) ? .thisMachine(name: name) : nil
    }
}
