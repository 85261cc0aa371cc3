internal import Campaigns
internal import Plugins
internal import Values

/// What the runtime does for plugins: one small function for each operation of the contract.
final class HostServices: PluginServices {
    private let effects: EffectLog
    private let callbacks: CallbackTable
    private let network: HostNetwork
    private let log: LogSink
    private let sockets = SocketTable()
    private let downloads: Downloads
    private let progress: ProgressTable
    private let store: PluginStore

    init(
        effects: EffectLog,
        callbacks: CallbackTable,
        network: HostNetwork,
        downloads: Downloads,
        progress: ProgressTable,
        store: PluginStore,
        log: @escaping LogSink
    ) {
        self.effects = effects
        self.callbacks = callbacks
        self.network = network
        self.downloads = downloads
        self.progress = progress
        self.store = store
        self.log = log
    }

    var serverOrigin: String? { network.serverOrigin }

    func request(
        service: HostService,
        operation: String,
        json: JSON,
        body: [UInt8],
        caller: PluginCaller
    ) async throws -> (JSON, [UInt8]) {
        switch (service, operation) {
        case (.http, "request"): return try await network.http(json, body: body, permissions: caller.permissions)
        case (.server, "request"): return try await network.server(json, body: body, mark: caller.mark)
        case (.websocket, _): return try await socket(operation, json, body, caller)
        case (.effects, _): return (try await effect(operation, json, body, caller), [])
        case (.store, _): return (try await store.perform(operation, json, plugin: caller.pluginID), [])
        case (.callbacks, "call"):
            // What the handler does counts for the action that called it.
            let value = try await PluginCallMark.$current.withValue(caller.mark) {
                try await callbacks.call(
                    json["id"].string,
                    payload: json["payload"],
                    context: json["context"].isNull ? caller.context : json["context"]
                )
            }
            return (["value": value], [])
        case (.progress, "report"):
            report(json, caller)
            return ([:], [])
        case (.download, "save"): return (try await download(json, caller), [])
        default: throw service.unknown(operation)
        }
    }

    /// Tells whoever waits for the action, else the log.
    private func report(_ event: JSON, _ caller: PluginCaller) {
        guard !progress.tell(event, of: caller.mark) else { return }
        let parts = [event["message"].string, event["fraction"].number.map { "\(Int($0 * 100)) %" }]
        log(.info, "\(caller.pluginID): \(parts.compactMap { $0 }.joined(separator: " "))")
    }

    private func download(_ json: JSON, _ caller: PluginCaller) async throws -> JSON {
        guard !effects.savesNoFiles else {
            throw HeraldError(.unsupported, "this program saves no files", hint: "it names no downloads folder")
        }
        let saved = try await downloads.save(json, permissions: caller.permissions) { self.report($0, caller) }
        _ = try await effects.pass(saved.effect, tag: caller.mark)
        return saved.json
    }

    func released(pluginID: String) async {
        for socket in sockets.removeAll(owner: pluginID) { await socket.close(code: 1001, reason: "") }
    }

    func shutDown() async {
        for socket in sockets.removeAll() { await socket.close(code: 1001, reason: "") }
    }

    private func socket(
        _ operation: String,
        _ json: JSON,
        _ body: [UInt8],
        _ caller: PluginCaller
    ) async throws -> (JSON, [UInt8]) {
        if operation == "connect" {
            let socket = try await network.connect(json, mark: caller.mark)
            return (["socket": .int(sockets.add(socket, owner: caller.pluginID))], [])
        }
        let (number, socket) = try sockets.socket(json, owner: caller.pluginID)
        switch operation {
        case "send":
            guard let text = String(validating: body, as: UTF8.self) else {
                throw HeraldError(.invalidArgument, "a text message must be UTF-8")
            }
            try await socket.send(text)
            return ([:], [])
        case "receive":
            guard let text = try await socket.receive() else {
                sockets.remove(number)
                return (["closed": true], [])
            }
            return (["closed": false], Array(text.utf8))
        case "close":
            sockets.remove(number)
            let code = json["code"].int.flatMap(UInt16.init(exactly:)) ?? 1000
            await socket.close(code: code, reason: json["reason"].string ?? "")
            return ([:], [])
        default: throw HostService.websocket.unknown(operation)
        }
    }

    private func effect(
        _ operation: String,
        _ json: JSON,
        _ body: [UInt8],
        _ caller: PluginCaller
    ) async throws -> JSON {
        var effect = Effect(kind: operation, details: json.object ?? JSONObject())
        if operation == "file" { effect.details["base64"] = .string(Base64.encode(body)) }
        try EffectRules.check(effect)
        return try await effects.perform(effect, tag: caller.mark)
    }
}
