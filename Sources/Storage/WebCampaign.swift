package import Values

/// A campaign that a website or app offers: a name and the ways to talk.
package struct WebCampaign: Sendable, Hashable {
    package var id: String
    package var name: String
    /// BCP 47 tag.
    package var locale: String?
    package var channels: [WebCampaignChannel]
    /// From 1; raised whenever name, locale or channels change.
    package var revision: Int

    package init(id: String, name: String, locale: String?, channels: [WebCampaignChannel], revision: Int) {
        self.id = id
        self.name = name
        self.locale = locale
        self.channels = channels
        self.revision = revision
    }
}

/// One way to talk that a campaign offers.
package struct WebCampaignChannel: Sendable, Hashable {
    /// `chat`, `zva`, `video` or `scheduledCallback`.
    package var type: String
    /// Name of the agent script that answers.
    package var agent: String?
    /// When somebody is there, `{timezone, mon: ["09:00-17:00"], …}`; `null` for always.
    package var hours: JSON

    package init(type: String, agent: String? = nil, hours: JSON = .null) {
        self.type = type
        self.agent = agent
        self.hours = hours
    }
}
