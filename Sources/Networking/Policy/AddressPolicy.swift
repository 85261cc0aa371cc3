internal import Values

/// Which addresses may be reached; decided on the resolved address of every connection and every request.
package struct AddressPolicy: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case any
        case publicOnly(granted: Set<String>, denied: DeniedHosts)
    }

    private let kind: Kind

    /// Every address: for the server that the person named.
    package static let any = AddressPolicy(kind: .any)

    /// The public internet, and what is granted besides: for plugins and scripts.
    ///
    /// A grant is `host`, `host:port` or an origin such as `http://127.0.0.1:8080`; IPv6 hosts in brackets. A denial is
    /// the same and stronger, and where it names an address it meets every name and spelling of that address.
    package static func plugins(
        granted: some Sequence<String>,
        denied: some Sequence<String> = EmptyCollection<String>()
    ) -> AddressPolicy {
        AddressPolicy(kind: .publicOnly(granted: Set(granted.map { $0.lowercased() }), denied: DeniedHosts(denied)))
    }

    /// Whether `address` may be reached in a request to `target`.
    package func allows(_ address: IPAddress, for target: NetworkTarget) -> Bool {
        switch kind {
        case .any: true
        case .publicOnly(let granted, let denied):
            !denied.covers(address, port: target.port)
                && (address.isPublic || !granted.isDisjoint(with: [target.host, target.hostAndPort, target.origin]))
        }
    }

    /// The error for an address that is refused.
    func refusal(_ address: IPAddress, for target: NetworkTarget) -> HeraldError {
        let details: JSON = ["host": .string(target.host), "address": .string(address.description)]
        if case .publicOnly(_, let denied) = kind, denied.covers(address, port: target.port) {
            return HeraldError(
                .denied,
                "\(target.origin) leads to \(address), which is denied",
                hint: "a --deny-net flag forbids it",
                details: details
            )
        }
        return HeraldError(
            .denied,
            "\(target.origin) leads to \(address), which is on this machine or a local network",
            hint: "--allow-net \(target.host)",
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

    package var hostAndPort: String { "\(host):\(port)" }

    /// Scheme, host and a port that is not the scheme's own.
    package var origin: String {
        let isUsual = port == (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(isUsual ? host : hostAndPort)"
    }
}
