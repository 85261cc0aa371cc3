internal import CampaignServer
package import Values

extension EmbeddedServer {
    /// What a server is started with.
    package struct Configuration: Sendable {
        /// Path of the database; `nil` for a throw-away one that goes with the server.
        package var database: String?
        /// Numeric address to listen on.
        package var host = "127.0.0.1"
        /// Port to listen on; 0 for any free one.
        package var port: UInt16 = 0
        /// Folder of authoring files (`scripts/campaigns`) that is applied at start; `nil` for none.
        package var campaigns: String?
        /// Folder of agent scripts; `nil` for `../agents` beside the campaigns folder.
        package var agents: String?
        /// How long feed items are kept after they were sent; `nil` for ever.
        package var retention: Duration?
        /// The server's only source of time.
        package var clock: any HeraldClock = SystemClock()
        /// The server's only source of chance.
        package var random: any RandomSource = SystemRandomSource()
        /// Where events of the server go; never holds a key or token.
        package var log: LogSink = { _, _ in }

        package init() {}
    }
}

extension EmbeddedServer.Configuration {
    /// The part of it that concerns the server and not its database.
    var server: CampaignServer.Configuration {
        var server = CampaignServer.Configuration()
        server.host = host
        server.port = port
        server.campaigns = campaigns
        server.agents = agents
        server.retention = retention
        server.clock = clock
        server.random = random
        server.log = log
        return server
    }
}
