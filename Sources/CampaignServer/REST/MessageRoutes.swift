import Storage
import Values

/// Direct sends to users' feeds and devices.
struct MessageRoutes: Sendable {
    /// Most receivers of one send.
    static let receiverLimit = 10_000
    /// Most entries of the list of receivers, duplicates among them.
    static let entryLimit = 10 * receiverLimit
    /// Up to this many receivers a send counts as done in real time; the answer's form differs.
    private static let realtimeLimit = 10
    /// Longest user id and tag.
    static let nameBytes = 256
    /// A send stores one rendered card per receiver; together they may not be larger than this.
    private static let contentBytes = 256 << 20

    /// Most problems of one send that are told.
    private static let problemCount = 100

    let store: any CampaignStore
    let hub: RealtimeHub
    /// Large sends are rendered and stored one after the other: together they would need more memory than there is.
    let largeSends = Turns(1)
    /// Base URL under which receivers reach this server.
    let server: String

    var routes: [Route] { [Route("POST", "/v3/notifications/messages", .admin(.send), FeedOperations.send, send)] }

    private func send(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = try BodyReader(routed)
        let templateID = reader.neededText("templateId", maximumBytes: Self.nameBytes)
        let tag = reader.text("tag", maximumBytes: Self.nameBytes)
        let receivers = receivers(&reader)
        let variables = variables(&reader)
        let createsReceivers = reader.flag("createReceivers") ?? true
        try reader.check()

        guard let template = try await store.template(templateID) else { throw try await unknownTemplate(templateID) }
        guard template.status == .approved else { throw RequestFault.validation("the template is not approved") }
        let contents = ChannelContent.toSend(template.channels, config: template.config)
        guard !contents.isEmpty else {
            throw RequestFault.validation("the template has no content for a feed or for push notifications")
        }
        let bytes = contents.map { $0.content.text.utf8.count * receivers.count }.reduce(0, +)
        guard bytes <= Self.contentBytes else {
            throw RequestFault(413, "ERR_BAD_REQUEST", "The send is too large; send it in parts.")
        }
        var problems = MessageVariables.problems(variables, of: template, receivers: receivers)
        if !createsReceivers {
            problems += try await store.unknownUsers(among: receivers).map { "receivers: there is no user \"\($0)\"" }
        }
        guard problems.isEmpty else { throw RequestFault.validation(Array(problems.prefix(Self.problemCount))) }
        let turn = receivers.count > Self.realtimeLimit ? try await largeSends.take() : nil
        defer { withExtendedLifetime(turn) {} }
        let part = { (type: String) -> FeedSend.Part? in
            guard let content = contents.first(where: { $0.channelType == type }) else { return nil }
            let renderer = MessageRenderer(template: template, channel: content, server: server)
            let drafts = receivers.map { renderer.draft(for: $0, variables: variables[$0] ?? JSONObject()) }
            return FeedSend.Part(channel: content, drafts: drafts)
        }
        let reply: @Sendable (FeedSendOutcome) -> ServerReply = {
            Envelope.single(Self.answer($0, count: receivers.count))
        }
        let sent = try await store.send(
            FeedSend(template: template, feed: part("in_app"), push: part("push"), tag: tag),
            recording: try Repetition.recording(routed, reply)
        )
        if case .new(let outcome) = sent { hub.publish(outcome.events) }
        return sent.reply(reply)
    }

    /// The refusal of a name that no template has, with the nearest one that can be sent.
    private func unknownTemplate(_ name: String) async throws -> RequestFault {
        let query = TemplateQuery(page: PageRequest(limit: 100, sort: .updatedAt), status: .approved)
        let known = try await store.templates(query).items.map(\.templateId)
        let problem = "templateId: there is no template \"\(name)\"\(Suggestion.clause(for: name, among: known))"
        return RequestFault(
            400,
            "ERR_TEMPLATE_NOT_FOUND",
            "There is no such template.",
            details: .array([.string(problem)])
        )
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
        let list = reader.body["receivers"].array ?? []
        let ids = list.compactMap(\.string).filter(UserID.isValid)
        if ids.count < list.count { reader.refuse("receivers has something that is no user id") }
        // Duplicates are one before counting.
        var seen: Set<String> = []
        let receivers = ids.filter { seen.insert($0).inserted }
        if list.isEmpty || list.count > Self.entryLimit || receivers.count > Self.receiverLimit {
            reader.refuse("receivers must be a list of 1 to \(Self.receiverLimit) user ids")
        }
        return receivers
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
