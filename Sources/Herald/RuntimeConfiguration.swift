public import Values

extension Runtime {
    /// Where plugins come from.
    public enum PluginSource: Sendable, Hashable {
        /// The plugins shipped with Herald and those installed for the system and the user.
        case shipped
        /// Only what ``Configuration/pluginDirectories`` names.
        case none
    }

    /// Which campaign server scripts talk to.
    public struct Server: Sendable, Hashable {
        enum Place: Sendable, Hashable {
            case embedded(campaigns: String?, database: String?)
            case remote(String, apiKey: String?, adminKey: String?)
        }

        let place: Place

        /// A server in this process on a free loopback port with a throw-away database, started when first needed.
        public static let embedded = Server(place: .embedded(campaigns: nil, database: nil))

        /// A server in this process.
        ///
        /// - Parameters:
        ///   - campaigns: Folder of authoring files that is applied at start.
        ///   - database: Database file; a throw-away one when `nil`.
        /// - Returns: That server, started when first needed.
        public static func embedded(campaigns: String?, database: String? = nil) -> Server {
            Server(place: .embedded(campaigns: campaigns, database: database))
        }

        /// A server elsewhere, for example `http://127.0.0.1:8787`.
        ///
        /// - Parameters:
        ///   - url: Its base URL.
        ///   - apiKey: The embed key of the app.
        ///   - adminKey: The key for `herald.admin()`; also makes user tokens when none is given.
        /// - Returns: That server; nothing is asked of it yet.
        public static func remote(_ url: String, apiKey: String?, adminKey: String? = nil) -> Server {
            Server(place: .remote(url, apiKey: apiKey, adminKey: adminKey))
        }
    }

    /// How running Lua is kept from running too long.
    public enum Interruption: Sendable, Hashable {
        /// A standing hook looks at the time: no signals, and about twice the time for plain Lua code.
        case counting
        /// A watching thread arms the hook by `SIGURG` once something runs too long: free until then.
        ///
        /// Needs `SIGURG` to be unused in the process; where it is not, scripts are interrupted by counting and the log
        /// says so.
        case signal
    }

    /// What happens when a script runs on after its time limit in spite of everything.
    public enum Backstop: Sendable {
        /// The script runs on.
        case off
        /// Two seconds after the limit the process ends with status 124 and the script's place on standard error.
        case exitProcess
        /// A function is called so long after the limit, on a thread of its own, with the script's place when it is known.
        case call(after: Duration, @Sendable (SourcePlace?) -> Void)
    }

    /// What a runtime is made with.
    public struct Configuration: Sendable {
        /// Where plugins come from.
        public var plugins: PluginSource
        /// Folders that hold a plugin or several; they win over ``plugins``.
        public var pluginDirectories: [String] = []
        /// The campaign server.
        public var server: Server
        /// User that `herald.connect()` acts as when the script names none.
        public var user: String?
        /// That user's token; without it one is made with the admin key.
        public var token: String?
        /// What scripts and plugins may reach.
        public var permissions = Permissions()
        /// Whether `herald.action` of a script may stand in for a plugin that provides the type, while the script runs.
        public var allowsOverride = false
        /// Where effects go; `nil` only records them.
        public var environment: (any HostEnvironment)?
        /// Folder that `downloadFile` and the effect `file` save into, made when first needed.
        ///
        /// An effect `file` then has the `path` of what was saved. Without one files are only recorded, or refused where there is an ``environment``.
        public var downloadsDirectory: String?
        /// Variables that `HERALD_HOME`, `XDG_DATA_HOME` and `herald.env` are read from.
        public var environmentVariables: [String: String] = [:]
        /// How running Lua is kept from running too long.
        public var interruption = Interruption.counting
        /// The last resort of a time limit.
        public var backstop = Backstop.exitProcess
        /// Folders where `require` looks after the script's own.
        public var scriptLibraries: [String] = []
        /// Folder where `herald.store`, plugins and their quarantines are kept between runs, made when first needed; without
        /// one the functions of a store raise `invalid_state`, and a quarantine ends with the runtime.
        public var stateDirectory: String?
        /// What scripts print; any thread, in order.
        public var output: @Sendable ([UInt8]) -> Void = { _ in }
        /// Log lines; any thread.
        public var log: LogSink = { _, _ in }

        /// Shipped plugins and an embedded server unless said.
        public init(plugins: PluginSource = .shipped, server: Server = .embedded) {
            self.plugins = plugins
            self.server = server
        }
    }

    /// Bounds on one run of a script.
    public struct Limits: Sendable, Hashable {
        /// From start to end; no limit when `nil`.
        public var wallTime: Duration?
        /// Memory of the Lua state in bytes.
        public var memoryBytes: Int
        /// Tasks alive at once, the script itself included.
        public var tasks = 20_000
        /// How deep coroutines may resume each other; Lua itself ends at some 190.
        public var coroutineDepth = 100
        /// Bytes that the script may print; no limit when `nil`.
        public var outputBytes: Int?
        /// Instructions that the script may run, counted in steps of 100; not counted when `nil`.
        ///
        /// Counting takes about twice the time for plain Lua code, also with ``Interruption/signal``.
        public var instructions: Int?

        /// No wall limit and 256 MiB unless said.
        public init(wallTime: Duration? = nil, memoryBytes: Int = 256 << 20) {
            self.wallTime = wallTime
            self.memoryBytes = memoryBytes
        }
    }

    /// What a script left.
    public struct ScriptResult: Sendable {
        /// The first value that the script returned.
        public internal(set) var value: JSON = .null
        /// Effects of the actions it performed, in order.
        public internal(set) var effects: [Effect] = []
        /// What it passed to `herald.exit`; 0 when it just ended.
        public internal(set) var exitStatus: Int32 = 0
        /// Why it ended early.
        package internal(set) var error: HeraldError?
    }
}
