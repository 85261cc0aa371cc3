internal import CHeraldPlugin
import Values

/// A loaded native plugin.
///
/// The C tables in it never change after loading; who may call when is the business of `gate` and of the context's side
/// door, which makes `@unchecked Sendable` true.
final class NativePlugin: @unchecked Sendable {
    let context: HostContext
    let action: herald_action_v1?
    let channel: herald_channel_v1?
    let health: herald_health_v1?
    let plugin: herald_plugin
    let gate: CallGate

    private init(context: HostContext, plugin: herald_plugin, manifest: PluginManifest) {
        self.context = context
        self.plugin = plugin
        gate = CallGate(limit: manifest.threads == .any ? .max : 1)
        func table<Contents>(_ id: String, _ zero: Contents, least: Int) -> Contents? {
            let address = ContractText.lend(id) { plugin.find?(plugin.instance, $0) ?? nil }
            return PluginLibrary.read(address, as: zero, least: least)
        }
        let pointer = MemoryLayout<UnsafeRawPointer>.size
        action = table(HERALD_ACTION, herald_action_v1(), least: 3 * pointer)
        channel = table(HERALD_CHANNEL, herald_channel_v1(), least: 4 * pointer)
        health = table(HERALD_HEALTH, herald_health_v1(), least: 2 * pointer)
    }

    /// Loads, creates and starts a plugin, on a thread that may block.
    ///
    /// - Throws: ``HeraldError`` with `plugin_refused`; nothing of the plugin runs then.
    static func load(
        _ manifest: PluginManifest,
        directory: String,
        path: String,
        context: HostContext
    ) async throws(HeraldError) -> NativePlugin {
        let created = await PluginThread.run { () -> Result<NativePlugin, HeraldError> in
            do throws(HeraldError) {
                return .success(try create(manifest, path: path, context: context))
            } catch {
                return .failure(error)
            }
        }
        let plugin = try created.get()
        let error = await PluginThread.run { () -> HeraldError? in
            do throws(HeraldError) {
                try plugin.checkInterfaces(manifest)
                try plugin.start(manifest, directory: directory)
                return nil
            } catch {
                return error
            }
        }
        if let error {
            await plugin.discard()
            throw error
        }
        return plugin
    }

    private static func create(
        _ manifest: PluginManifest,
        path: String,
        context: HostContext
    ) throws(HeraldError) -> NativePlugin {
        let library = try PluginLibrary(path: path, manifest: manifest)
        var plugin = herald_plugin()
        plugin.size = UInt32(MemoryLayout<herald_plugin>.size)
        let host = context.makeHost()
        let created = Answer.collect { out in
            library.entry.pointee.create?(library.entry, host, &plugin, out) ?? ContractStatus.unsupported
        }
        try check(created.outcome, "create", manifest)
        return NativePlugin(context: context, plugin: plugin, manifest: manifest)
    }

    private func checkInterfaces(_ manifest: PluginManifest) throws(HeraldError) {
        guard plugin.find != nil else {
            throw HeraldError(.pluginRefused, "\(manifest.id) has no find function")
        }
        for provision in manifest.provides {
            let isThere =
                switch provision.kind {
                case .action: action?.invoke != nil
                case .channel: channel?.open != nil && channel?.command != nil && channel?.close != nil
                }
            guard isThere else {
                throw HeraldError(
                    .pluginRefused,
                    "\(manifest.id) provides the \(provision) and has no herald.\(provision.kind.rawValue)/1"
                )
            }
        }
    }

    private func start(_ manifest: PluginManifest, directory: String) throws(HeraldError) {
        guard let start = plugin.start else { return }
        let config: JSON = [
            "id": .string(manifest.id), "version": .string(manifest.version), "directory": .string(directory),
            "permissions": context.permissions.effective.json, "denied": context.permissions.grant.denied.json,
        ]
        let started = Answer.collect { out in
            ContractText.lend(config.text) { start(plugin.instance, $0, out) }
        }
        try Self.check(started.outcome, "start", manifest)
    }

    private static func check(
        _ outcome: Result<JSON, HeraldError>?,
        _ what: String,
        _ manifest: PluginManifest
    ) throws(HeraldError) {
        switch outcome {
        case .success: return
        case .failure(let error):
            let message = "\(manifest.id) did not \(what): \(error.message)"
            throw HeraldError(.pluginRefused, message, hint: error.hint, cause: error)
        case nil:
            throw HeraldError(.pluginRefused, "\(manifest.id) answered \(what) with pending, which it may not")
        }
    }

    /// Asks the plugin whether it would work here.
    func report() async throws(HeraldError) -> [PluginReport] {
        guard let check = health?.check else { return [] }
        try await gate.enter()
        defer { gate.leave() }
        return HealthSink.collect { check(plugin.instance, $0, $1) }
    }

    /// Cancels what is pending, stops and destroys the plugin; called once, nothing is called after it.
    func stop(grace: Duration) async {
        context.beginStopping()
        for call in context.calls.all { abandon(call, HeraldError(.cancelled, "the plugin is being stopped")) }
        context.requests.cancelAll()
        await gate.close()
        let milliseconds = UInt32(clamping: grace.milliseconds)
        let status = await PluginThread.run { self.plugin.stop?(self.plugin.instance, milliseconds) ?? 0 }
        if status != ContractStatus.ok { context.note(.warning, "stop answered \(status)") }
        await discard()
    }

    /// Shuts every way in and destroys the instance.
    private func discard() async {
        context.beginStopping()
        context.sessions.closeAll()
        context.timers.cancelAll()
        context.requests.cancelAll()
        await context.sideDoor.close()
        await PluginThread.run { self.plugin.destroy?(self.plugin.instance) }
        await context.services.released(pluginID: context.pluginID)
    }
}
