package import Values

/// Everything that the authoring files of a folder say, checked and ready to be stored.
package struct AuthoringBundle: Sendable, Hashable {
    package var users: [UserEntry]
    package var categories: [CategoryEntry]
    package var feedChannels: [FeedChannelEntry]
    package var templates: [TemplateEntry]
    /// In the order in which lists show them.
    package var campaigns: [CampaignEntry]
    package var messages: [MessageEntry]

    package init(
        users: [UserEntry] = [],
        categories: [CategoryEntry] = [],
        feedChannels: [FeedChannelEntry] = [],
        templates: [TemplateEntry] = [],
        campaigns: [CampaignEntry] = [],
        messages: [MessageEntry] = []
    ) {
        self.users = users
        self.categories = categories
        self.feedChannels = feedChannels
        self.templates = templates
        self.campaigns = campaigns
        self.messages = messages
    }
}

extension AuthoringBundle {
    package struct UserEntry: Sendable, Hashable {
        package var id: String
        package var name: String?

        package init(id: String, name: String?) {
            self.id = id
            self.name = name
        }
    }

    package struct CategoryEntry: Sendable, Hashable {
        package var name: String
        package var text: String?

        package init(name: String, text: String?) {
            self.name = name
            self.text = text
        }
    }

    package struct FeedChannelEntry: Sendable, Hashable {
        package var channelId: String
        package var name: String
        package var type: String
        package var enabled: Bool
        package var metadata: JSON

        package init(channelId: String, name: String, type: String, enabled: Bool, metadata: JSON = [:]) {
            self.channelId = channelId
            self.name = name
            self.type = type
            self.enabled = enabled
            self.metadata = metadata
        }
    }

    package struct TemplateEntry: Sendable, Hashable {
        package var templateId: String
        package var name: String
        package var category: String?
        package var label: String?
        package var alternativeText: String?
        package var tags: [String]
        package var channels: [ChannelContent]
        package var variables: [TemplateVariable]

        package init(
            templateId: String,
            name: String,
            category: String? = nil,
            label: String? = nil,
            alternativeText: String? = nil,
            tags: [String] = [],
            channels: [ChannelContent],
            variables: [TemplateVariable] = []
        ) {
            self.templateId = templateId
            self.name = name
            self.category = category
            self.label = label
            self.alternativeText = alternativeText
            self.tags = tags
            self.channels = channels
            self.variables = variables
        }
    }

    package struct CampaignEntry: Sendable, Hashable {
        package var id: String
        package var name: String
        package var locale: String?
        package var channels: [WebCampaignChannel]

        package init(id: String, name: String, locale: String?, channels: [WebCampaignChannel]) {
            self.id = id
            self.name = name
            self.locale = locale
            self.channels = channels
        }
    }

    /// A message that is sent once, however often the files are applied.
    package struct MessageEntry: Sendable, Hashable {
        /// Remembered, so that the message is not sent again.
        package var id: String
        /// Slug of a template of the bundle or of the store.
        package var template: String
        /// Rendered for each receiver.
        package var drafts: [FeedItemDraft]
        /// How many seconds before now it counts as sent.
        package var sentAgo: Int64

        package init(id: String, template: String, drafts: [FeedItemDraft], sentAgo: Int64) {
            self.id = id
            self.template = template
            self.drafts = drafts
            self.sentAgo = sentAgo
        }
    }
}

/// What applying a bundle changed.
package struct AuthoringOutcome: Sendable, Hashable {
    /// Entries that were new.
    package var created: Int
    /// Entries whose content changed.
    package var updated: Int
    /// Entries that were there already, as they are.
    package var unchanged: Int
    /// What the messages did to feeds; empty when all were sent before.
    package var events: [FeedEvent]

    package init(created: Int = 0, updated: Int = 0, unchanged: Int = 0, events: [FeedEvent] = []) {
        self.created = created
        self.updated = updated
        self.unchanged = unchanged
        self.events = events
    }
}
