package import Values

/// Performs actions of one type: a function of the host or of a script, or a plugin in Lua.
package protocol ActionHandler: Sendable {
    /// Performs the action and returns its result.
    ///
    /// - Parameters:
    ///   - action: the action's object, `type` included, checked against the plugin's schema when there is one.
    ///   - context: `{elementId, itemId, campaignId, user, sessionId}`, what applies.
    /// - Returns: what the action answers.
    /// - Throws: ``HeraldError``; `CancellationError` when the task is cancelled. Others are wrapped as `failed`.
    func perform(_ action: JSON, context: JSON) async throws -> JSON
}

/// Loads a plugin in Lua and returns its action handlers by type; the permissions are those it may use.
package typealias LuaPluginLoader =
    @Sendable (_ record: PluginRecord, _ permissions: PluginPermissions) async throws -> [String: any ActionHandler]

/// An action handler made of a function.
package struct ActionFunction: ActionHandler {
    private let body: @Sendable (JSON, JSON) async throws -> JSON

    package init(_ body: @escaping @Sendable (JSON, JSON) async throws -> JSON) { self.body = body }

    package func perform(_ action: JSON, context: JSON) async throws -> JSON { try await body(action, context) }
}
