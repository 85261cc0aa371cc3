import PluginKit

/// One conversation as the server keeps it.
struct Engagement: Sendable {
    let id: String
    /// The server's whole object, for listeners.
    let json: JSON
}

/// What the server offers for engagements.
struct EngagementServer {
    private static let path = "/v1/engagements"

    let host: Host

    /// Begins a conversation for a campaign or an entry.
    func create(from params: JSON) async throws(HeraldError) -> Engagement {
        var body: JSON = ["channel": "chat"]
        if let campaign = params["campaign"]["id"].string {
            body["campaignId"] = .string(campaign)
        } else if let entry = params["entryId"].string {
            body["entryId"] = .string(entry)
        } else {
            throw HeraldError(.invalidArgument, "a chat needs a campaign or an entryId", pointer: "/campaign")
        }
        let response = try await host.server.request("POST", Self.path, json: body)
        let data = try Self.data(of: response)
        guard let id = data["id"].string, !id.isEmpty else {
            throw HeraldError(.server, "the server's engagement has no id")
        }
        return Engagement(id: id, json: data)
    }

    /// Ends a conversation; safe to repeat.
    func end(_ id: String) async throws(HeraldError) {
        _ = try Self.data(of: try await host.server.request("POST", "\(Self.path)/\(id)/end"))
    }

    /// Connects to a conversation; messages after `sequence` come first.
    func connect(to id: String, after sequence: Int64) async throws(HeraldError) -> HostSocket {
        try await host.websocket.connect(path: "\(Self.path)/\(id)/socket?after=\(sequence)")
    }

    private static func data(of response: HostResponse) throws(HeraldError) -> JSON {
        if (200..<300).contains(response.status) { return try response.json()["data"] }
        // A proxy in front may answer with something that is no JSON: the status counts then.
        let error = (try? response.json())?["error"] ?? .null
        let code: HeraldError.Code =
            switch response.status {
            case 400: .invalidArgument
            case 401, 403: .unauthorized
            case 404: .notFound
            case 409: .conflict
            default: .server
            }
        throw HeraldError(
            code,
            error["message"].string ?? "the server answered with status \(response.status)",
            details: ["status": .int(Int64(response.status)), "code": error["code"]]
        )
    }
}
