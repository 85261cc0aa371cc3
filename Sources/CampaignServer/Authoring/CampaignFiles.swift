package import Storage
package import Values

/// What a set of authoring files says, merged and checked.
package struct CampaignFiles: Sendable {
    /// Messages are not rendered yet.
    var catalog = AuthoringBundle()
    /// Where the entries of the catalog stand, in their order.
    var origins: [AuthoringKind: [AuthoringOrigin]] = [:]
    /// Names of the agent scripts that campaigns use, sorted.
    package var agents: [String] = []
    /// Names of the files that were read, includes too.
    package var files: [String] = []
    /// Everything that was found, in the order of the lists.
    package var findings: [AuthoringFinding] = []

    /// Everything to store, the messages rendered.
    ///
    /// `server` is the base URL that cards use as `{{server}}`, without a slash at the end.
    package func bundle(server: String) -> AuthoringBundle {
        let templates = Dictionary(
            catalog.templates.map { ($0.templateId ?? "", $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var bundle = catalog
        for place in bundle.messages.indices {
            guard let template = templates[bundle.messages[place].template] else { continue }
            bundle.messages[place].render(template, server: server)
        }
        return bundle
    }

    /// Reads a set of files and gives what they say and every finding.
    ///
    /// Without a folder of agents, or when there is none, agents that campaigns name are warned of. With `isStrict`
    /// cards are held against the strict form of their format, too.
    package static func check(
        _ texts: AuthoringTexts,
        agents: String? = nil,
        isStrict: Bool = false
    ) -> CampaignFiles {
        var reader = CampaignFilesReader(texts: texts, agents: AgentFolder(path: agents), isStrict: isStrict)
        reader.read()
        return reader.result
    }

    /// Whether a value is a campaign file, be it one without a version: a card has a body, and none of the lists.
    package static func isTaken(forCampaignFile value: JSON) -> Bool {
        guard let members = value.object else { return false }
        if members["herald"] != nil { return true }
        return members["body"] == nil && AuthoringKind.allCases.contains { members[$0.rawValue] != nil }
    }

    /// Names of the agents that one file names.
    package static func agents(in value: JSON) -> Set<String> {
        let channels = (value["campaigns"].array ?? []).flatMap { $0["channels"].array ?? [] }
        return Set(channels.compactMap { $0["agent"].string })
    }

    /// Reads a set of files that are to be applied.
    ///
    /// - Throws: ``HeraldError`` with `bad_authoring` for all errors.
    package static func load(_ texts: AuthoringTexts, agents: String? = nil) throws(HeraldError) -> CampaignFiles {
        let files = check(texts, agents: agents)
        try files.refuseErrors()
        return files
    }

    /// - Throws: ``HeraldError`` with `bad_authoring` for all errors.
    func refuseErrors() throws(HeraldError) {
        guard !findings.contains(where: { $0.severity == .error }) else { throw HeraldError(findings) }
    }

    /// Tries the agents that campaigns name, and adds what keeps them from answering.
    package mutating func checkAgents(in folder: String?) async {
        findings += await AgentCheck.findings(of: agents, in: AgentFolder(path: folder))
    }

    /// Adds what the files name and do not have, for a check without a store.
    ///
    /// Channels of a set that has none at all are taken to be in the store.
    package mutating func checkReferences() {
        let references = AuthoringReferences(
            stored: AuthoringBundle(),
            wanted: catalog,
            changes: AuthoringDiff(from: AuthoringBundle(), to: catalog, now: .max).changes
        )
        for problem in references.problems {
            let isElsewhere = catalog.feedChannels.isEmpty && problem.pointer.hasSuffix("/channelId")
            findings.append(finding(problem, isElsewhere ? .warning : .error))
        }
        findings += references.notices.map { finding($0, .warning) }
    }
}

extension AuthoringBundle.MessageEntry {
    fileprivate mutating func render(_ template: TemplateDraft, server: String) {
        for content in ChannelContent.toSend(template.channels, config: template.config) {
            let renderer = MessageRenderer(template: template, channel: content, server: server)
            let drafts = receivers.map { renderer.draft(for: $0, variables: variables[$0] ?? JSONObject()) }
            let part = FeedSend.Part(channel: content, drafts: drafts)
            if content.channelType == "push" { push = part } else { feed = part }
        }
    }
}
