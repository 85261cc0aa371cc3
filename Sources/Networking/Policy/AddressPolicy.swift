internal import Values

/// Which addresses may be reached; decided after the look-up and before the connection, on every hop and again for every
/// request over a pooled connection, so that a name that leads elsewhere since then is judged by where it leads now.
package struct AddressPolicy: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case any
        case publicOnly(granted: NamedAddresses, server: String?, denied: NamedAddresses)
    }

    private let kind: Kind

    /// Every address: for the server that the person named.
    package static let any = AddressPolicy(kind: .any)

    /// The public internet, and what is granted besides: for plugins and scripts.
    ///
    /// A grant is `host`, `host:port` or an origin such as `http://127.0.0.1:8080`; IPv6 hosts in brackets. An address of
    /// this machine or a local network is reached only when the address itself is granted, or `localhost`: whoever has
    /// the say over a granted name could lead it there. A denial is stronger, and where it names an address it meets
    /// every name and spelling of that address. `server` is the origin of the connected server, which may be anywhere,
    /// since the person named it.
    package static func plugins(
        granted: some Sequence<String>,
        server: String? = nil,
        denied: some Sequence<String> = EmptyCollection<String>()
    ) -> AddressPolicy {
        let (granted, denied) = (NamedAddresses(granted), NamedAddresses(denied))
        return AddressPolicy(kind: .publicOnly(granted: granted, server: server?.lowercased(), denied: denied))
    }

    /// Whether `address` may be reached in a request to `target`.
    package func allows(_ address: IPAddress, for target: NetworkTarget) -> Bool {
        switch kind {
        case .any: true
        case .publicOnly(let granted, let server, let denied):
            !denied.deny(address, port: target.port)
                && (address.isPublic || server == target.origin || granted.grant(address, for: target))
        }
    }

    /// The error for an address that is refused.
    func refusal(_ address: IPAddress, for target: NetworkTarget) -> HeraldError {
        var details: JSON = ["host": .string(target.host), "address": .string(address.description)]
        if case .publicOnly(_, _, let denied) = kind, denied.deny(address, port: target.port) {
            return HeraldError(
                .denied,
                "\(target.origin) leads to \(address), which is denied",
                hint: "a --deny-net flag forbids it",
                details: details
            )
        }
        let range = AddressRange.of(address) ?? .reserved
        details["range"] = .string(range.rawValue)
        let isOwnName = address.isThisMachine && NamedAddresses.isLoopbackName(target.host)
        return HeraldError(
            .denied,
            "\(target.origin) leads to \(address), which is no address of the internet (\(range.rawValue))",
            hint: "--allow-net \(isOwnName ? target.host : address.hostText)",
            details: details
        )
    }
}

/// Where a request goes, as its URL says.
package struct NetworkTarget: Sendable, Hashable {
    /// `http` or `https`.
    package var scheme: String
    /// Lower case; IPv6 in brackets.
    package var host: String
    package var port: Int

    package init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        self.port = port
    }

    /// The address that the host is, when it is no name.
    var address: IPAddress? { IPAddress(text: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host) }

    package var hostAndPort: String { "\(host):\(port)" }

    /// Scheme, host and a port that is not the scheme's own.
    package var origin: String {
        let isUsual = port == (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(isUsual ? host : hostAndPort)"
    }
}
