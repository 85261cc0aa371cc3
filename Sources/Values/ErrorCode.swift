extension HeraldError {
    /// A stable error name; servers and plugins may add names of their own.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name as programs see it, lower case with underscores.
        public let rawValue: String

        /// A code of that name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A code of that name.
        public init(stringLiteral value: String) { self.rawValue = value }
        /// The name itself.
        public var description: String { rawValue }
    }
}

extension HeraldError.Code {
    /// An argument, flag or field that cannot be used.
    public static let invalidArgument: Self = "invalid_argument"
    /// Unknown verb or flag, or flags that contradict each other.
    public static let usage: Self = "usage"
    /// A call that is not allowed in the present state; the message names both.
    public static let invalidState: Self = "invalid_state"
    /// Input that is not JSON, or JSON outside the stated limits.
    public static let badJSON: Self = "bad_json"
    /// A URL that the gate refuses.
    public static let badURL: Self = "bad_url"
    /// A card that cannot be drawn, or an element that is not there.
    public static let badCard: Self = "bad_card"
    /// A Lua script that does not parse.
    public static let syntaxError: Self = "syntax_error"
    /// A Lua error at run time.
    public static let scriptError: Self = "script_error"
    /// The script's memory budget is used up.
    public static let memoryLimit: Self = "memory_limit"
    /// The script's wall time is used up.
    public static let timeLimit: Self = "time_limit"
    /// The script has as many tasks as it may.
    public static let taskLimit: Self = "task_limit"
    /// The script's coroutines are nested as deep as they may.
    public static let depthLimit: Self = "depth_limit"
    /// The script printed as much as it may.
    public static let outputLimit: Self = "output_limit"
    /// The script's instructions are used up.
    public static let instructionLimit: Self = "instruction_limit"
    /// The task or call was cancelled.
    public static let cancelled: Self = "cancelled"
    /// An awaited thing did not come in time.
    public static let timeout: Self = "timeout"
    /// A permission is missing; the hint names the flag.
    public static let denied: Self = "denied"
    /// No file, item, element, campaign or route by that name.
    public static let notFound: Self = "not_found"
    /// The thing exists already, or changed meanwhile.
    public static let conflict: Self = "conflict"
    /// A file or folder could not be read or written.
    public static let io: Self = "io"
    /// The server could not be reached.
    public static let unreachable: Self = "unreachable"
    /// The connection broke, or the other side broke the protocol.
    public static let network: Self = "network"
    /// A key or token is missing or wrong.
    public static let unauthorized: Self = "unauthorized"
    /// The server answered with an error.
    public static let server: Self = "server"
    /// The address to listen on is taken.
    public static let portInUse: Self = "port_in_use"
    /// The database file is no database, of a newer version, or cannot be opened.
    public static let badDatabase: Self = "bad_database"
    /// An authoring file under `scripts/campaigns` has a fault.
    public static let badAuthoring: Self = "bad_authoring"
    /// `plugin.json` is missing or has a fault.
    public static let badManifest: Self = "bad_manifest"
    /// The plugin was refused while it was loaded.
    public static let pluginRefused: Self = "plugin_refused"
    /// No plugin provides the action or channel.
    public static let pluginMissing: Self = "plugin_missing"
    /// The plugin broke the contract.
    public static let pluginFault: Self = "plugin_fault"
    /// The plugin broke the contract so often that it is no longer called.
    public static let pluginQuarantined: Self = "plugin_quarantined"
    /// The plugin or host does not offer what was asked.
    public static let unsupported: Self = "unsupported"
    /// The operation ran and did not succeed.
    public static let failed: Self = "failed"
    /// A limit of size or number is passed.
    public static let tooLarge: Self = "too_large"
    /// A script asked to end with `herald.exit`.
    public static let exit: Self = "exit"
}
