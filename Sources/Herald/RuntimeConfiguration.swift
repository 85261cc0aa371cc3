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
        /// Where effects go; `nil` only records them.
        public var environment: (any HostEnvironment)?
        /// Variables that `HERALD_HOME`, `XDG_DATA_HOME` and `herald.env` are read from.
        public var environmentVariables: [String: String] = [:]
        /// Folders where `require` looks after the script's own.
        public var scriptLibraries: [String] = []
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
