internal import Campaigns
internal import Plugins
internal import Scripting
package import Values

/// The runtime below the facade: it joins scripts, plugins and the campaign client.
///
/// Any thread. Nothing is opened before it is needed: a script that touches no network opens no socket.
package final class RuntimeHost: Sendable {
    package let callbacks = CallbackTable()
    package let effects: EffectLog
    let registry: PluginRegistry
    let network: HostNetwork
    let clock: any HeraldClock
    let random: any RandomSource
    let log: LogSink
    let configuration: HostConfiguration
    /// Every plugin that was found.
    package var plugins: [FoundPlugin] { registry.records.map(FoundPlugin.init) }
    private let services: HostServices
    private let progress = ProgressTable()
    let ownServer: ServerSlot
    private let luaPlugins: LuaPluginLoader
    /// Turns of scripts and plugins at files and at the store.
    let fileTurns = Turns(FileHost.turns)
    private let storeTurns = Turns(StoreHost.turns)
    private let runs = RunTable()
    /// Held while a type is looked up and taken, so that two scripts do not both get it.
    private let registering = Lock(false)

    package init(_ configuration: HostConfiguration) {
        self.configuration = configuration
        clock = configuration.clock
        random = configuration.random
        log = configuration.log
        let folder = configuration.downloads.map {
            DownloadFolder(path: $0, denied: configuration.grant.grant.denied)
        }
        effects = EffectLog(
            environment: configuration.environment,
            downloads: folder,
            log: configuration.log
        )
        network = HostNetwork(grant: configuration.grant.grant)
        ownServer = ServerSlot(start: configuration.server)
        services = HostServices(
            effects: effects,
            callbacks: callbacks,
            network: network,
            downloads: Downloads(folder: folder, network: network),
            progress: progress,
            store: PluginStore(folder: configuration.stateDirectory, turns: storeTurns),
            log: configuration.log
        )
        luaPlugins = LuaPluginLoader(
            network: network,
            effects: effects,
            fileTurns: fileTurns,
            configuration: configuration
        )
        var registry = PluginRegistry.Configuration(
            records: configuration.plugins.records,
            grant: configuration.grant.grant,
            services: services
        )
        registry.clock = configuration.clock
        registry.log = configuration.log
        registry.installDirectory = configuration.plugins.installDirectory
        if let folder = configuration.stateDirectory {
            registry.keepQuarantine = { [log = configuration.log] quarantine in
                do throws(HeraldError) {
                    try await QuarantineStore(folder: folder).keep(quarantine)
                } catch {
                    log(.error, "the quarantine of plugin \(quarantine.id) is not kept: \(error.message)")
                }
            }
        }
        if let problem = configuration.plugins.problem { log(.warning, "quarantines of plugins: \(problem.message)") }
        registry.luaLoader = { [luaPlugins] record, permissions in try await luaPlugins.load(record, permissions) }
        self.registry = PluginRegistry(registry)
    }

    /// Loads every plugin that can serve something; what does not load is logged.
    package func loadPlugins() async { await registry.loadAll() }

    /// What a script may do: whatever the person grants.
    var scriptPermissions: PluginPermissions {
        var everything = PermissionSet()
        for kind in PermissionSet.Kind.allCases { everything.allow(kind) }
        return PluginPermissions(asked: everything, grant: configuration.grant.grant, manifestPath: "")
    }

    /// What `herald.fs` of a script needs.
    var files: FileHost { FileHost(access: FileAccess(scriptPermissions), turns: fileTurns) }

    /// What `herald.store` of a script needs.
    var store: StoreHost {
        StoreHost(store: configuration.stateDirectory.map(ValueStore.init), turns: storeTurns)
    }

    /// Lets a function of the host perform actions of a type, before any plugin.
    package func register(action type: String, _ body: @escaping @Sendable (JSON, JSON) async throws -> JSON) {
        registry.register(action: type, handler: ActionFunction(body))
    }

    /// Lets a function of a script perform actions of a type that nothing provides yet, or a plugin where the
    /// configuration lets scripts override those.
    ///
    /// - Throws: `conflict` when something does.
    func registerNew(
        action type: String,
        _ body: @escaping @Sendable (JSON, JSON) async throws -> JSON
    ) throws(HeraldError) {
        try ExtensionName.check(type, "the action's type")
        let isNew = registering.withLock { _ in
            let isPlugins = registry.record(for: .action, type) != nil
            guard !registry.actionTypes.contains(type) || (isPlugins && configuration.allowsOverride) else {
                return false
            }
            registry.register(action: type, handler: ActionFunction(body))
            return true
        }
        guard isNew else {
            throw HeraldError(
                .conflict,
                "the action \"\(type)\" is provided already",
                hint:
                    "choose another type, let scripts override plugins with --allow-override, or replace the plugin with --plugin DIR"
            )
        }
    }

    /// Performs an action through its plugin, within `timeout` or else the registry's own limit; never throws, the
    /// outcome says it all.
    package func perform(action: JSON, context: JSON = [:], timeout: Duration? = nil) async -> ActionOutcome {
        await perform(action: action, context: context, timeout: timeout, through: nil, within: nil)
    }

    /// Performs an action of a card; what its plugin asks of the server goes through `client`, and its effects count for
    /// the recording `run`, too.
    func perform(
        action: JSON,
        context: JSON,
        timeout: Duration? = nil,
        through client: CampaignClient?,
        within run: EffectLog.Tag?,
        onProgress: ProgressTable.Listener? = nil
    ) async -> ActionOutcome {
        let type = action["type"].string ?? ""
        let caller = PluginCallMark.current
        let tag = effects.begin(within: [caller, run ?? caller])
        guard effects.depth(of: tag) <= Self.deepest else {
            effects.end(tag)
            return ActionOutcome(type: type, status: .failed, error: Self.isTooDeep)
        }
        if let client = client ?? network.client(boundTo: caller) { network.bind(client, to: tag) }
        if let onProgress { progress.add(onProgress, for: tag) }
        defer {
            network.unbind(tag)
            if onProgress != nil { progress.remove(tag) }
        }
        do {
            if runs.isOver { throw Self.isShutDown }
            let result = try await PluginCallMark.$current.withValue(tag) {
                try await Deadline.run(timeout, clock: clock) { [registry] in
                    try await registry.invoke(action: action, context: context)
                }
            }
            return ActionOutcome(type: type, status: .performed, result: result, effects: effects.end(tag))
        } catch {
            let error = HeraldError(error)
            let status: ActionOutcome.Status = error.isRefusal ? .refused : .failed
            return ActionOutcome(type: type, status: status, effects: effects.end(tag), error: error)
        }
    }

    /// Runs Lua text in a fresh state; `name` is how errors name it, usually its path, and `require` looks beside it.
    ///
    /// Never throws: the result has what was done until an error, and the error: `syntax_error`, `script_error` and
    /// whatever the script raised, `memory_limit`, `time_limit`, `cancelled`, `invalid_state` after ``shutDown()``.
    package func run(
        _ source: [UInt8],
        name: String,
        arguments: [String] = [],
        limits: RunLimits,
        watching files: WatchedFiles? = nil
    ) async -> RunResult {
        let scope = RunScope(host: self)
        var result = RunResult()
        do throws(HeraldError) {
            let state = try makeState(scope, name: name, arguments: arguments, limits: limits, files: files?.files)
            guard let run = runs.add(state) else { throw Self.isShutDown }
            defer { runs.remove(run) }
            let outcome = await PluginCallMark.$current.withValue(scope.tag) {
                () -> Result<ScriptOutcome, HeraldError> in
                do throws(HeraldError) {
                    return .success(try await state.run(source, name: name))
                } catch {
                    return .failure(error)
                }
            }
            await scope.end()
            await state.close()
            // What a late task of the script took in the meantime.
            await scope.end()
            effects.conversations.forget(scope.tag)
            let ended = try outcome.get()
            result.values = ended.values
            result.exitStatus = ended.exitStatus ?? 0
        } catch {
            result.error = error
        }
        result.effects = effects.end(scope.tag)
        return result
    }

    /// Compiles Lua text and runs nothing of it.
    ///
    /// - Throws: `syntax_error`, or a used-up limit.
    package func check(_ source: [UInt8], name: String, limits: RunLimits) async throws(HeraldError) {
        let state = try ScriptState(configuration.script(limits.script, moduleRoots: [], modules: []))
        do throws(HeraldError) {
            try await state.check(source, name: name)
        } catch {
            await state.close()
            throw error
        }
        await state.close()
    }

    /// Ends runs, plugins, sockets and the server that this runtime started, and returns when they are gone; safe to
    /// repeat.
    ///
    /// Called from within a run, by a handler that a script reached, it begins to end them and does not wait.
    package func shutDown() async {
        let ending = runs.end { [self] in
            // First, for the registry waits for a plugin that is being loaded.
            await luaPlugins.shutDown()
            await registry.shutDown()
            await services.shutDown()
            await network.shutDown()
            await ownServer.close()
        }
        if effects.isOpen(PluginCallMark.current) { return }
        await ending.value
    }

    /// Runs what a tap or another event of an action calls in the script: a part of the action that is under way, so that
    /// actions and listeners that call each other come to an end.
    func nested<Value: Sendable>(
        within run: EffectLog.Tag,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let tag = effects.begin(within: [PluginCallMark.current, run])
        defer { effects.end(tag) }
        guard effects.depth(of: tag) <= Self.deepest else { throw Self.isTooDeep }
        return try await PluginCallMark.$current.withValue(tag) { try await body() }
    }

    /// Actions that call each other; each level takes memory that is no script's.
    private static let deepest = 32

    private static var isTooDeep: HeraldError {
        HeraldError(
            .depthLimit,
            "actions and what listens to them call each other more than \(deepest) deep",
            hint: "let a handler return instead of tapping what calls it again"
        )
    }

    private static var isShutDown: HeraldError { HeraldError(.invalidState, "the runtime is shut down") }

    func makeState(
        _ scope: RunScope,
        name: String,
        arguments: [String],
        limits: RunLimits,
        files: ScriptFiles?
    ) throws(HeraldError) -> ScriptState {
        let log = log
        var script = configuration.script(
            limits.script,
            moduleRoots: ModuleRoots.ofScript(name) + configuration.scriptLibraries,
            modules: [HeraldModule.make(scope, arguments: arguments)]
        )
        script.files = files
        script.output = configuration.output
        script.log = { entry in
            let place = entry.place.map { "\($0): " } ?? ""
            log(LogLevel(rawValue: entry.level.rawValue) ?? .info, place + entry.message)
        }
        return try ScriptState(script)
    }
}
