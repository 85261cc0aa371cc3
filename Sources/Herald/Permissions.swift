/// What scripts and plugins may reach besides what is granted by default: a denial is stronger than a grant.
public struct Permissions: Sendable, Hashable {
    /// Hosts, `HOST` or `HOST:PORT`, that `herald.http` and plugins may reach.
    public var allowNet: [String] = []
    /// Hosts that they may never reach.
    public var denyNet: [String] = []
    /// URL schemes that `openUrl` may open besides `https`.
    public var allowOpen: [String] = []
    /// URL schemes that it may never open.
    public var denyOpen: [String] = []
    /// Environment variables that `herald.env` may read.
    public var allowEnvironment: [String] = []
    /// Environment variables that it may never read.
    public var denyEnvironment: [String] = []
    /// Folders and files that `herald.fs` may read; symbolic links are resolved when the runtime is made.
    public var allowRead: [String] = []
    /// Folders and files that it may never read.
    public var denyRead: [String] = []
    /// Folders and files that it may write.
    public var allowWrite: [String] = []
    /// Folders and files that it may never write.
    public var denyWrite: [String] = []

    /// Only the defaults.
    public init() {}
}
