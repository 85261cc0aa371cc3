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

    /// Only the defaults.
    public init() {}
}
