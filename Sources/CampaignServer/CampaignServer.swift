package import Storage
package import Values

/// The campaign server: every interface over one store, on one port.
package final class CampaignServer: Sendable {
    /// What a server is started with.
    package struct Configuration: Sendable {
        /// Numeric address to listen on.
        package var host = "127.0.0.1"
        /// Port to listen on; 0 for any free one.
        package var port: UInt16 = 0
        /// Folder of authoring files that is applied at start.
        package var campaigns: String?
        /// Folder of agent scripts; `nil` for `agents` beside the campaigns folder.
        package var agents: String?
        /// How long feed items are kept after they were sent; `nil` for ever.
        package var retention: Duration?
        package var clock: any HeraldClock = SystemClock()
        package var random: any RandomSource = SystemRandomSource()
        package var log: LogSink = { _, _ in }
        package var limits = HTTPLimits()

        package init() {}
    }

    /// Where the server listens, for example `http://127.0.0.1:41873`.
    package let url: String
    /// The public key of the server's own app; the same as long as the database is.
    package let embedKey: String
    /// The secret key of this run, never stored.
    package let adminKey: String
    /// The first user that the authoring files name: who one is when nobody said.
    package let firstUser: String?
    private let store: any CampaignStore
    private let parts: ServerParts
    private let engine: HTTPEngine
    private let configuration: Configuration

    /// Listens, applies the campaigns folder to the store and answers from then on.
    ///
    /// The store stays the caller's, who closes it after ``shutDown()``.
    ///
    /// - Throws: ``HeraldError`` with `port_in_use`, `bad_authoring`, `invalid_argument`, `io` or what the store says.
    package static func start(
        on store: any CampaignStore,
        _ configuration: Configuration
    ) async throws(HeraldError) -> CampaignServer {
        let socket = try ListeningSocket.open(host: configuration.host, port: configuration.port)
        let url = "http://\(ListeningSocket.name(configuration.host, socket.port))"
        let parts: ServerParts
        var firstUser: String?
        do throws(HeraldError) {
            // The port is known and callers wait in the kernel's queue, so messages can be rendered with the address.
            parts = try await ServerParts(store: store, url: url, configuration)
            if let folder = configuration.campaigns {
                firstUser = try await parts.apply(folder, configuration).firstUser
            }
        } catch {
            closeDescriptor(socket.descriptor)
            throw error
        }
        return try CampaignServer(
            socket,
            url: url,
            store: store,
            parts: parts,
            firstUser: firstUser,
            configuration
        )
    }

    private init(
        _ socket: ListeningSocket,
        url: String,
        store: any CampaignStore,
        parts: ServerParts,
        firstUser: String?,
        _ configuration: Configuration
    ) throws(HeraldError) {
        let handler = parts.handler
        engine = try HTTPEngine.start(
            on: socket,
            limits: configuration.limits,
            clock: configuration.clock,
            log: configuration.log,
            reading: store.readingExecutor,
            refusal: { request, fault in handler.refusal(request, fault) },
            handler: { request in await handler.answer(request) }
        )
        self.url = url
        self.firstUser = firstUser
        self.store = store
        self.parts = parts
        embedKey = parts.embedKey
        adminKey = parts.adminKey
        self.configuration = configuration
    }

    /// All that can be asked for.
    var routes: [Route] { parts.handler.router.routes }

    /// The port it listens on.
    package var port: UInt16 { engine.port }

    /// Applies a folder of authoring files and tells live connections of new messages; applying again changes nothing.
    ///
    /// - Returns: what ``AuthoringReport/json`` has.
    /// - Throws: ``HeraldError`` with `bad_authoring` or what the store says.
    package func apply(_ folder: String) async throws(HeraldError) -> JSON {
        try await parts.apply(folder, configuration).json
    }

    /// A signed token for a user, who is created if unknown.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument` for a text that is no user id, or what the store says.
    package func mintToken(user: String) async throws(HeraldError) -> String {
        guard UserID.isValid(user) else { throw HeraldError(.invalidArgument, "the user id is not valid") }
        do {
            return try await parts.tokens.mint(for: user, in: store).token
        } catch {
            throw HeraldError(error)
        }
    }

    /// Stops listening, says good-bye to live connections and returns when nothing runs any more; safe to repeat.
    package func shutDown() async {
        await engine.stop()
        await parts.stop()
    }
}

extension ServerParts {
    /// Applies a folder, whose agents lie beside it unless the configuration says.
    fileprivate func apply(
        _ folder: String,
        _ configuration: CampaignServer.Configuration
    ) async throws(HeraldError) -> AuthoringReport {
        let texts = try await BlockingWork.run { () throws(HeraldError) in try AuthoringTexts.read(folder: folder) }
        let agents = configuration.agents ?? AuthoringTexts.agentsFolder(beside: folder)
        let report = try await applyAtStart(texts, agents: agents)
        for warning in report.warnings { configuration.log(.warning, warning.error.description) }
        return report
    }
}
