import PluginKit

/// Calls a handler of the app or script that shows the card.
struct CustomCallback: ActionPlugin {
    static let action = "customCallback"

    func check(_ action: Action, host: Host) throws {
        _ = try Self.identifier(of: action)
    }

    func perform(_ action: Action, host: Host) async throws -> JSON {
        let identifier = try Self.identifier(of: action)
        var payload = action["payload"]
        if payload.object == nil {
            if !payload.isNull { host.log.warning("the payload of customCallback is \(payload.kind) and is left out") }
            payload = .null
        }
        return ["value": try await host.callbacks.call(identifier, payload: payload, context: action.context)]
    }

    /// The handler's id; absent is allowed, blank is not.
    private static func identifier(of action: Action) throws(HeraldError) -> String? {
        guard let identifier = action["callbackId"].string else { return nil }
        guard identifier.utf8.contains(where: { $0 > 0x20 }) else {
            throw HeraldError(.invalidArgument, "\"callbackId\" is blank", pointer: "/callbackId")
        }
        return identifier
    }
}

/// The library's one export.
@c(herald_plugin_custom_callback) public func entry() -> UnsafeRawPointer { heraldEntry(CustomCallback.self) }
