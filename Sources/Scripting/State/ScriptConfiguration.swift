// What a conformance does, its protocol says.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Values

/// Bounds on what a script may use up.
package struct ScriptLimits: Sendable {
    /// Bytes that Lua may hold.
    package var memory: Int
    /// From the start of a run or call to its end; none unless said.
    ///
    /// Waiting is measured by the configured clock, running code by real time: a loop must end under a virtual clock too.
    package var wallTime: Duration?
    /// Tasks alive at once.
    package var tasks: Int
    /// Bytes that `print` may write in the life of the state.
    package var output: Int

    package init(
        memory: Int = 256 << 20,
        wallTime: Duration? = nil,
        tasks: Int = 10_000,
        output: Int = .max
    ) {
        self.memory = memory
        self.wallTime = wallTime
        self.tasks = tasks
        self.output = output
    }
}

/// One line that a script or its runtime logs.
package struct ScriptLogEntry: Sendable, Hashable {
    package enum Level: String, Sendable, CaseIterable {
        case debug
        case info
        case warning
        case error
    }

    package var level: Level
    package var message: String
    /// The script line that logged it.
    package var place: SourcePlace?

    package init(level: Level, message: String, place: SourcePlace? = nil) {
        self.level = level
        self.message = message
        self.place = place
    }
}

/// What a state runs with; every effect of a script on the world goes through it.
package struct ScriptConfiguration: Sendable {
    package var limits: ScriptLimits
    package var clock: any HeraldClock
    package var random: any RandomSource
    /// Takes what `print` writes, line ends included.
    ///
    /// Called on the state's actor, in order.
    package var output: @Sendable ([UInt8]) -> Void
    /// Takes log lines, also reports of errors that no script saw.
    ///
    /// Called on the state's actor, in order.
    package var log: @Sendable (ScriptLogEntry) -> Void
    /// What scripts can `require` by name beside files.
    package var modules: [LuaModule]
    /// Folders where `require` looks for `<name>.lua` and `<name>/init.lua`, first hit wins.
    package var moduleRoots: [String]

    package init(
        limits: ScriptLimits = ScriptLimits(),
        clock: any HeraldClock = SystemClock(),
        random: any RandomSource = SystemRandomSource(),
        output: @escaping @Sendable ([UInt8]) -> Void = { _ in },
        log: @escaping @Sendable (ScriptLogEntry) -> Void = { _ in },
        modules: [LuaModule] = [],
        moduleRoots: [String] = []
    ) {
        self.limits = limits
        self.clock = clock
        self.random = random
        self.output = output
        self.log = log
        self.modules = modules
        self.moduleRoots = moduleRoots
    }
}

/// How a script ended.
package struct ScriptOutcome: Sendable, Hashable {
    /// What the chunk returned.
    package var values: [JSON]
    /// What the script gave to `herald.exit`.
    package var exitStatus: Int32?
}

/// The runtime around a call; as a parameter of a host function it takes no argument.
public struct ScriptContext: LuaReadable, Sendable {
    package let configuration: ScriptConfiguration
    let inbox: ScriptInbox

    /// The one source of time.
    package var clock: any HeraldClock { configuration.clock }

    /// The state that runs the script, while it lives.
    package var state: ScriptState? { inbox.state }

    /// Writes a log line.
    package func log(_ level: ScriptLogEntry.Level, _ message: String) {
        configuration.log(ScriptLogEntry(level: level, message: message))
    }

    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> ScriptContext {
        call.context
    }
}
