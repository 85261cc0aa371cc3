import Values

/// A plugin that is ready to be called.
enum LoadedPlugin: Sendable {
    case native(NativePlugin)
    case lua([String: any ActionHandler])
}

/// Loads each plugin once, when it is first needed, and stops them all.
final class PluginLoader: Sendable {
    private struct State {
        var plugins: [Int: Promise<LoadedPlugin>] = [:]
        var isShutDown = false
        /// Plugins that went into quarantine since, with the reason.
        var quarantined: [Int: HeraldError] = [:]
        var keeping: [Task<Void, Never>] = []
        /// What told the libraries from others when they were loaded.
        var libraries: [Int: String] = [:]
        /// Why plugins did not load.
        var failures: [Int: HeraldError] = [:]
    }

    private let configuration: PluginRegistry.Configuration
    private let state = Lock(State())

    init(_ configuration: PluginRegistry.Configuration) { self.configuration = configuration }

    /// The plugin behind an entry; loading that failed once is not tried again.
    ///
    /// - Throws: `plugin_refused` or `bad_manifest` with the reason, `invalid_state` after the shut-down.
    func load(_ entry: PluginDirectory.Entry) async throws(HeraldError) -> LoadedPlugin {
        let record = entry.record
        if let refusal = record.refusal {
            throw refusal.refusing(record.id)
        }
        var isFirst = false
        let promise = state.withLock { state -> Promise<LoadedPlugin>? in
            if let known = state.plugins[entry.number] { return known }
            guard !state.isShutDown else { return nil }
            isFirst = true
            let promise = Promise<LoadedPlugin>()
            state.plugins[entry.number] = promise
            return promise
        }
        guard let promise else { throw .pluginsStopped }
        if isFirst {
            // A task of its own: whoever asked first may be cancelled while others wait.
            Task {
                do throws(HeraldError) {
                    promise.resolve(.success(try await start(entry)))
                } catch {
                    let place = error.place.map { "\($0): " } ?? ""
                    configuration.log(.error, "plugin \(record.id): \(place)\(error.message)")
                    state.withLock { $0.failures[entry.number] = error }
                    promise.resolve(.failure(error))
                }
            }
        }
        return try await promise.value()
    }

    private func start(_ entry: PluginDirectory.Entry) async throws(HeraldError) -> LoadedPlugin {
        let record = entry.record
        guard let manifest = record.manifest, let path = record.entryPath else {
            throw HeraldError(.pluginRefused, "the plugin \(record.id) has no entry")
        }
        let permissions = PluginPermissions(
            asked: manifest.permissions,
            grant: configuration.grant,
            manifestPath: record.manifestPath
        )
        switch manifest.kind {
        case .native:
            // Now, before anybody builds the library anew.
            let library = FileSystem.fingerprint(path)
            state.withLock { $0.libraries[entry.number] = library }
            let context = HostContext(
                pluginID: manifest.id,
                permissions: permissions,
                services: configuration.services,
                clock: configuration.clock,
                log: configuration.log,
                faults: faults(of: entry, library)
            )
            return .native(
                try await NativePlugin.load(manifest, directory: record.directory, path: path, context: context)
            )
        case .lua:
            guard let luaLoader = configuration.luaLoader else {
                throw HeraldError(.unsupported, "this program runs no plugins in Lua")
            }
            do {
                return .lua(try await luaLoader(record, permissions))
            } catch {
                let cause = HeraldError(error)
                throw HeraldError(
                    .pluginRefused,
                    "\(manifest.id) did not load: \(cause.message)",
                    hint: cause.hint,
                    place: cause.place,
                    cause: cause
                )
            }
        }
    }

    /// What counts the faults of a plugin, and puts it into quarantine.
    private func faults(of entry: PluginDirectory.Entry, _ library: String?) -> FaultWatch {
        let record = entry.record
        let keep = configuration.keepQuarantine
        let rule = QuarantineRule(hint: QuarantineRule.hint(record.id, isKept: keep != nil && library != nil))
        return FaultWatch(rule) { [weak self] reason in
            guard let self else { return }
            let since = configuration.clock.wallMilliseconds
            let kept = QuarantineRecord(record, library: library, reason: reason, since: since)
            state.withLock { state in
                state.quarantined[entry.number] = reason
                guard let keep, let kept else { return }
                state.keeping.append(Task { await keep(kept) })
            }
        }
    }

    /// What became of plugins since they were found, by their place among the records; looks at their files.
    func changes(of records: [PluginRecord]) -> [Int: PluginRecord.State] {
        let state = state.withLock { $0 }
        var changes: [Int: PluginRecord.State] = [:]
        for (number, library) in state.libraries {
            let now = records[number].entryPath.flatMap(FileSystem.fingerprint)
            if now != library { changes[number] = .stale }
        }
        for (number, error) in state.failures { changes[number] = .refused(error) }
        for (number, reason) in state.quarantined { changes[number] = .quarantined(reason) }
        return changes
    }

    /// Stops every plugin; returns when all are gone or their time is over.
    func shutDown() async {
        let plugins = state.withLock { state in
            state.isShutDown = true
            let plugins = state.plugins
            for number in plugins.keys {
                let stopped = Promise<LoadedPlugin>()
                stopped.resolve(.failure(.pluginsStopped))
                state.plugins[number] = stopped
            }
            return Array(plugins.values)
        }
        await withTaskGroup { group in
            for plugin in plugins { group.addTask { await self.stop(plugin) } }
        }
        for keeping in state.withLock({ $0.keeping }) { await keeping.value }
    }

    private func stop(_ loading: Promise<LoadedPlugin>) async {
        let stopped = Promise<Void>()
        let stopping = Task { [configuration] in
            if case .native(let plugin)? = try? await loading.value() {
                await plugin.stop(grace: configuration.stopGrace)
            }
            stopped.resolve(.success(()))
        }
        let deadline = Task { [configuration] in
            // A plugin that keeps its grace is not to be cut off by the same length.
            let limit = configuration.stopGrace + .seconds(1)
            guard (try? await configuration.clock.sleep(for: limit)) != nil else { return }
            stopped.resolve(.failure(HeraldError(.timeout, "did not stop within \(limit)")))
        }
        // Not through `value()`: a shut-down is finished even when the task that asks for it is cancelled.
        let outcome = await stopped.settled()
        deadline.cancel()
        if case .failure(let error) = outcome {
            configuration.log(.error, "a plugin \(error.message) and is left behind")
            stopping.cancel()
        }
    }
}

extension HeraldError {
    fileprivate static let pluginsStopped = HeraldError(.invalidState, "the plugins are stopped")

    /// The error of asking a plugin that is left out for this reason.
    func refusing(_ id: String) -> HeraldError {
        HeraldError(code, "the plugin \(id) cannot be used: \(message)", hint: hint, cause: self)
    }
}
