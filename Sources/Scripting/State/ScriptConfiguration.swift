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
    /// Tasks alive at once, the script itself included.
    package var tasks: Int
    /// Coroutines that resume each other; Lua itself ends at some 190.
    package var coroutineDepth: Int
    /// Instructions of the interpreter in one run or call; not counted unless said.
    ///
    /// Counted in steps of 100; long work of library functions counts, too. Counting needs a standing hook, which halves the speed of plain code.
    package var instructions: Int?
    /// Bytes that `print` may write in the life of the state.
    package var output: Int

    package init(
        memory: Int = 256 << 20,
        wallTime: Duration? = nil,
        tasks: Int = 20_000,
        coroutineDepth: Int = 100,
        instructions: Int? = nil,
        output: Int = .max
    ) {
        self.memory = memory
        self.wallTime = wallTime
        self.tasks = tasks
        self.coroutineDepth = coroutineDepth
        self.instructions = instructions
        self.output = output
    }
}

/// How running code is kept from running too long.
package enum ScriptInterruption: String, Sendable, CaseIterable {
    /// A standing hook looks at the time every 100 instructions: no signals, at twice the time for plain code.
    case counting
    /// A watching thread arms the hook by SIGURG once something runs too long: free until then.
    ///
    /// Where the program handles SIGURG itself the state counts, and its log says so.
    case signal
}

/// What happens when a script cannot be stopped.
package struct ScriptBackstop: Sendable {
    /// How long after the time limit.
    package var grace: Duration
    /// Called on a thread of its own with the script's place, when that is known.
    package var action: @Sendable (SourcePlace?) -> Void

    package init(grace: Duration, action: @escaping @Sendable (SourcePlace?) -> Void) {
        self.grace = grace
        self.action = action
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
    package var interruption: ScriptInterruption
    /// The last resort of the time limit; none unless said.
    package var backstop: ScriptBackstop?
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
    /// Where each file that `require` looks for is noted, for whoever wants to know when the script has changed.
    package var files: ScriptFiles?
    /// What hints name instead of what the sandbox leaves out.
    package var advice = ScriptAdvice()

    package init(
        limits: ScriptLimits = ScriptLimits(),
        interruption: ScriptInterruption = .counting,
        backstop: ScriptBackstop? = nil,
        clock: any HeraldClock = SystemClock(),
        random: any RandomSource = SystemRandomSource(),
        output: @escaping @Sendable ([UInt8]) -> Void = { _ in },
        log: @escaping @Sendable (ScriptLogEntry) -> Void = { _ in },
        modules: [LuaModule] = [],
        moduleRoots: [String] = [],
        files: ScriptFiles? = nil
    ) {
        self.limits = limits
        self.interruption = interruption
        self.backstop = backstop
        self.clock = clock
        self.random = random
        self.output = output
        self.log = log
        self.modules = modules
        self.moduleRoots = moduleRoots
        self.files = files
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
