package import Storage
package import Values

/// What the authoring files of one folder say, merged and checked.
package struct CampaignFiles: Sendable {
    /// Entries of all kinds but messages, which are rendered for a server first.
    var catalog = AuthoringBundle()
    var messages: [AuthoredMessage] = []
    /// Names of the agent scripts that campaigns use, sorted.
    package var agents: [String] = []
    /// The files that were read, in order, includes too.
    package var files: [String] = []

    /// Everything to store, the messages rendered.
    ///
    /// `server` is the base URL that cards use as `{{server}}`, without a slash at the end.
    package func bundle(server: String) -> AuthoringBundle {
        var bundle = catalog
        bundle.messages = messages.map { $0.entry(server: server) }
        return bundle
    }

    /// Reads a folder of `*.json` files.
    ///
    /// Reads files, so it blocks for as long as the disk takes. Without `agents` the agent scripts are looked for in the
    /// folder `agents` beside the given one.
    ///
    /// - Throws: ``HeraldError`` with `bad_authoring` for the first fault; `details` holds all of them as text.
    package static func load(_ folder: String, agents: String? = nil) throws(HeraldError) -> CampaignFiles {
        let (files, problems) = check(folder, agents: agents)
        guard var first = problems.first else { return files }
        if problems.count > 1 {
            first.message += " (and \(problems.count - 1) more)"
            first.details = ["problems": .array(problems.map { .string($0.description) })]
        }
        throw first
    }

    /// Reads a folder as ``load(_:agents:)`` does and gives every fault, in the order of files and places.
    package static func check(
        _ folder: String,
        agents: String? = nil
    ) -> (files: CampaignFiles, problems: [HeraldError]) {
        var reader = CampaignFilesReader(folder: AuthoringFolder(path: folder, agents: agents))
        reader.read()
        return (reader.result, reader.problems.all)
    }
}

/// A message as the author wrote it.
struct AuthoredMessage: Sendable {
    var id: String
    var template: AuthoringBundle.TemplateEntry
    var receivers: [String]
    var variables: [String: JSONObject]
    var sentAgo: Int64

    func entry(server: String) -> AuthoringBundle.MessageEntry {
        let renderer = MessageRenderer(
            content: template.channels.first?.content ?? .null,
            variables: template.variables,
            alternativeText: template.alternativeText,
            server: server
        )
        return AuthoringBundle.MessageEntry(
            id: id,
            template: template.templateId,
            drafts: receivers.map { renderer.draft(for: $0, variables: variables[$0] ?? JSONObject()) },
            sentAgo: sentAgo
        )
    }
}
