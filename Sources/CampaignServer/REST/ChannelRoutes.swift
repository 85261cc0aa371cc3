import Storage
import Values

/// Feed channels, to write, and how many of them there may be.
struct ChannelRoutes: Sendable {
    let store: any CampaignStore

    var routes: [Route] {
        [
            Route("POST", "/v3/channels", .admin(.catalog, onBehalf: 400), CatalogOperations.createChannel, create),
            Route(
                "GET",
                "/v3/channels/availability",
                .admin(.read, onBehalf: 400),
                CatalogOperations.availability,
                availability
            ),
            Route("PUT", "/v3/channels/{id}", .admin(.catalog, onBehalf: 400), CatalogOperations.updateChannel, update),
        ]
    }

    private func create(_ routed: RoutedRequest) async throws -> ServerReply {
        var body = TemplateBody(reader: try BodyReader(routed))
        let type = body.reader.neededText("type", maximumBytes: TemplateBody.nameBytes)
        if !type.isEmpty, !FeedChannelType.all.contains(type) {
            body.reader.refuse("type must be one of \(FeedChannelType.all.joined(separator: ", "))")
        }
        let draft = FeedChannelDraft(
            channelId: body.slug("channelId", notOf: PathWords.besideFeedChannels),
            name: body.reader.neededWords("name", maximumBytes: TemplateBody.nameBytes),
            type: type,
            enabled: body.reader.flag("enabled") ?? false,
            metadata: body.reader.object("metadata") ?? [:]
        )
        try body.reader.check()
        guard FeedChannelType.open.contains(type) else {
            throw RequestFault.forbidden(
                "Channels of this type cannot be made.",
                details: ["type must be one of \(FeedChannelType.open.joined(separator: ", "))"]
            )
        }
        let reply: @Sendable (FeedChannel) -> ServerReply = { Envelope.single($0.json, status: 201) }
        let recording = try Repetition.recording(routed, reply)
        return try await store.createFeedChannel(draft, recording: recording).reply(reply)
    }

    private func availability(_ routed: RoutedRequest) async throws -> ServerReply {
        let counts = try await store.feedChannelCounts()
        let types = FeedChannelType.open.map { type in
            let count = counts[type] ?? 0
            let limit = FeedChannelType.limit(of: type)
            let entry: JSON = [
                "count": .int(Int64(count)), "limit": JSON(limit.map(Int64.init)),
                "available": JSON(limit.map { Int64(max(0, $0 - count)) }),
            ]
            return (type, entry)
        }
        return Envelope.single(.object(JSONObject(types)))
    }

    private func update(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = try BodyReader(routed)
        let name = reader.words("name", maximumBytes: TemplateBody.nameBytes)
        let enabled = reader.flag("enabled")
        let metadata = reader.object("metadata")
        try reader.check()
        let channel = try await store.updateFeedChannel(routed["id"]) { channel in
            channel.name = name ?? channel.name
            channel.enabled = enabled ?? channel.enabled
            channel.metadata = metadata ?? channel.metadata
        }
        guard let channel else { throw CatalogRoutes.unknownChannel }
        return Envelope.single(channel.json)
    }
}
