import Storage
import Values

/// Direct sends to users' feeds.
struct MessageRoutes: Sendable {
    /// Most receivers of one send.
    private static let receiverLimit = 10_000
    /// Up to this many receivers a send counts as done in real time; the answer's form differs.
    private static let realtimeLimit = 10
    /// Longest user id and tag.
    private static let nameBytes = 256
    /// A send stores one rendered card per receiver; together they may not be larger than this.
    private static let contentBytes = 256 << 20

    let store: any CampaignStore
    let hub: RealtimeHub
    /// Base URL under which receivers reach this server.
    let server: String

    var routes: [Route] { [Route("POST", "/v3/notifications/messages", .admin, send)] }

    private func send(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = try BodyReader(routed.request)
        let templateID = reader.neededText("templateId", maximumBytes: Self.nameBytes)
        let tag = reader.text("tag", maximumBytes: Self.nameBytes)
        let receivers = receivers(&reader)
        let variables = variables(&reader)
        try reader.check()

        guard let template = try await store.template(templateID) else {
            throw RequestFault(400, "ERR_TEMPLATE_NOT_FOUND", "There is no such template.")
        }
        guard template.status == .approved else { throw RequestFault.validation("the template is not approved") }
        guard let content = template.channels.first(where: { $0.channelType == "in_app" }) else {
            throw RequestFault.validation("the template has no content for a feed")
        }
        guard content.content.text.utf8.count * receivers.count <= Self.contentBytes else {
            throw RequestFault(413, "ERR_BAD_REQUEST", "The send is too large; send it in parts.")
        }
        let renderer = MessageRenderer(template: template, channel: content, server: server)
        let drafts = receivers.map { renderer.draft(for: $0, variables: variables[$0] ?? JSONObject()) }
        let outcome = try await store.send(FeedSend(template: template, channel: content, tag: tag, drafts: drafts))
        hub.publish(outcome.events)
        return Envelope.single(Self.answer(outcome, count: drafts.count))
    }

    private static func answer(_ outcome: FeedSendOutcome, count: Int) -> JSON {
        let channels = JSON.array(outcome.channels.map(JSON.string))
        // Both forms are done when they are answered.
        guard count > realtimeLimit else {
            return ["notificationId": .string(outcome.notificationId), "channels": channels, "mode": "realtime"]
        }
        return [
            "batchId": .string(outcome.notificationId), "total": .int(Int64(count)), "channels": channels,
            "mode": "batch",
        ]
    }

    private func receivers(_ reader: inout BodyReader) -> [String] {
        guard let list = reader.body["receivers"].array, (1...Self.receiverLimit).contains(list.count) else {
            reader.refuse("receivers must be a list of 1 to \(Self.receiverLimit) user ids")
            return []
        }
        let ids = list.compactMap(\.string).filter(UserID.isValid)
        if ids.count < list.count { reader.refuse("receivers has something that is no user id") }
        // Duplicates are one before counting.
        var seen: Set<String> = []
        return ids.filter { seen.insert($0).inserted }
    }

    private func variables(_ reader: inout BodyReader) -> [String: JSONObject] {
        let value = reader.body["variables"]
        guard !value.isNull else { return [:] }
        guard let byUser = value.object, byUser.allSatisfy({ $0.value.object != nil }) else {
            reader.refuse("variables must be an object of objects, one per user id")
            return [:]
        }
        return Dictionary(byUser.map { ($0.key, $0.value.object ?? JSONObject()) }, uniquingKeysWith: { $1 })
    }
}
