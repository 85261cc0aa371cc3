internal import Plugins
internal import Scripting
internal import Values

/// Loads plugins in Lua, each in a sandbox of its own.
final class LuaPluginLoader: Sendable {
    /// A plugin in Lua is small; what needs more is better written natively.
    private static let memoryBytes = 64 << 20
    /// One call of an action may take no longer.
    private static let callTime: Duration = .seconds(60)

    private let network: HostNetwork
    private let effects: EffectLog
    private let fileTurns: Turns
    private let configuration: HostConfiguration
    private struct States {
        /// Those of plugins that are being loaded, too: who shuts down ends them where they are.
        var open: [ScriptState] = []
        var isShutDown = false
    }

    private let states = Lock(States())

    init(network: HostNetwork, effects: EffectLog, fileTurns: Turns, configuration: HostConfiguration) {
        self.network = network
        self.effects = effects
        self.fileTurns = fileTurns
        self.configuration = configuration
    }

    /// Runs `init.lua` and takes its handlers; they follow the files from then on.
    ///
    /// - Throws: what the script raises, and `plugin_refused` when it lacks a handler for what the manifest names.
    func load(_ record: PluginRecord, _ permissions: PluginPermissions) async throws -> [String: any ActionHandler] {
        guard let path = record.entryPath else {
            throw HeraldError(.pluginRefused, "the plugin \(record.id) has no script")
        }
        let plugin = try await LuaPlugin(
            record,
            path: path,
            clock: configuration.clock,
            log: configuration.log
        ) { [self] files throws(HeraldError) in
            try await version(of: record, path, permissions, files)
        }
        var handlers: [String: any ActionHandler] = [:]
        for provision in record.provides where provision.kind == .action {
            handlers[provision.type] = ActionFunction { action, context in
                try await plugin.perform(provision.type, action, context)
            }
        }
        return handlers
    }

    private func version(
        of record: PluginRecord,
        _ path: String,
        _ permissions: PluginPermissions,
        _ files: ScriptFiles
    ) async throws(HeraldError) -> LuaPlugin.Version {
        let source = try await BlockingWork.run { () throws(HeraldError) in try TextFile.read(path) }
        let state = try makeState(record, permissions, files)
        let isOpen = states.withLock { states in
            if !states.isShutDown { states.open.append(state) }
            return !states.isShutDown
        }
        guard isOpen else { throw HeraldError(.invalidState, "the plugins are stopped") }
        do throws(HeraldError) {
            let table = try await state.load(source, name: path, as: LuaTable.self)
            var functions: [String: LuaFunction] = [:]
            for provision in record.provides where provision.kind == .action {
                functions[provision.type] = try await function(provision.type, of: table, in: state, record)
            }
            return LuaPlugin.Version(state, functions) { [self] state in Task { await end(state) } }
        } catch {
            await end(state)
            throw error
        }
    }

    private func end(_ state: ScriptState) async {
        await state.close()
        states.withLock { $0.open.removeAll { $0 === state } }
    }

    /// Ends every plugin, whatever it does, and loads none any more.
    func shutDown() async {
        let states = states.withLock { states in
            states.isShutDown = true
            defer { states.open = [] }
            return states.open
        }
        for state in states { await state.close() }
    }

    private func function(
        _ type: String,
        of table: LuaTable,
        in state: ScriptState,
        _ record: PluginRecord
    ) async throws(HeraldError) -> LuaFunction {
        do throws(HeraldError) {
            return try await state.field(type, of: table, as: LuaFunction.self)
        } catch {
            throw HeraldError(
                .pluginRefused,
                "\(record.id): the script returns no function \"\(type)\"",
                hint: "end it with return { \(type) = function(action, context) … end }",
                cause: error
            )
        }
    }

    private func makeState(
        _ record: PluginRecord,
        _ permissions: PluginPermissions,
        _ files: ScriptFiles
    ) throws(HeraldError) -> ScriptState {
        let log = configuration.log
        let name = record.id
        var script = configuration.script(
            ScriptLimits(memory: Self.memoryBytes, wallTime: Self.callTime),
            moduleRoots: [record.directory],
            modules: [module(permissions)]
        )
        script.files = files
        script.output = { bytes in
            // A log line ends by itself.
            let text = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
            log(.info, "\(name): \(String(decoding: text, as: UTF8.self))")
        }
        script.log = { log(LogLevel(rawValue: $0.level.rawValue) ?? .info, "\(name): \($0.message)") }
        return try ScriptState(script)
    }

    /// The `herald` module of plugins: the core, and what its permissions open.
    private func module(_ permissions: PluginPermissions) -> LuaModule {
        LuaModule("herald") { module in
            module.addCore(CoreHost(environment: Self.environment(configuration.variables, permissions)))
            module.addFiles(FileHost(access: FileAccess(permissions), turns: fileTurns))
            module.asyncFunction("http") { [network] (options: HTTPOptions) async throws -> LuaFields in
                try await options.perform(network, permissions: permissions)
            }
            module.asyncFunction("effect") { [effects] (kind: String, details: JSONObject) async throws -> JSON in
                let effect = Effect(kind: kind, details: details)
                try EffectRules.check(effect)
                for subject in try ServicePermissions.subjects(.effects, kind, .object(details)) {
                    try permissions.require(subject)
                }
                return try await effects.perform(effect, tag: PluginCallMark.current)
            }
        }
    }

    /// Answers `herald.env` under permissions.
    static func environment(
        _ variables: [String: String],
        _ permissions: PluginPermissions
    ) -> @Sendable (String) throws(HeraldError) -> String? {
        { name throws(HeraldError) in
            try ExtensionName.check(name, "the variable's name")
            try permissions.require(.env(name))
            return variables[name]
        }
    }
}
