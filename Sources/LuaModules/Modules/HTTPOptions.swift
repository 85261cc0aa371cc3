internal import Plugins
internal import Scripting
internal import Values

/// `herald.http { url =, method =, headers =, body =, timeout = }`.
struct HTTPOptions: LuaOptions {
    static let names = ["url", "method", "headers", "body", "timeout"]
    private let url: String
    private let method: String
    private let headers: JSONObject
    private let body: Body?
    private let timeout: Duration?

    /// A string goes out byte for byte, anything else as JSON.
    private enum Body: LuaReadable {
        case bytes([UInt8])
        case json(JSON)

        static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> Body {
            if let text = try? LuaBytes.read(call, &index) { return .bytes(text.bytes) }
            return .json(try JSON.read(call, &index))
        }
    }

    init(_ options: LuaOptionReader) throws(HeraldError) {
        url = try options.required("url")
        method = try options.optional("method") ?? "GET"
        headers = try options.optional("headers") ?? JSONObject()
        body = try options.optional("body")
        timeout = try options.optional("timeout", as: LuaSeconds.self)?.duration
        if let timeout, !(.milliseconds(1)...HostNetwork.longestTimeout).contains(timeout) {
            let longest = HostNetwork.longestTimeout.milliseconds / 1000
            throw HeraldError(.invalidArgument, "option \"timeout\": expected more than 0 and at most \(longest) s")
        }
    }

    /// Makes the request under the permissions of the script or plugin that asks; the body comes back byte for byte.
    func perform(_ network: HostNetwork, permissions: PluginPermissions) async throws -> LuaFields {
        try permissions.require(try network.subject(of: url))
        var headers = headers
        let bytes: [UInt8]
        switch body {
        case nil: bytes = []
        case .bytes(let text)?: bytes = text
        case .json(let value)?:
            bytes = Array(value.text.utf8)
            if !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
                headers["content-type"] = "application/json; charset=utf-8"
            }
        }
        var request: JSON = ["url": .string(url), "method": .string(method), "headers": .object(headers)]
        if let timeout { request["timeoutMs"] = .int(timeout.milliseconds) }
        let (answer, content) = try await network.http(request, body: bytes, permissions: permissions)
        var fields: [(name: String, value: any LuaPushable & Sendable)] = [("body", LuaBytes(content))]
        for (name, value) in answer.object ?? JSONObject() { fields.append((name, value)) }
        return LuaFields(fields)
    }
}
