/// What a host or server answered.
public struct HostResponse: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The headers as the host gives them, one string for each name.
    public let headers: JSON
    /// Where the answer came from after redirects; empty for the connected server.
    public let url: String
    /// The body.
    public let body: [UInt8]

    init(_ answer: (json: JSON, body: [UInt8])) throws(HeraldError) {
        guard let status = answer.json["status"].int else {
            throw HeraldError(.pluginFault, "the host's answer has no HTTP status")
        }
        self.status = Int(status)
        headers = answer.json["headers"]
        url = answer.json["url"].string ?? ""
        body = answer.body
    }

    /// The body as JSON.
    ///
    /// - Throws: `bad_json`.
    public func json() throws(HeraldError) -> JSON { try JSONText.parse(body) }
}

/// HTTP to any host that the permission `net` covers.
public struct HostHTTP: Sendable {
    let host: Host

    /// Performs a request.
    ///
    /// - Parameters:
    ///   - method: such as `GET`.
    ///   - url: from ``Host/checkedURL(_:schemes:at:)``.
    ///   - headers: names and values; CR, LF and NUL are refused.
    ///   - body: the bytes to send.
    ///   - timeout: from start to the last byte; the host's own unless said.
    ///   - maximumBytes: a longer answer is an error; the host's own limit unless said.
    ///   - redirects: how many are followed; each is judged like the first URL.
    /// - Returns: the response, whatever its status.
    /// - Throws: `denied`, `unreachable`, `timeout`, `too_large`, `network`.
    public func request(
        _ method: String,
        _ url: WebURL,
        headers: JSONObject = JSONObject(),
        body: [UInt8] = [],
        timeout: Duration? = nil,
        maximumBytes: Int64? = nil,
        redirects: Int = 0
    ) async throws(HeraldError) -> HostResponse {
        var json: JSON = [
            "method": .string(method), "url": .string(url.ascii), "headers": .object(headers),
            "redirects": .int(Int64(redirects)),
        ]
        if let timeout { json["timeoutMs"] = .int(timeout.milliseconds) }
        if let maximumBytes { json["maximumBytes"] = .int(maximumBytes) }
        return try HostResponse(try await host.request("http", "request", json, body: body))
    }
}

/// HTTP to the connected campaign server; needs the permission `net` for `server`.
public struct HostServer: Sendable {
    let host: Host

    /// Performs a request with the host's credentials.
    ///
    /// - Parameters:
    ///   - method: such as `GET`.
    ///   - path: such as `/v1/campaigns`.
    ///   - query: strings by name.
    ///   - json: the body; `nil` for none.
    /// - Returns: the response, whatever its status.
    /// - Throws: `unreachable`, `timeout`, `unauthorized`, `network`.
    public func request(
        _ method: String,
        _ path: String,
        query: JSONObject = JSONObject(),
        json: JSON? = nil
    ) async throws(HeraldError) -> HostResponse {
        let parameters: JSON = ["method": .string(method), "path": .string(path), "query": .object(query)]
        let body = json.map { Array($0.text.utf8) } ?? []
        return try HostResponse(try await host.request("server", "request", parameters, body: body))
    }
}

/// WebSockets; they belong to the plugin and are closed when it stops.
public struct HostWebSocket: Sendable {
    let host: Host

    /// Connects to the campaign server with the host's credentials; needs the permission `net` for `server`.
    public func connect(path: String) async throws(HeraldError) -> HostSocket {
        try await connect(["path": .string(path)])
    }

    /// Connects to a `wss` or `ws` URL; needs the permission `net` for its host.
    public func connect(_ url: WebURL) async throws(HeraldError) -> HostSocket {
        try await connect(["url": .string(url.ascii)])
    }

    private func connect(_ parameters: JSON) async throws(HeraldError) -> HostSocket {
        let answer = try await host.request("websocket", "connect", parameters).json
        guard let socket = answer["socket"].int else {
            throw HeraldError(.pluginFault, "the host's answer names no socket")
        }
        // A socket outlives the call that opened it.
        return HostSocket(
            host: Host(link: host.link, work: host.work, settings: host.settings, call: 0, session: host.session),
            number: socket
        )
    }
}

/// One WebSocket.
public struct HostSocket: Sendable {
    let host: Host
    let number: Int64

    /// Sends a text message.
    public func send(_ text: String) async throws(HeraldError) {
        _ = try await host.request("websocket", "send", ["socket": .int(number)], body: Array(text.utf8))
    }

    /// Waits for the next message; `nil` when the other side closed in good order.
    ///
    /// One task at a time.
    public func receive() async throws(HeraldError) -> String? {
        let answer = try await host.request("websocket", "receive", ["socket": .int(number)])
        return answer.json["closed"].bool == true ? nil : String(decoding: answer.body, as: UTF8.self)
    }

    /// Closes; safe to repeat.
    public func close(code: Int = 1000, reason: String = "") async throws(HeraldError) {
        let parameters: JSON = ["socket": .int(number), "code": .int(Int64(code)), "reason": .string(reason)]
        _ = try await host.request("websocket", "close", parameters)
    }
}
