package import Values

/// A message with holes: cards per channel, and the variables that fill them.
package struct Template: Sendable, Hashable {
    package enum Status: String, Sendable {
        case draft
        case approved
        case archived

        /// Why a template of this status cannot get that one; `nil` when it can.
        ///
        /// Drafts are approved or archived, approved ones archived; nothing comes back.
        package func refusal(ofBecoming next: Status) -> String? {
            switch (self, next) {
            case (.draft, _), (.approved, .archived): return nil
            default: return self == next ? nil : "status cannot go from \(rawValue) to \(next.rawValue)"
            }
        }

        /// Why nothing of a template of this status can change; `nil` when it can.
        package var refusalOfChanges: String? { self == .archived ? "the template is archived" : nil }
    }

    package var id: String
    /// The slug, unique and never changed.
    package var templateId: String
    package var name: String
    /// A category's name.
    package var category: String?
    package var label: String?
    package var alternativeText: String?
    package var tags: [String]
    package var status: Status
    /// From 1; raised whenever channels or variables change.
    package var currentVersion: Int
    /// Contents of the current version.
    package var channels: [ChannelContent]
    /// Variables of the current version.
    package var variables: [TemplateVariable]
    /// All versions, oldest first; empty in lists.
    package var versions: [TemplateVersion]
    package var config: JSON
    /// Unix seconds.
    package var createdAt: Int64
    /// Unix seconds.
    package var updatedAt: Int64

    package init(
        id: String,
        templateId: String,
        name: String,
        category: String?,
        label: String?,
        alternativeText: String?,
        tags: [String],
        status: Status,
        currentVersion: Int,
        channels: [ChannelContent],
        variables: [TemplateVariable],
        versions: [TemplateVersion],
        config: JSON,
        createdAt: Int64,
        updatedAt: Int64
    ) {
        self.id = id
        self.templateId = templateId
        self.name = name
        self.category = category
        self.label = label
        self.alternativeText = alternativeText
        self.tags = tags
        self.status = status
        self.currentVersion = currentVersion
        self.channels = channels
        self.variables = variables
        self.versions = versions
        self.config = config
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// What a template was at one time; old ones never change.
package struct TemplateVersion: Sendable, Hashable {
    package var version: Int
    package var channels: [ChannelContent]
    package var variables: [TemplateVariable]
    /// Unix seconds.
    package var createdAt: Int64

    package init(version: Int, channels: [ChannelContent], variables: [TemplateVariable], createdAt: Int64) {
        self.version = version
        self.channels = channels
        self.variables = variables
        self.createdAt = createdAt
    }
}
