import Storage
import Values

/// Whether the server is well, and which campaigns it offers.
struct CampaignRoutes: Sendable {
    let store: any CampaignStore

    var routes: [Route] {
        [
            Route("GET", "/healthz", .open, ServerOperations.health) { _ in .json(200, ["status": "ok"]) },
            Route("GET", "/v1/campaigns", .key, EngagementOperations.campaigns, list),
        ]
    }

    private func list(_ routed: RoutedRequest) async throws -> ServerReply {
        let campaigns = try await store.webCampaigns()
        return Envelope.single(.array(campaigns.map(\.json)))
    }
}

extension WebCampaign {
    fileprivate var json: JSON {
        var json: JSON = [
            "id": .string(id), "name": .string(name), "channels": .array(channels.map { .string($0.type) }),
            "revision": .int(Int64(revision)),
        ]
        if let locale { json["locale"] = .string(locale) }
        let hours = channels.filter { !$0.hours.isNull }.map { ($0.type, $0.hours) }
        if !hours.isEmpty { json["hours"] = .object(JSONObject(hours)) }
        return json
    }
}
