import Storage
import Values

/// Conversations with the agents of web campaigns.
struct EngagementRoutes: Sendable {
    /// Longest id in a body.
    static let idBytes = 256

    let store: any CampaignStore
    let desk: EngagementDesk
    let clock: any HeraldClock
    let log: LogSink

    var routes: [Route] {
        [
            Route("POST", "/v1/engagements", .keyAndUser, EngagementOperations.open, open),
            Route("GET", "/v1/engagements/{id}", .key, EngagementOperations.get, get),
            Route("POST", "/v1/engagements/{id}/end", .key, EngagementOperations.end, end),
            Route("GET", "/v1/engagements/{id}/socket", .keyAndUser, EngagementOperations.connect, connect),
        ]
    }

    private func open(_ routed: RoutedRequest) async throws -> ServerReply {
        guard let user = routed.caller.user else { throw RequestFault.unauthorized }
        var reader = try BodyReader(routed)
        let channel = reader.neededText("channel", maximumBytes: Self.idBytes)
        let campaign = reader.text("campaignId", maximumBytes: Self.idBytes)
        let entry = reader.text("entryId", maximumBytes: Self.idBytes)
        if !channel.isEmpty, !AuthoringRules.webChannelTypes.contains(channel) {
            reader.refuse("channel must be one of \(AuthoringRules.webChannelTypes.joined(separator: ", "))")
        }
        if (campaign == nil) == (entry == nil) { reader.refuse("one of campaignId and entryId is needed") }
        try reader.check()
        var draft = EngagementDraft(channel: channel, campaignId: campaign, entryId: entry, user: user, agent: nil)
        if let campaign {
            draft.agent = try await agent(of: campaign, channel)
        } else if let entry {
            draft.agent = try await agent(ofEntry: entry)
        }
        let author = await desk.author(draft.agent)
        let reply: @Sendable (Engagement) -> ServerReply = { Envelope.single($0.json(agent: author), status: 201) }
        return try await desk.open(draft, recording: try Repetition.recording(routed, reply)).reply(reply)
    }

    private func agent(of id: String, _ channel: String) async throws -> String? {
        guard let campaign = try await store.webCampaign(id) else {
            throw RequestFault.notFound("There is no such campaign.")
        }
        guard let offer = campaign.channels.first(where: { $0.type == channel }) else {
            throw RequestFault.validation("channel is not offered by this campaign")
        }
        return offer.agent
    }

    /// An entry without a campaign names the agent itself: the server has no other list of entries.
    private func agent(ofEntry entry: String) async throws -> String {
        do throws(HeraldError) {
            _ = try await desk.agents.agent(entry)
        } catch {
            guard error.code != .notFound else { throw RequestFault.notFound("There is no such entry.") }
            log(.error, "agent \(entry): \(error)")
        }
        return entry
    }

    private func get(_ routed: RoutedRequest) async throws -> ServerReply {
        let engagement = try await engagement(routed)
        return Envelope.single(engagement.json(agent: await desk.agent(of: engagement)))
    }

    private func end(_ routed: RoutedRequest) async throws -> ServerReply {
        let engagement = try await engagement(routed)
        // An admin who does not act for the visitor is the other side.
        let reason = routed.caller.user == nil ? "remote" : "finished"
        guard let ended = try await desk.end(engagement.id, reason: reason) else { throw Self.unknown }
        return Envelope.single(ended.json(agent: await desk.agent(of: ended)))
    }

    private func connect(_ routed: RoutedRequest) async throws -> ServerReply {
        let engagement = try await engagement(routed)
        let accept = try WebSocketHandshake.accept(routed.request)
        var after: Int64 = 0
        if let text = routed.request.parameter("after") {
            guard let sequence = Int64(text), sequence >= 0 else {
                throw RequestFault.validation("after must be a whole number, 0 or more")
            }
            after = sequence
        }
        let name = try await store.user(engagement.user)?.name ?? engagement.user
        let session = EngagementSession(
            engagement: engagement,
            agent: await desk.agent(of: engagement),
            visitor: ChatAuthor(kind: .user, name: name),
            after: after,
            token: OpenToken(routed.caller, store: store, clock: clock),
            desk: desk,
            log: log
        )
        return .webSocket(accept: accept, session: session.run)
    }

    /// The engagement of the path; somebody else's is as unknown as none.
    private func engagement(_ routed: RoutedRequest) async throws -> Engagement {
        if routed.caller.user == nil {
            guard routed.caller.isAdmin else { throw RequestFault.unauthorized }
            try routed.caller.checkRights([routed.request.method == "GET" ? .read : .users])
        }
        guard let engagement = try await store.engagement(routed["id"]),
            routed.caller.user == nil || routed.caller.user == engagement.user
        else { throw Self.unknown }
        return engagement
    }

    private static let unknown = RequestFault.notFound("There is no such engagement.")
}
