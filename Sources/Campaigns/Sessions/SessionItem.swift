package import Values

/// What a session is opened for.
package struct SessionItem: Sendable, Hashable {
    /// A web campaign, or an entry point of the channel without one.
    package enum Target: Sendable, Hashable {
        case campaign(WebCampaign)
        case entry(id: String)
        /// The app of the embed key itself.
        case app
    }

    /// The channel's type, for example `chat`.
    package var channel: String
    package var target: Target
    package var apiKey: String
    /// Passed on to the channel's plugin.
    package var options: JSONObject
    package var userId: String?
    package var userName: String?

    package init(
        channel: String,
        target: Target,
        apiKey: String,
        options: JSONObject = JSONObject(),
        userId: String? = nil,
        userName: String? = nil
    ) {
        self.channel = channel
        self.target = target
        self.apiKey = apiKey
        self.options = options
        self.userId = userId
        self.userName = userName
    }

    /// What makes two items the same session: a campaign fetched again keeps its live chat.
    package var key: SessionKey {
        switch target {
        case .campaign(let campaign):
            SessionKey(channel: channel, mode: .campaign, apiKey: apiKey, target: campaign.id)
        case .entry(let id): SessionKey(channel: channel, mode: .entry, apiKey: apiKey, target: id)
        case .app: SessionKey(channel: channel, mode: .app, apiKey: apiKey, target: "")
        }
    }

    /// The parameters with which a channel plugin opens.
    package var parameters: JSON {
        var parameters: JSON = ["campaign": .null, "options": .object(options)]
        switch target {
        case .campaign(let campaign): parameters["campaign"] = campaign.wire
        case .entry(let id): parameters["entryId"] = .string(id)
        case .app: break
        }
        if let userId {
            var user: JSON = ["id": .string(userId)]
            if let userName { user["name"] = .string(userName) }
            parameters["user"] = user
        }
        return parameters
    }

    /// What is wrong with the item, before anything is opened.
    func validate() throws(HeraldError) {
        guard !channel.isEmpty else { throw HeraldError(.invalidArgument, "channel: missing") }
        guard !apiKey.isEmpty else {
            throw HeraldError(.invalidArgument, "the embed key is missing", hint: "give --api-key")
        }
        switch target {
        case .campaign(let campaign):
            guard campaign.channels.isEmpty || campaign.channels.contains(channel) else {
                let offered = campaign.channels.joined(separator: ", ")
                let message = "campaign \"\(campaign.id)\" does not offer the channel \"\(channel)\""
                throw HeraldError(.invalidArgument, message, hint: "it offers: \(offered)")
            }
        case .entry(let id):
            guard !id.isEmpty else { throw HeraldError(.invalidArgument, "entry_id: missing") }
        case .app: break
        }
    }
}

/// Identity of a session.
package struct SessionKey: Sendable, Hashable {
    package enum Mode: String, Sendable, Hashable {
        case campaign
        case entry
        case app
    }

    package var channel: String
    package var mode: Mode
    package var apiKey: String
    package var target: String
}
