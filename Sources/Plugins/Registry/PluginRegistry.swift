package import Values

/// Finds, loads and calls the plugin for an action or channel; any thread.
///
/// A plugin is loaded when it is first needed and stays until ``shutDown()``.
package final class PluginRegistry: Sendable {
    /// What a registry is made of.
    package struct Configuration: Sendable {
        /// What the scan found.
        package var records: [PluginRecord]
        /// What the person allows and forbids.
        package var grant: PermissionGrant
        /// What plugins may ask for.
        package var services: any PluginServices
        package var clock: any HeraldClock
        package var log: LogSink
        /// Loads plugins in Lua; `nil` when this program runs no scripts.
        package var luaLoader: LuaPluginLoader?
        /// How long an action or command of a native plugin may take.
        ///
        /// Longer than the longest HTTP request, so that the request's own error is seen first.
        package var callTimeout: Duration?
        /// How long a plugin may take to stop.
        package var stopGrace: Duration
        /// Where a person installs plugins, for error messages.
        package var installDirectory: String?
        /// Keeps a quarantine for the next run; `nil` when there is nowhere to.
        package var keepQuarantine: (@Sendable (QuarantineRecord) async -> Void)?

        package init(
            records: [PluginRecord],
            grant: PermissionGrant = PermissionGrant(),
            services: any PluginServices,
            clock: any HeraldClock = SystemClock(),
            log: @escaping LogSink = { _, _ in },
            luaLoader: LuaPluginLoader? = nil,
            callTimeout: Duration? = .seconds(60),
            stopGrace: Duration = .seconds(2),
            installDirectory: String? = nil
        ) {
            self.records = records
            self.grant = grant
            self.services = services
            self.clock = clock
            self.log = log
            self.luaLoader = luaLoader
            self.callTimeout = callTimeout
            self.stopGrace = stopGrace
            self.installDirectory = installDirectory
        }
    }

    let configuration: Configuration
    private let directory: PluginDirectory
    private let loader: PluginLoader
    private let handlers = Lock<[String: any ActionHandler]>([:])

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        directory = PluginDirectory(configuration.records)
        loader = PluginLoader(configuration)
        for record in configuration.records {
            if case .overridden(let other) = record.state {
                configuration.log(.info, "plugin \(record.id) of \(record.directory) is overridden by \(other)")
                continue
            }
            for (type, other) in record.lost.sorted(by: { $0.key.type < $1.key.type }) {
                configuration.log(.info, "the \(type) of plugin \(record.id) is overridden by \(other)")
            }
        }
    }

    /// Every plugin that was found, usable or not, as it stands now; looks at the files of those that are loaded.
    package var records: [PluginRecord] {
        var records = configuration.records
        for (number, state) in loader.changes(of: records) { records[number].state = state }
        return records
    }

    /// Loads every plugin that can serve something, which otherwise waits for its first use; what does not load is logged.
    package func loadAll() async {
        for entry in directory.usable { _ = try? await loader.load(entry) }
    }

    /// The action types that can be asked for, sorted; functions of the host are among them.
    package var actionTypes: [String] {
        Set(directory.types(.action)).union(handlers.withLock { $0.keys.map { $0 } }).sorted()
    }

    /// The channel types that can be asked for, sorted.
    package var channelTypes: [String] { directory.types(.channel).sorted() }

    /// The plugin that serves a type; `nil` for none and for one that a function of the host serves.
    package func record(for kind: PluginManifest.Provision.Kind, _ type: String) -> PluginRecord? {
        if kind == .action, handler(for: type) != nil { return nil }
        return directory.find(kind, type)?.record
    }

    /// Lets a function of the host or of a script perform actions of a type, before any plugin.
    package func register(action type: String, handler: any ActionHandler) {
        handlers.withLock { $0[type] = handler }
    }

    /// Takes a function away again; a plugin for the type serves it from now on.
    package func unregister(action type: String) {
        handlers.withLock { $0[type] = nil }
    }

    private func handler(for type: String) -> (any ActionHandler)? { handlers.withLock { $0[type] } }

    /// Performs an action.
    ///
    /// - Parameters:
    ///   - action: the action's object with its `type`.
    ///   - context: `{elementId, itemId, campaignId, user, sessionId}`, what applies.
    /// - Returns: what the action answers.
    /// - Throws: `plugin_missing`, `plugin_refused`, `invalid_argument` when the schema says no, `timeout`, `cancelled`,
    ///   `plugin_fault`, and what the plugin or handler reports.
    package func invoke(action: JSON, context: JSON) async throws(HeraldError) -> JSON {
        let type = try Self.type(of: action)
        if let handler = handler(for: type) { return try await Self.run(handler, action, context) }
        switch try await plugin(.action, type, parameters: action) {
        case .lua(let handlers):
            guard let handler = handlers[type] else {
                throw HeraldError(.pluginFault, "the plugin returned no function for the action \(type)")
            }
            return try await Self.run(handler, action, context)
        case .native(let plugin):
            return try await plugin.invoke(type, action, context: context, timeout: configuration.callTimeout)
        }
    }

    /// Says whether an action could be performed, without performing it.
    ///
    /// - Throws: as ``invoke(action:context:)``.
    package func check(action: JSON) async throws(HeraldError) {
        let type = try Self.type(of: action)
        guard handler(for: type) == nil,
            case .native(let plugin) = try await plugin(.action, type, parameters: action)
        else { return }
        try await plugin.check(type, action, timeout: configuration.callTimeout)
    }

    /// Opens a session of a channel.
    ///
    /// - Parameters:
    ///   - type: the channel's type.
    ///   - params: `{campaign, entryId, options, user}`.
    ///   - sink: hears the session's events, from before this returns until the session is closed.
    /// - Returns: the session, open.
    /// - Throws: as ``invoke(action:context:)``.
    package func openSession(
        channel type: String,
        params: JSON,
        sink: @escaping ChannelEventSink
    ) async throws(HeraldError) -> ChannelHandle {
        guard case .native(let plugin) = try await plugin(.channel, type, parameters: params) else {
            throw HeraldError(.unsupported, "a plugin in Lua cannot provide the channel \(type)")
        }
        return try await ChannelHandle.open(
            plugin,
            kind: type,
            params: params,
            timeout: configuration.callTimeout,
            sink: sink
        )
    }

    /// Loads a plugin and asks it whether it would work here.
    ///
    /// - Throws: why it cannot be used.
    package func health(of record: PluginRecord) async throws(HeraldError) -> [PluginReport] {
        guard let found = directory.find(id: record.id, directory: record.directory) else {
            throw HeraldError(.notFound, "there is no plugin \(record.id) in \(record.directory)")
        }
        guard case .native(let plugin) = try await loader.load(found) else { return [] }
        return try await plugin.report()
    }

    /// Cancels every call, stops every plugin and returns when they are gone, or their time is over; safe to repeat.
    package func shutDown() async {
        handlers.withLock { $0 = [:] }
        await loader.shutDown()
    }

    /// The plugin for a type, loaded, with its schema satisfied.
    private func plugin(
        _ kind: PluginManifest.Provision.Kind,
        _ type: String,
        parameters: JSON
    ) async throws(HeraldError) -> LoadedPlugin {
        guard let entry = directory.find(kind, type) else {
            throw MissingPlugin.error(
                kind,
                type,
                known: kind == .action ? actionTypes : channelTypes,
                refused: directory.refused(kind, type),
                installDirectory: configuration.installDirectory
            )
        }
        if entry.record.refusal == nil {
            try entry.record.provides.first { $0.kind == kind && $0.type == type }?.schema?.check(parameters)
        }
        return try await loader.load(entry)
    }

    private static func type(of action: JSON) throws(HeraldError) -> String {
        guard let type = action["type"].string, !type.isEmpty else {
            throw HeraldError(.invalidArgument, "an action needs a \"type\"", pointer: "/type")
        }
        return type
    }

    private static func run(
        _ handler: any ActionHandler,
        _ action: JSON,
        _ context: JSON
    ) async throws(HeraldError) -> JSON {
        do {
            return try await handler.perform(action, context: context)
        } catch {
            throw HeraldError(error)
        }
    }
}
