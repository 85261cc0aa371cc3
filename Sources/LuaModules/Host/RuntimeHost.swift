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
    package var plugins: [FoundPlugin] { configuration.plugins.list }
    private let services: HostServices
    let ownServer: ServerSlot
    private let luaPlugins: LuaPluginLoader

    package init(_ configuration: HostConfiguration) {
        self.configuration = configuration
        clock = configuration.clock
        random = configuration.random
        log = configuration.log
        effects = EffectLog(environment: configuration.environment)
        network = HostNetwork(grant: configuration.grant.grant)
        ownServer = ServerSlot(start: configuration.server)
        services = HostServices(effects: effects, callbacks: callbacks, network: network, log: configuration.log)
        luaPlugins = LuaPluginLoader(network: network, effects: effects, configuration: configuration)
        var registry = PluginRegistry.Configuration(
            records: configuration.plugins.records,
            grant: configuration.grant.grant,
            services: services
        )
        registry.clock = configuration.clock
        registry.log = configuration.log
        registry.installDirectory = configuration.plugins.installDirectory
        registry.luaLoader = { [luaPlugins] record, permissions in try await luaPlugins.load(record, permissions) }
        self.registry = PluginRegistry(registry)
    }

    /// What a script may do: whatever the person grants.
    var scriptPermissions: PluginPermissions {
        var everything = PermissionSet()
        for kind in PermissionSet.Kind.allCases { everything.allow(kind) }
        return PluginPermissions(asked: everything, grant: configuration.grant.grant, manifestPath: "")
    }

    /// Lets a function of the host perform actions of a type, before any plugin.
    package func register(action type: String, _ body: @escaping @Sendable (JSON, JSON) async throws -> JSON) {
        registry.register(action: type, handler: ActionFunction(body))
    }

    /// Performs an action through its plugin, within `timeout` or else the registry's own limit; never throws, the
    /// outcome says it all.
    package func perform(action: JSON, context: JSON = [:], timeout: Duration? = nil) async -> ActionOutcome {
        let type = action["type"].string ?? ""
        let tag = effects.newTag()
        do {
            let result = try await PluginCallMark.$current.withValue(tag) {
                try await Deadline.run(timeout, clock: clock) { [registry] in
                    try await registry.invoke(action: action, context: context)
                }
            }
            return ActionOutcome(type: type, status: .performed, result: result, effects: effects.effects(of: tag))
        } catch {
            let error = HeraldError(error)
            let status: ActionOutcome.Status = error.isRefusal ? .refused : .failed
            return ActionOutcome(type: type, status: status, effects: effects.effects(of: tag), error: error)
        }
    }

    /// Runs Lua text in a fresh state; `name` is how errors name it, usually its path, and `require` looks beside it.
    ///
    /// - Throws: `syntax_error`, `script_error` and whatever the script raised, `memory_limit`, `time_limit`.
    package func run(
        _ source: [UInt8],
        name: String,
        arguments: [String] = [],
        limits: RunLimits
    ) async throws(HeraldError) -> RunResult {
        let scope = RunScope(host: self)
        let before = effects.all.count
        let state = try makeState(scope, name: name, arguments: arguments, limits: limits)
        let result: Result<ScriptOutcome, HeraldError>
        do throws(HeraldError) {
            result = .success(try await state.run(source, name: name))
        } catch {
            result = .failure(error)
        }
        await scope.end()
        await state.close()
        let outcome = try result.get()
        return RunResult(
            values: outcome.values,
            effects: Array(effects.all.dropFirst(before)),
            exitStatus: outcome.exitStatus ?? 0
        )
    }

    /// Ends plugins, sockets and the server that this runtime started; safe to repeat.
    package func shutDown() async {
        await registry.shutDown()
        await luaPlugins.shutDown()
        await services.shutDown()
        await network.shutDown()
        await ownServer.close()
    }

    private func makeState(
        _ scope: RunScope,
        name: String,
        arguments: [String],
        limits: RunLimits
    ) throws(HeraldError) -> ScriptState {
        let folder = name.lastIndex(of: "/").map { String(name[..<$0]) } ?? "."
        let log = log
        return try ScriptState(
            ScriptConfiguration(
                limits: ScriptLimits(memory: limits.memoryBytes, wallTime: limits.wallTime),
                clock: clock,
                random: random,
                output: configuration.output,
                log: { entry in
                    let place = entry.place.map { "\($0): " } ?? ""
                    log(LogLevel(rawValue: entry.level.rawValue) ?? .info, place + entry.message)
                },
                modules: [HeraldModule.make(scope, arguments: arguments)],
                moduleRoots: [folder, folder + "/../lib"] + configuration.scriptLibraries
            )
        )
    }
}
