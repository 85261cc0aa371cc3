internal import Values

/// What is denied, as addresses: a denial by text alone would be passed by under another name or spelling.
struct DeniedHosts: Sendable, Hashable {
    private enum Host: Sendable, Hashable {
        case any
        case address(IPAddress)
        /// All of this machine: its loopback addresses reach the same programs.
        case thisMachine
    }

    private struct Denial: Sendable, Hashable {
        var host: Host
        /// `nil` for every port.
        var port: Int?
    }

    /// Names that lead to this machine without a look-up (RFC 6761 §6.3), and those that systems give it in `/etc/hosts`.
    private static let loopbackNames: Set<String> = [
        "localhost", "localhost.localdomain", "localhost4", "localhost6", "ip6-localhost", "ip6-loopback",
    ]

    private let denials: Set<Denial>

    /// Values of the `net` permission; a name that needs a look-up is judged by its text elsewhere.
    init(_ values: some Sequence<String>) {
        denials = Set(
            values.compactMap { value in
                let pattern = HostPattern(value)
                return Self.host(pattern.host).map { Denial(host: $0, port: pattern.port) }
            }
        )
    }

    /// Whether a connection to the address and port is denied.
    func covers(_ address: IPAddress, port: Int) -> Bool {
        denials.contains { denial in
            guard denial.port == nil || denial.port == port else { return false }
            return switch denial.host {
            case .any: true
            case .address(let denied): denied == address
            case .thisMachine: address.isThisMachine
            }
        }
    }

    private static func host(_ name: String) -> Host? {
        if name == "*" { return .any }
        if let address = IPAddress(text: name) { return address.isThisMachine ? .thisMachine : .address(address) }
        return loopbackNames.contains(name) || name.hasSuffix(".localhost") ? .thisMachine : nil
    }
}
