package import Values

/// What an operation of a service does to the outside, to be held against permissions before it runs.
package enum ServicePermissions {
    /// What must be granted, nothing where a service touches no more than what is the plugin's or the app's own.
    ///
    /// - Throws: `unsupported` for an operation that there is not, `bad_url` for a URL that the gate refuses.
    package static func subjects(
        _ service: HostService,
        _ operation: String,
        _ json: JSON,
        serverOrigin: String? = nil
    ) throws(HeraldError) -> [PermissionSubject] {
        guard service.operations.contains(operation) else { throw service.unknown(operation) }
        return switch (service, operation) {
        case (.server, _): [.server]
        case (.http, _): [try host(json["url"], schemes: ["https", "http"], serverOrigin)]
        case (.download, _): [try host(json["url"], schemes: ["https", "http"], serverOrigin), .downloads]
        case (.websocket, "connect"):
            json["url"].isNull ? [.server] : [try host(json["url"], schemes: ["wss", "ws"], serverOrigin)]
        case (.effects, "open"): [.open(scheme: try url(json["url"]).scheme)]
        case (.effects, "clipboard"): [.clipboard]
        case (.effects, "navigate"): [.navigate]
        case (.effects, "call"): [.call]
        case (.effects, "file"): [.downloads]
        case (.websocket, _), (.effects, _), (.store, _), (.callbacks, _), (.progress, _): []
        }
    }

    private static func url(_ json: JSON) throws(HeraldError) -> WebURL {
        guard let text = json.string else {
            throw HeraldError(.invalidArgument, "\"url\" must be a string, not \(json.kind)", pointer: "/url")
        }
        return try URLGate.read(text)
    }

    private static func host(
        _ json: JSON,
        schemes: Set<String>,
        _ serverOrigin: String?
    ) throws(HeraldError) -> PermissionSubject {
        let url = try url(json)
        guard schemes.contains(url.scheme) else {
            let wanted = schemes.sorted().joined(separator: " or ")
            throw HeraldError(.badURL, "the URL must be \(wanted), not \(url.scheme)", pointer: "/url")
        }
        // A WebSocket of the server has its origin under the web scheme's name.
        let origin = url.origin.hasPrefix("ws") ? "http" + url.origin.dropFirst(2) : url.origin
        return .net(scheme: url.scheme, host: url.host, port: url.port, isServer: origin == serverOrigin?.lowercased())
    }
}
