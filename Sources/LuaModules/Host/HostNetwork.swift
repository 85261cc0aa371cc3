internal import Campaigns
internal import Plugins
internal import Values

/// The ways out: to the connected server with its credentials, and to granted hosts without any.
final class HostNetwork: Sendable {
    /// A request of a plugin or script may take no longer.
    static let longestTimeout: Duration = .seconds(55)
    private static let mostRedirects: Int64 = 10

    private struct State {
        /// Of the newest connection.
        var client: CampaignClient?
        /// Of each connected user, and of each action that was tapped in a card of theirs.
        var clients: [EffectLog.Tag: CampaignClient] = [:]
        /// One transport for each server, since its origin is granted to plugins and only its own.
        var outward: [String: any Transport] = [:]
        var isOver = false
    }

    private let grant: PermissionGrant
    /// Talks to campaign servers, which the person named.
    private let serverTransport = CampaignNetwork.transport(.server)
    private let state = Lock(State())

    init(grant: PermissionGrant) { self.grant = grant }

    /// A client that plugins do not see.
    func client(of url: String, _ credentials: Credentials, log: @escaping LogSink) -> CampaignClient {
        CampaignClient(server: url, credentials: credentials, transport: serverTransport, log: log)
    }

    /// A client for a server; the newest one is what plugins reach when they ask on nobody's behalf.
    func connect(to url: String, _ credentials: Credentials, log: @escaping LogSink) -> CampaignClient {
        let client = client(of: url, credentials, log: log)
        state.withLock { $0.client = client }
        return client
    }

    /// Lets what is asked under `tag` go through `client`: with several users each is served as itself.
    func bind(_ client: CampaignClient, to tag: EffectLog.Tag) { state.withLock { $0.clients[tag] = client } }

    func unbind(_ tag: EffectLog.Tag) { state.withLock { $0.clients[tag] = nil } }

    /// The client that was bound to a tag.
    func client(boundTo tag: EffectLog.Tag) -> CampaignClient? { state.withLock { $0.clients[tag] } }

    var serverOrigin: String? { state.withLock { Self.origin(of: $0.client) } }

    private static func origin(of client: CampaignClient?) -> String? {
        // A URL that the gate refuses has no origin; connecting to it fails with the reason.
        client.flatMap { try? URLGate.read($0.server).origin }
    }

    func shutDown() async {
        let outward = state.withLock { state in
            state.isOver = true
            defer { state.outward = [:] }
            return state.outward
        }
        await serverTransport.shutDown()
        for transport in outward.values { await transport.shutDown() }
    }

    /// What a request to `url` needs permission for.
    ///
    /// - Throws: `bad_url` for a URL that the gate refuses.
    func subject(of url: String) throws(HeraldError) -> PermissionSubject {
        let url = try NetworkURL.server(url)
        let isServer = url.origin == serverOrigin
        return .net(scheme: url.scheme, host: url.host, port: url.port, isServer: isServer)
    }

    /// The `http` service; each redirect needs the permissions of the plugin or script again.
    func http(_ json: JSON, body: [UInt8], permissions: PluginPermissions) async throws -> (JSON, [UInt8]) {
        let response = try await outward().send(try request(json, body: body, permissions: permissions))
        return (Self.answer(response), response.body)
    }

    /// The request that a service's parameters describe.
    func request(_ json: JSON, body: [UInt8], permissions: PluginPermissions) throws(HeraldError) -> HTTPRequest {
        guard let url = json["url"].string else {
            throw HeraldError(.invalidArgument, "url: expected a string", pointer: "/url")
        }
        var request = HTTPRequest(
            json["method"].string ?? "GET",
            // The wire has the form in ASCII; `url` may hold an international host name.
            try NetworkURL.server(url).ascii,
            body: body
        )
        request.headers = try Self.headers(json["headers"])
        if let limit = json["maximumBytes"].int { request.maximumBodyBytes = Int(clamping: max(0, limit)) }
        request.timeout = Self.timeout(json["timeoutMs"])
        request.maximumRedirects = Int(clamping: min(max(0, json["redirects"].int ?? 0), Self.mostRedirects))
        request.judgeRedirect = { url throws(HeraldError) in try permissions.require(try self.subject(of: url)) }
        return request
    }

    /// The `server` service.
    func server(_ json: JSON, body: [UInt8], mark: EffectLog.Tag) async throws -> (JSON, [UInt8]) {
        let path = try Self.path(json)
        let query = Self.query(json)
        let headers = body.isEmpty ? [] : [(name: "content-type", value: "application/json; charset=utf-8")]
        let response = try await connected(mark).raw(
            json["method"].string ?? "GET",
            path,
            query: query,
            headers: headers,
            body: body
        )
        return (Self.answer(response), response.body)
    }

    /// The `websocket` service's `connect`.
    func connect(_ json: JSON, mark: EffectLog.Tag) async throws -> any WebSocketConnection {
        if let url = json["url"].string {
            return try await outward().connect(try NetworkURL.read(url, schemes: ["wss", "ws"]).ascii, headers: [])
        }
        let path = try Self.path(json)
        let query = Self.query(json)
        return try await connected(mark).socket(path, query: query)
    }

    private func connected(_ mark: EffectLog.Tag) throws(HeraldError) -> CampaignClient {
        guard let client = state.withLock({ $0.clients[mark] ?? $0.client }) else {
            throw HeraldError(.invalidState, "no campaign server is connected", hint: "call herald.connect() first")
        }
        return client
    }

    private func outward() throws(HeraldError) -> any Transport {
        try state.withLock { state throws(HeraldError) in
            guard !state.isOver else { throw HeraldError(.invalidState, "the runtime is shut down") }
            let origin = Self.origin(of: state.client)
            if let outward = state.outward[origin ?? ""] { return outward }
            let outward = CampaignNetwork.transport(traffic(origin))
            state.outward[origin ?? ""] = outward
            return outward
        }
    }

    /// A transport as for all else, with a thread and connections of its own; whoever takes it shuts it down.
    func ownTransport() throws(HeraldError) -> any Transport {
        let origin = try state.withLock { state throws(HeraldError) in
            guard !state.isOver else { throw HeraldError(.invalidState, "the runtime is shut down") }
            return Self.origin(of: state.client)
        }
        return CampaignNetwork.transport(traffic(origin))
    }

    private func traffic(_ origin: String?) -> CampaignNetwork.Traffic {
        .plugins(
            granted: grant.allowed.values(.net),
            server: origin,
            denied: hosts(grant.denied, server: origin)
        )
    }

    /// The hosts of a set, the connected server by its origin.
    private func hosts(_ set: PermissionSet, server origin: String?) -> [String] {
        set.values(.net).compactMap { $0 == PermissionSet.server ? origin : $0 }
    }

    private static func query(_ json: JSON) -> [(name: String, value: String)] {
        (json["query"].object ?? JSONObject()).map { ($0.key, $0.value.string ?? $0.value.text) }
    }

    private static func path(_ json: JSON) throws(HeraldError) -> String {
        guard let path = json["path"].string, path.hasPrefix("/") else {
            throw HeraldError(.invalidArgument, "path: expected a string that starts with /", pointer: "/path")
        }
        return path
    }

    private static func timeout(_ json: JSON) -> Duration {
        guard let milliseconds = json.int, milliseconds > 0 else { return .seconds(30) }
        return min(.milliseconds(milliseconds), longestTimeout)
    }

    private static func headers(_ json: JSON) throws(HeraldError) -> [(name: String, value: String)] {
        guard !json.isNull else { return [] }
        guard let object = json.object else {
            throw HeraldError(.invalidArgument, "headers: expected an object", pointer: "/headers")
        }
        var headers: [(name: String, value: String)] = []
        for (name, value) in object {
            guard let value = value.string else {
                throw HeraldError(.invalidArgument, "header \(name): expected a string", pointer: "/headers/\(name)")
            }
            headers.append((name, value))
        }
        return headers
    }

    private static func answer(_ response: HTTPResponse) -> JSON {
        // One string for each name, RFC 9110 §5.3; what a cookie holds has commas of its own.
        var headers = JSONObject()
        for (name, value) in response.headers {
            let name = name.lowercased()
            let earlier = headers[name]?.string.map { $0 + (name == "set-cookie" ? "\n" : ", ") } ?? ""
            headers[name] = .string(earlier + value)
        }
        return ["status": .int(Int64(response.status)), "headers": .object(headers), "url": .string(response.url)]
    }
}
