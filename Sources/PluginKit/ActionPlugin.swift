/// A plugin that performs one card action.
///
/// One value serves every call. Calls run one after the other until they first wait, and side by side after that.
public protocol ActionPlugin: Sendable {
    /// The action's type, as in the card and in `plugin.json`.
    static var action: String { get }
    /// The plugin's id, as in `plugin.json`; made from ``action`` unless said: `openUrl` is `open-url`.
    static var id: String { get }
    /// The plugin's version, as in `plugin.json`; `1.0.0` unless said.
    static var version: String { get }

    /// Makes the plugin; called once, before anything else.
    init()

    /// Throws when the action could not be performed; without input or output, for `--dry-run`.
    ///
    /// Nothing is refused unless said.
    func check(_ action: Action, host: Host) throws

    /// Performs the action and returns its result.
    ///
    /// It starts on the caller's thread and must not block it: `await` the host's services instead. Cancelling the call
    /// cancels the Swift task.
    /// - Throws: a ``HeraldError`` reaches the person as it is, other errors as `failed`.
    func perform(_ action: Action, host: Host) async throws -> JSON
}

extension ActionPlugin {
    /// The action's type with dashes.
    public static var id: String { PluginName.dashed(action) }
    /// The first one.
    public static var version: String { "1.0.0" }
    /// Refuses nothing.
    public func check(_ action: Action, host: Host) throws {}
}

/// An action to perform.
public struct Action: Sendable {
    /// The action's type.
    public let type: String
    /// The action's object, `type` included; it fits the schema of `plugin.json`.
    public let json: JSON
    /// What it belongs to: `{elementId, itemId, campaignId, user, sessionId}`, what applies.
    public let context: JSON

    /// The value of a parameter, `null` when it is absent.
    public subscript(key: String) -> JSON { json[key] }
}

/// Ids that follow from types.
enum PluginName {
    /// `openUrl` and `openURL` are `open-url`.
    static func dashed(_ type: String) -> String {
        let letters = Array(type)
        var name = ""
        for (place, letter) in letters.enumerated() {
            let startsWord =
                letter.isUppercase && place > 0
                && (!letters[place - 1].isUppercase
                    || (place + 1 < letters.count && letters[place + 1].isLowercase))
            if startsWord { name += "-" }
            name += letter.lowercased()
        }
        return name
    }
}
