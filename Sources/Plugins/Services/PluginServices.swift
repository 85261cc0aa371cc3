package import Values

/// The services of the host that plugins may ask for; the raw value stands in the interface id `herald.host.<name>/1`.
package enum HostService: String, CaseIterable, Sendable {
    case http
    case server
    case websocket
    case effects
    case store
    case callbacks
    case progress
    case download
}

extension HostService {
    /// Every operation of the service; the contract's header of that name describes them.
    package var operations: [String] {
        switch self {
        case .http, .server: ["request"]
        case .websocket: ["connect", "send", "receive", "close"]
        case .effects: ["open", "clipboard", "navigate", "call", "message", "file"]
        case .store: ["get", "set", "delete"]
        case .callbacks: ["call"]
        case .progress: ["report"]
        case .download: ["save"]
        }
    }

    /// The error for an operation that there is not.
    package func unknown(_ operation: String) -> HeraldError {
        HeraldError(
            .unsupported,
            "the host's \(rawValue) service has no operation \"\(operation)\"",
            hint: "it has \(operations.joined(separator: ", "))"
        )
    }
}

/// Who asks for a service.
package struct PluginCaller: Sendable {
    /// The plugin's id: the name space of its store and the owner of its sockets.
    package let pluginID: String
    /// What it may do; services judge what shows only later, such as redirects.
    package let permissions: PluginPermissions
    /// The call or session on whose behalf it asks, 0 for none; unique in the process.
    package let call: UInt64
    /// The context of that call: `{elementId, itemId, campaignId, user, sessionId}`, what applies.
    package let context: JSON
    /// ``PluginCallMark/current`` of the task that made the call.
    package let mark: UInt64

    package init(
        pluginID: String,
        permissions: PluginPermissions,
        call: UInt64 = 0,
        context: JSON = .null,
        mark: UInt64 = 0
    ) {
        self.pluginID = pluginID
        self.permissions = permissions
        self.call = call
        self.context = context
        self.mark = mark
    }
}

/// A number of the host's own that follows a call through a plugin to the services asked on its behalf.
///
/// A plugin may ask from a thread of its own, where the caller's task is out of sight.
package enum PluginCallMark {
    @TaskLocal package static var current: UInt64 = 0
}

/// What the runtime does for plugins; it is asked on any thread, after the permission was checked.
package protocol PluginServices: Sendable {
    /// The origin of the connected server, `scheme://host[:port]`, when one is connected.
    var serverOrigin: String? { get }

    /// Performs one operation of a service and returns its answer and the bytes that go with it.
    ///
    /// - Throws: ``HeraldError``; `CancellationError` when the task is cancelled.
    func request(
        service: HostService,
        operation: String,
        json: JSON,
        body: [UInt8],
        caller: PluginCaller
    ) async throws -> (JSON, [UInt8])

    /// The plugin is stopped: what belongs to it, such as sockets, can go.
    func released(pluginID: String) async
}
