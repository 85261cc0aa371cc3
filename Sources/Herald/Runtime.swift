internal import LuaModules
@_exported public import Values

/// One runtime: plugins, a connection to a campaign server, and Lua scripts that use them.
///
/// Any thread may call; several runtimes can live in one process. Call ``shutDown()`` when done with it.
/// ```swift
/// let runtime = try await Runtime()
/// await runtime.register(action: "addToWallet") { action, _ in ["added": action["pass"]] }
/// let result = try await runtime.run(scriptAt: "flow.lua", limits: .init(wallTime: .seconds(5)))
/// print(result.value, result.effects)
/// await runtime.shutDown()
/// ```
public final class Runtime: Sendable {
    let host: RuntimeHost

    /// Finds the plugins; nothing is loaded, opened or started before it is needed.
    ///
    /// - Throws: ``HeraldError`` with `bad_url` for a server URL that cannot be used.
    public init(configuration: Configuration = Configuration()) async throws(HeraldError) {
        if case .remote(let url, _, _) = configuration.server.place {
            try NetworkURL.server(url)
        }
        host = RuntimeHost(configuration.host)
    }

    /// Lets a Swift function perform actions of a type, in place of a plugin.
    ///
    /// - Parameters:
    ///   - type: The action's type.
    ///   - body: Takes the action and its context, `{elementId, itemId, campaignId, user, sessionId}` as applies, and
    ///     returns the result; called on any thread.
    public func register(
        action type: String,
        _ body: @escaping @Sendable (_ action: JSON, _ context: JSON) async throws -> JSON
    ) async {
        host.register(action: type, body)
    }

    /// Lets a Swift function answer `customCallback` actions with that id.
    ///
    /// - Parameters:
    ///   - id: The action's `callbackId`.
    ///   - body: Takes the payload and the context, and returns the answer; called on any thread.
    public func register(
        callback id: String,
        _ body: @escaping @Sendable (_ payload: JSON, _ context: JSON) async throws -> JSON
    ) async {
        host.callbacks.add(id, body)
    }

    /// Runs a script file in a fresh Lua state.
    ///
    /// - Parameters:
    ///   - path: Path of the script; `require` looks beside it and in `../lib`.
    ///   - arguments: What the script finds in `herald.args`.
    ///   - limits: Bounds on the run.
    /// - Returns: What the script returned and did.
    /// - Throws: ``HeraldError``: `io`, `syntax_error`, what the script raised, `time_limit`, `memory_limit`; `cancelled`
    ///   when the calling task is cancelled; `invalid_state` after ``shutDown()``.
    public func run(
        scriptAt path: String,
        arguments: [String] = [],
        limits: Limits = Limits()
    ) async throws(HeraldError) -> ScriptResult {
        let result = await attempt(scriptAt: path, arguments: arguments, limits: limits)
        if let error = result.error { throw error }
        return result
    }

    /// Runs a script file; the result has what was done until an error, and the error.
    package func attempt(scriptAt path: String, arguments: [String], limits: Limits) async -> ScriptResult {
        await attempt(scriptAt: path, arguments: arguments, limits: limits, watching: nil)
    }

    /// As above, and notes in `files` what the script is made of.
    func attempt(
        scriptAt path: String,
        arguments: [String],
        limits: Limits,
        watching files: WatchedFiles?
    ) async -> ScriptResult {
        do throws(HeraldError) {
            // A pipe may keep its reader waiting.
            let source = try await BlockingWork.run { () throws(HeraldError) in
                try TextFile.read(path, anyKind: true)
            }
            return await run(source, name: path, arguments, limits, watching: files)
        } catch {
            return ScriptResult(error: error)
        }
    }

    /// Runs script text in a fresh Lua state.
    ///
    /// - Parameters:
    ///   - text: Lua text.
    ///   - name: How errors name it.
    ///   - arguments: What the script finds in `herald.args`.
    ///   - limits: Bounds on the run.
    /// - Returns: What the script returned and did.
    /// - Throws: As ``run(scriptAt:arguments:limits:)``.
    public func run(
        script text: String,
        name: String = "script",
        arguments: [String] = [],
        limits: Limits = Limits()
    ) async throws(HeraldError) -> ScriptResult {
        let result = await run(Array(text.utf8), name: name, arguments, limits)
        if let error = result.error { throw error }
        return result
    }

    /// Performs one action; the outcome says also why it was refused or failed.
    ///
    /// - Parameters:
    ///   - action: The action with its `type`.
    ///   - context: `{elementId, itemId, campaignId, user, sessionId}` as applies.
    ///   - timeout: The longest it may take; the plugin's own limit when `nil`.
    /// - Returns: How it ended, with the effects and the error.
    public func perform(action: JSON, context: JSON = [:], timeout: Duration? = nil) async -> ActionOutcome {
        await host.perform(action: action, context: context, timeout: timeout)
    }

    /// Loads every plugin now, which otherwise waits for its first use; ``plugins`` tells what did not load, and so does
    /// the log.
    public func loadPlugins() async { await host.loadPlugins() }

    /// Every plugin that was found, usable or not, as it stands now.
    ///
    /// Looks at the files of those that are loaded.
    public var plugins: [PluginSummary] { host.plugins.map(PluginSummary.init) }

    /// Ends scripts that still run, plugins, connections and the server in this process, and returns when they are gone;
    /// safe to repeat.
    ///
    /// Called by a function that a running script reached, it begins to end them and does not wait.
    public func shutDown() async { await host.shutDown() }

    /// Finds the plugins that a runtime of this configuration would have; no code of any plugin runs.
    public static func findPlugins(_ configuration: Configuration) -> [PluginSummary] {
        let found = configuration.foundPlugins
        if let problem = found.problem { configuration.log(.warning, "quarantines of plugins: \(problem.message)") }
        return found.list.map(PluginSummary.init)
    }

    /// Ends the quarantine of a plugin, which is used again by runtimes that begin later.
    ///
    /// Blocks for as long as the disk takes.
    /// - Parameters:
    ///   - id: The plugin's id.
    ///   - stateDirectory: ``Configuration/stateDirectory`` of the runtimes.
    /// - Throws: ``HeraldError`` with `not_found` when no plugin of that id is in quarantine; `io`.
    public static func liftQuarantine(of id: String, stateDirectory: String) throws(HeraldError) {
        try QuarantineStore(folder: stateDirectory).lift(id)
    }

    private func run(
        _ source: [UInt8],
        name: String,
        _ arguments: [String],
        _ limits: Limits,
        watching files: WatchedFiles? = nil
    ) async -> ScriptResult {
        let result = await host.run(
            source,
            name: name,
            arguments: arguments,
            limits: limits.host,
            watching: files
        )
        return ScriptResult(
            value: result.values.first ?? .null,
            effects: result.effects,
            exitStatus: result.exitStatus,
            error: result.error
        )
    }
}

extension Runtime.Limits {
    /// As the host below takes them.
    var host: RunLimits {
        var bounds = RunLimits(wallTime: wallTime, memoryBytes: memoryBytes)
        bounds.tasks = tasks
        bounds.coroutineDepth = coroutineDepth
        bounds.outputBytes = outputBytes
        bounds.instructions = instructions
        return bounds
    }
}
