internal import Scripting
package import Values

/// What a host is made with.
package struct HostConfiguration: Sendable {
    /// Finds or starts the server that scripts talk to when they name none.
    package var server: @Sendable () async throws(HeraldError) -> RunningServer
    /// URL of a server elsewhere, when `server` gives that one.
    package var remoteURL: String?
    /// User and token for `herald.connect()` when the script names none.
    package var user: String?
    package var token: String?
    package var plugins = FoundPlugins.none
    package var grant = HostGrant()
    /// Whether `herald.action` of a script may stand in for a plugin.
    package var allowsOverride = false
    /// Where effects go; `nil` only records them.
    package var environment: (any HostEnvironment)?
    /// The folder that files are saved into; `nil` only records them.
    package var downloads: String?
    /// The process's variables; scripts see those that are granted.
    package var variables: [String: String] = [:]
    package var scriptLibraries: [String] = []
    /// Where `herald.store` keeps values; nowhere when `nil`.
    package var stateDirectory: String?
    package var isInterruptedBySignal = false
    package var backstop: HostBackstop?
    package var clock: any HeraldClock = SystemClock()
    package var random: any RandomSource = SystemRandomSource()
    package var output: @Sendable ([UInt8]) -> Void = { _ in }
    package var log: LogSink = { _, _ in }

    package init(server: @escaping @Sendable () async throws(HeraldError) -> RunningServer) { self.server = server }
}

/// What happens when a script cannot be stopped.
package struct HostBackstop: Sendable {
    package var grace: Duration
    package var action: @Sendable (SourcePlace?) -> Void

    package init(grace: Duration, action: @escaping @Sendable (SourcePlace?) -> Void) {
        self.grace = grace
        self.action = action
    }
}

/// Bounds on one run.
package struct RunLimits: Sendable, Hashable {
    package var wallTime: Duration?
    package var memoryBytes: Int
    package var tasks = 20_000
    package var coroutineDepth = 100
    package var outputBytes: Int?
    package var instructions: Int?

    package init(wallTime: Duration?, memoryBytes: Int) {
        self.wallTime = wallTime
        self.memoryBytes = memoryBytes
    }
}

/// What a run left.
package struct RunResult: Sendable {
    package var values: [JSON] = []
    package var effects: [Effect] = []
    package var exitStatus: Int32 = 0
    /// Why it ended early.
    package var error: HeraldError?
}

extension HostConfiguration {
    /// A script's configuration with what holds for all scripts of this host.
    func script(_ limits: ScriptLimits, moduleRoots: [String], modules: [LuaModule]) -> ScriptConfiguration {
        var configuration = ScriptConfiguration(
            limits: limits,
            interruption: isInterruptedBySignal ? .signal : .counting,
            backstop: backstop.map { ScriptBackstop(grace: $0.grace, action: $0.action) },
            clock: clock,
            random: random,
            modules: modules,
            moduleRoots: moduleRoots
        )
        configuration.advice = .herald
        return configuration
    }
}

extension RunLimits {
    var script: ScriptLimits {
        ScriptLimits(
            memory: memoryBytes,
            wallTime: wallTime,
            tasks: tasks,
            coroutineDepth: coroutineDepth,
            instructions: instructions,
            output: outputBytes ?? .max
        )
    }
}
