/// A plugin that holds sessions of one channel.
///
/// One value serves every session.
public protocol ChannelPlugin: Sendable {
    /// What stands for one session.
    associatedtype Session: ChannelSession

    /// The channel's type, as in `plugin.json`.
    static var channel: String { get }
    /// The plugin's id, as in `plugin.json`; made from ``channel`` unless said.
    static var id: String { get }
    /// The plugin's version, as in `plugin.json`; `1.0.0` unless said.
    static var version: String { get }

    /// Makes the plugin; called once, before anything else.
    init()

    /// Opens a session.
    ///
    /// `host` belongs to the session: emit events through it and start what listens with
    /// ``Host/background(_:)``. When this throws, what was started in the background is cancelled.
    /// - Parameters:
    ///   - params: `{campaign, entryId, options, user}`.
    ///   - host: the host's services, for this session.
    /// - Returns: the session, open.
    /// - Throws: a ``HeraldError`` reaches the person as it is, other errors as `failed`.
    func open(_ params: JSON, host: Host) async throws -> Session
}

extension ChannelPlugin {
    /// The channel's type with dashes.
    public static var id: String { PluginName.dashed(channel) }
    /// The first one.
    public static var version: String { "1.0.0" }
}

/// One session of a channel.
public protocol ChannelSession: Sendable {
    /// Does what a script or person asks: `send`, `typing`, `read`, `view`, and what the channel adds.
    ///
    /// - Parameters:
    ///   - name: the command; throw ``HeraldError/unknownCommand(_:)`` for one that is not known.
    ///   - json: its parameters.
    ///   - host: the host's services, for this call.
    /// - Returns: the command's answer.
    /// - Throws: a ``HeraldError`` reaches the person as it is, other errors as `failed`.
    func command(_ name: String, _ json: JSON, host: Host) async throws -> JSON

    /// Ends the session; called at most once, and not for a session that is open when the program ends.
    ///
    /// Events are dropped once it has returned, and what runs in the background is cancelled.
    /// - Parameters:
    ///   - reason: why, in one word.
    ///   - host: the host's services, for this call.
    /// - Returns: what there is to say, often `null`.
    /// - Throws: the session counts as closed all the same.
    func close(reason: String, host: Host) async throws -> JSON
}

extension HeraldError {
    /// The error for a command that a channel does not know.
    public static func unknownCommand(_ name: String) -> HeraldError {
        HeraldError(.unsupported, "the channel does not know the command \"\(name)\"")
    }
}
