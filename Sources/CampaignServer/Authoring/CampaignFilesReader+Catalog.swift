internal import Storage
internal import Values

extension CampaignFilesReader {
    mutating func readUser(_ node: AuthoringNode) {
        guard node.isObject("a user", required: ["id"], optional: ["name"]), let id = userID(node.member("id")),
            isFirst(id, of: "users", at: node)
        else { return }
        result.catalog.users.append(.init(id: id, name: node.text("name")))
    }

    mutating func readCategory(_ node: AuthoringNode) {
        guard node.isObject("a category", required: ["name"], optional: ["description"]),
            let name = node.text("name"), isFirst(name, of: "categories", at: node)
        else { return }
        result.catalog.categories.append(.init(name: name, text: node.text("description")))
    }

    mutating func readFeedChannel(_ node: AuthoringNode) {
        let optional = ["enabled", "metadata"]
        guard node.isObject("a feed channel", required: ["channelId", "name", "type"], optional: optional),
            let id = node.slug("channelId"), let name = node.text("name"),
            let type = node.choice("type", of: AuthoringRules.channelTypes),
            isFirst(id, of: "feedChannels", at: node)
        else { return }
        let metadata = node.member("metadata")
        if let metadata, metadata.value.object == nil {
            metadata.report("expected an object, found \(metadata.value.kind)")
        }
        result.catalog.feedChannels.append(
            .init(
                channelId: id,
                name: name,
                type: type,
                enabled: node.flag("enabled") ?? true,
                metadata: metadata?.value ?? [:]
            )
        )
    }

    mutating func readCampaign(_ node: AuthoringNode) {
        guard node.isObject("a campaign", required: ["id", "name", "channels"], optional: ["locale"]),
            let id = node.slug("id"), let name = node.text("name"), isFirst(id, of: "campaigns", at: node)
        else { return }
        let locale = node.text("locale")
        if let locale, !AuthoringRules.isLocale(locale) {
            node.member("locale")?.report("\"\(locale)\" is no language tag", hint: "write it like \"en\" or \"pt-BR\"")
        }
        var channels: [WebCampaignChannel] = []
        for entry in node.list("channels") {
            guard let channel = webChannel(entry) else { continue }
            if channels.contains(where: { $0.type == channel.type }) {
                entry.report("the campaign offers \(channel.type) twice")
            } else {
                channels.append(channel)
            }
        }
        if node.value["channels"] == [] { node.member("channels")?.report("a campaign offers at least one channel") }
        result.catalog.campaigns.append(.init(id: id, name: name, locale: locale, channels: channels))
    }

    private func webChannel(_ node: AuthoringNode) -> WebCampaignChannel? {
        guard node.isObject("a campaign's channel", required: ["type"], optional: ["agent"]),
            let type = node.choice("type", of: AuthoringRules.webChannelTypes)
        else { return nil }
        guard node.member("agent") != nil else { return WebCampaignChannel(type: type) }
        guard let agent = node.slug("agent") else { return nil }
        if !folder.hasAgent(agent) {
            node.member("agent")?.report(
                "there is no agent script \(folder.agents)/\(agent).lua",
                hint: Suggestion.hint(for: agent, among: folder.agentNames())
            )
        }
        return WebCampaignChannel(type: type, agent: agent)
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
