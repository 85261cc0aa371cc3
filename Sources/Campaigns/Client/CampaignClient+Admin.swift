package import Values

/// A message to send to feeds.
package struct MessageRequest: Sendable, Hashable {
    /// Id or slug of an approved template.
    package var template: String
    package var receivers: [String]
    /// Values by receiver.
    package var variables: [String: JSONObject]
    package var tag: String?
    /// Whether a receiver whom the server does not know is made a user; otherwise the message is refused.
    package var createsReceivers: Bool
    /// Names the message, so that sending it again within a day has no further effect.
    package var idempotencyKey: String?

    package init(
        template: String,
        receivers: [String],
        variables: [String: JSONObject] = [:],
        tag: String? = nil,
        createsReceivers: Bool = true,
        idempotencyKey: String? = nil
    ) {
        self.template = template
        self.receivers = receivers
        self.variables = variables
        self.tag = tag
        self.createsReceivers = createsReceivers
        self.idempotencyKey = idempotencyKey
    }
}

/// What the server said to a message.
package struct MessageReceipt: Sendable, Hashable {
    package var wire: JSON
    /// `realtime` when it is done, `batch` when it is queued.
    package var mode: String?
    package var notificationId: String?
    package var batchId: String?
}

/// A user's token.
package struct UserToken: Sendable, Hashable {
    package var token: String
    package var user: String
    package var expiresAt: Instant?
}

extension CampaignClient {
    /// How many receivers one message may have.
    package static let receiverRange = 1...10_000

    /// The campaigns that the app of this embed key offers.
    package func webCampaigns() async throws(HeraldError) -> [WebCampaign] {
        try await page("/v1/campaigns", query: [], after: nil, entry: WebCampaign.read).entries
    }

    /// Sends a message; needs an admin key.
    package func send(_ message: MessageRequest) async throws(HeraldError) -> MessageReceipt {
        guard !message.template.isEmpty else { throw HeraldError(.invalidArgument, "template: missing") }
        guard Self.receiverRange.contains(message.receivers.count) else {
            let count = message.receivers.count
            throw HeraldError(.invalidArgument, "receivers: 1 to 10,000 of them are possible, not \(count)")
        }
        var body: JSON = [
            "templateId": .string(message.template), "receivers": .array(message.receivers.map(JSON.string)),
        ]
        if !message.variables.isEmpty {
            let members = message.variables.sorted { $0.key < $1.key }.map { ($0.key, JSON.object($0.value)) }
            body["variables"] = .object(JSONObject(members))
        }
        if let tag = message.tag { body["tag"] = .string(tag) }
        if !message.createsReceivers { body["createReceivers"] = false }
        let path = Self.feedPrefix + "/notifications/messages"
        let data = try await call("POST", path, body: body, idempotencyKey: message.idempotencyKey)["data"]
        return MessageReceipt(
            wire: data,
            mode: data["mode"].string,
            notificationId: data["notificationId"].string,
            batchId: data["batchId"].string
        )
    }

    /// One page of the templates.
    package func templates(
        limit: Int? = nil,
        after cursor: PageCursor? = nil
    ) async throws(HeraldError) -> WirePage<MessageTemplate> {
        let path = Self.feedPrefix + "/templates"
        return try await page(path, query: Self.limit(limit), after: cursor, entry: MessageTemplate.read)
    }

    /// One page of the feed channels.
    package func feedChannels(
        limit: Int? = nil,
        after cursor: PageCursor? = nil
    ) async throws(HeraldError) -> WirePage<FeedChannel> {
        let path = Self.feedPrefix + "/channels"
        return try await page(path, query: Self.limit(limit), after: cursor, entry: FeedChannel.read)
    }

    /// Whose the token of the credentials is.
    package func tokenOwner() async throws(HeraldError) -> String {
        do throws(HeraldError) {
            if let user = try await call("GET", "/v1/token")["data"]["user"].string, !user.isEmpty { return user }
        } catch {
            guard error.code == .notFound else { throw error }
        }
        throw HeraldError(
            .server,
            "\(server) does not say whose the token is",
            hint: "name the user: --user, or user = \"…\" in herald.connect"
        )
    }

    /// A token for a user, who is created when unknown; needs an admin key.
    package func mintToken(user: String, expiresIn: Duration? = nil) async throws(HeraldError) -> UserToken {
        guard !user.isEmpty else { throw HeraldError(.invalidArgument, "user: missing") }
        var body: JSON = ["createUser": true]
        if let expiresIn { body["expiresIn"] = .int(expiresIn.milliseconds / 1000) }
        let path = "/v1/users/\(PercentEncoding.pathSegment(user))/tokens"
        let data = try await call("POST", path, body: body)["data"]
        guard let token = data["token"].string, !token.isEmpty else {
            throw HeraldError(.server, "POST \(path) answered without a token", pointer: "/data/token")
        }
        var fields = WireFields(data.object ?? JSONObject(), at: "/data")
        return UserToken(token: token, user: fields.string("user") ?? user, expiresAt: fields.time("expiresAt"))
    }
}
