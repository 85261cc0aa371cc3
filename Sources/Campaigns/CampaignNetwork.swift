internal import Networking
package import Values

/// The network as the runtime uses it: two transports, with a connection pool and an address policy each.
package enum CampaignNetwork {
    /// Whose traffic a transport carries.
    package enum Traffic: Sendable, Hashable {
        /// The campaign server's, which the person named: any address.
        case server
        /// Plugins' and scripts': the public internet, the connected server's origin, and what is granted besides as
        /// `host`, `host:port` or origin, less what is denied, also under another name.
        case plugins(granted: [String], server: String? = nil, denied: [String] = [])
    }

    /// A transport over real sockets; nothing is started before its first use.
    package static func transport(
        _ traffic: Traffic,
        random: any RandomSource = SystemRandomSource()
    ) -> any Transport {
        switch traffic {
        case .server: NetworkClient(policy: .any, random: random)
        case .plugins(let granted, let server, let denied):
            NetworkClient(policy: .plugins(granted: granted, server: server, denied: denied), random: random)
        }
    }
}
