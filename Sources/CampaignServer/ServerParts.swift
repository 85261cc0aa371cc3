import Storage
import Values

/// What a server is made of besides its socket.
struct ServerParts: Sendable {
    let handler: RequestHandler
    let tokens: UserTokens
    let embedKey: String
    let adminKey: String
    private let applier: AuthoringApplier
    private let agents: AgentScripts
    private let ledger: TaskLedger

    init(
        store: any CampaignStore,
        url: String,
        _ configuration: CampaignServer.Configuration
    ) async throws(HeraldError) {
        let (clock, random, log) = (configuration.clock, configuration.random, configuration.log)
        let tokens = try await UserTokens.kept(in: store, random: random, clock: clock)
        // Public, so it may lie in the database; the same after a restart, so that clients of a running app come back.
        let embedKey: String
        do {
            embedKey = try await store.ensureMeta(.embedKey, AccessKeyText.make(.embed, random: random))
        } catch {
            throw HeraldError(error)
        }
        let adminKey = AccessKeyText.make(.admin, random: random)
        let realtime = RealtimeHub()
        let folder = configuration.agents ?? configuration.campaigns.map(AuthoringTexts.agentsFolder)
        let agents = AgentScripts(folder: folder, clock: clock, random: random, log: log)
        let ledger = TaskLedger()
        let hub = EngagementHub()
        let agentDesk = AgentDesk(store: store, agents: agents, hub: hub, ledger: ledger, log: log)
        let desk = EngagementDesk(store: store, hub: hub, agents: agents, agentDesk: agentDesk, log: log)
        let authoringDesk = AuthoringDesk(store: store, server: url)
        let applier = AuthoringApplier(desk: authoringDesk, hub: realtime, agents: agents, ledger: ledger, log: log)
        let authoring = AuthoringRoutes(desk: authoringDesk) { texts, dryRun throws(HeraldError) in
            try await applier.apply(texts, agents: folder, dryRun: dryRun)
        }
        let routes =
            CampaignRoutes(store: store).routes + TokenRoutes(store: store, tokens: tokens).routes
            + UserRoutes(store: store, hub: realtime, desk: desk).routes + authoring.routes
            + FeedRoutes(store: store, hub: realtime, pages: FeedPages(clock: clock)).routes
            + FeedMarkRoutes(store: store, hub: realtime).routes
            + PushRoutes(store: store).routes
            + CatalogRoutes(store: store).routes + CategoryRoutes(store: store, clock: clock).routes
            + TemplateRoutes(store: store).routes + ChannelRoutes(store: store).routes
            + MessageRoutes(store: store, hub: realtime, server: url).routes
            + RealtimeRoutes(store: store, hub: realtime, clock: clock, log: log).routes
            + EngagementRoutes(store: store, desk: desk, clock: clock, log: log).routes
        handler = RequestHandler(
            router: Router(DescriptionRoutes(routes).routes),
            authenticator: Authenticator(store: store, tokens: tokens, embedKey: embedKey, adminKey: adminKey),
            identifiers: IdentifierSource(clock: clock, random: random),
            log: log
        )
        if let kept = configuration.retention {
            let retention = Retention(store: store, kept: kept, clock: clock, log: log)
            ledger.run { await retention.run() }
        }
        self.tokens = tokens
        self.embedKey = embedKey
        self.adminKey = adminKey
        self.applier = applier
        self.agents = agents
        self.ledger = ledger
    }

    /// Applies authoring files and tells live connections of new messages.
    ///
    /// One agent with a fault does not keep a server from starting; it is told in the log.
    func applyAtStart(_ texts: AuthoringTexts, agents: String?) async throws(HeraldError) -> AuthoringReport {
        try await applier.apply(texts, agents: agents, triesAgents: false, dryRun: false)
    }

    /// Ends agents at work.
    func stop() async {
        ledger.cancelAll()
        await ledger.drained()
        await agents.close()
    }
}

/// Applies authoring files to a server that runs.
private struct AuthoringApplier: Sendable {
    let desk: AuthoringDesk
    let hub: RealtimeHub
    let agents: AgentScripts
    let ledger: TaskLedger
    let log: LogSink

    func apply(
        _ texts: AuthoringTexts,
        agents: String?,
        triesAgents: Bool = true,
        dryRun: Bool
    ) async throws(HeraldError) -> AuthoringReport {
        let report = try await desk.apply(texts, agents: agents, triesAgents: triesAgents, dryRun: dryRun)
        guard !dryRun else { return report }
        hub.publish(report.outcome.events)
        check(report.files.agents)
        return report
    }

    /// Loads agents now, so that a slip in a script is told at the start and not to the first visitor.
    private func check(_ names: [String]) {
        let (agents, log) = (agents, log)
        ledger.run {
            for name in names where !Task.isCancelled {
                do throws(HeraldError) {
                    let agent = try await agents.agent(name)
                    if !agent.answers { log(.warning, "agent \(name) has no reply") }
                } catch {
                    if !Task.isCancelled { log(.error, "agent \(name): \(error)") }
                }
            }
        }
    }
}
