import Storage
import Values

extension CampaignFilesReader {
    mutating func readUser(_ node: AuthoringNode) {
        guard node.isObject("a user", required: ["id"], optional: ["name"]), let id = userID(node.member("id")),
            isFirst(id, of: .users, at: node)
        else { return }
        result.catalog.users.append(.init(id: id, name: node.text("name")))
        note(.users, at: node)
    }

    mutating func readCategory(_ node: AuthoringNode) {
        let optional = ["description", AuthoringEntry.removedField]
        guard node.isObject("a category", required: ["name"], optional: optional),
            let name = node.text("name"), isFirst(name, of: .categories, at: node)
        else { return }
        let text = node.text("description")
        guard node.flag(AuthoringEntry.removedField) == true else {
            result.catalog.categories.append(.init(name: name, text: text))
            return note(.categories, at: node)
        }
        if text != nil { node.member("description")?.report("a category that is removed has no description") }
        remove(category: name, at: node)
    }

    mutating func readFeedChannel(_ node: AuthoringNode) {
        let optional = ["enabled", "metadata"]
        guard node.isObject("a feed channel", required: ["channelId", "name", "type"], optional: optional),
            let id = node.slug("channelId", notOf: PathWords.besideFeedChannels), let name = node.text("name"),
            let type = node.choice("type", of: FeedChannelType.open),
            isFirst(id, of: .feedChannels, at: node)
        else { return }
        result.catalog.feedChannels.append(
            .init(
                channelId: id,
                name: name,
                type: type,
                enabled: node.flag("enabled") ?? true,
                metadata: node.object("metadata") ?? [:]
            )
        )
        note(.feedChannels, at: node)
    }

    mutating func readCampaign(_ node: AuthoringNode) {
        let optional = ["locale", "hours"]
        guard node.isObject("a campaign", required: ["id", "name", "channels"], optional: optional),
            let id = node.slug("id"), let name = node.text("name"), isFirst(id, of: .campaigns, at: node)
        else { return }
        let locale = node.text("locale")
        if let locale, !AuthoringRules.isLocale(locale) {
            node.member("locale")?.report("\"\(locale)\" is no language tag", hint: "write it like \"en\" or \"pt-BR\"")
        }
        var origin = AuthoringOrigin(node)
        let hours = node.member("hours").flatMap(OpeningHours.read) ?? .null
        var channels: [WebCampaignChannel] = []
        for entry in node.list("channels") {
            guard let channel = webChannel(entry, hours: hours) else { continue }
            if channels.contains(where: { $0.type == channel.type }) {
                entry.report("the campaign offers \(channel.type) twice")
            } else {
                if entry.member("hours") == nil, let shared = node.member("hours") {
                    origin.note("/channels/\(channels.count)/hours", at: shared)
                }
                channels.append(channel)
            }
        }
        if node.value["channels"] == [] { node.member("channels")?.report("a campaign offers at least one channel") }
        result.catalog.campaigns.append(.init(id: id, name: name, locale: locale, channels: channels))
        note(.campaigns, at: origin)
    }

    private func webChannel(_ node: AuthoringNode, hours: JSON) -> WebCampaignChannel? {
        guard node.isObject("a campaign's channel", required: ["type"], optional: ["agent", "hours"]),
            let type = node.choice("type", of: AuthoringRules.webChannelTypes)
        else { return nil }
        var channel = WebCampaignChannel(type: type, hours: hours)
        if let own = node.member("hours") { channel.hours = OpeningHours.read(own) ?? .null }
        guard node.member("agent") != nil else { return channel }
        guard let agent = node.slug("agent") else { return nil }
        channel.agent = agent
        checkAgent(agent, at: node.child("agent", .null))
        return channel
    }

    private func checkAgent(_ agent: String, at node: AuthoringNode) {
        switch (agents.path, agentNames) {
        case (let path?, let names?) where !names.contains(agent):
            node.report(
                "there is no agent script \(path)/\(agent).lua",
                hint: Suggestion.hint(for: agent, among: names)
            )
        case (let path?, nil):
            node.warn(
                "agent \"\(agent)\" cannot be found: there is no folder \(path)",
                hint: "agents lie in the folder \"agents\" beside the campaigns folder"
            )
        case (nil, _):
            node.warn(
                "agent \"\(agent)\" cannot be found: this server has no folder of agents",
                hint: "start it with --campaigns DIR; agents lie in the folder \"agents\" beside DIR"
            )
        default: break
        }
    }

    func userID(_ node: AuthoringNode?) -> String? {
        guard let node, let id = node.text() else { return nil }
        guard UserID.isValid(id) else {
            node.report(
                "\"\(id)\" cannot be a user's id",
                hint: "use 1 to \(UserID.maximumBytes) bytes without control characters, no blank at either end"
            )
            return nil
        }
        return id
    }
}
