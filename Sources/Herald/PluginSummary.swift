internal import LuaModules
public import Values

/// One plugin as it was found; no code of it has run for this.
public struct PluginSummary: Sendable, Hashable {
    /// The manifest's id; the folder's name when the manifest cannot be read.
    public var id: String
    /// The manifest's version.
    public var version: String
    /// `native` or `lua`.
    public var kind: String
    /// What it provides, for example `action openUrl`.
    public var provides: [String]
    /// The plugin's folder.
    public var directory: String
    /// Why the folder was looked at: `shipped`, `system`, `user`, `path`, `here` or `flag`.
    public var origin: String
    /// `ready`, `overridden`, `refused`, `quarantined`, or `stale`: loaded, and its library has changed since, which takes a
    /// restart.
    public var state: String
    /// The folder of the plugin that took over, when overridden.
    public var overriddenBy: String?
    /// Why it was refused, or is in quarantine.
    public var error: HeraldError?

    init(_ plugin: FoundPlugin) {
        id = plugin.id
        version = plugin.version
        kind = plugin.kind
        provides = plugin.provides
        directory = plugin.directory
        origin = plugin.origin
        state = plugin.state
        overriddenBy = plugin.overriddenBy
        error = plugin.error
    }

    /// The form of `herald plugins --json`.
    public var json: JSON {
        [
            "id": .string(id), "version": .string(version), "kind": .string(kind),
            "provides": .array(provides.map(JSON.string)), "directory": .string(directory), "origin": .string(origin),
            "state": .string(state), "overriddenBy": JSON(overriddenBy), "error": error?.json ?? .null,
        ]
    }
}
