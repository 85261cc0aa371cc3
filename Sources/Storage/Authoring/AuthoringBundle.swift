package import Values

/// Everything that authoring files say, checked and ready to be stored; or what a store holds, in the same words.
package struct AuthoringBundle: Sendable, Hashable {
    package var users: [UserEntry]
    package var categories: [CategoryDraft]
    /// Names of categories that shall not be there; templates may go on naming them.
    package var removedCategories: [String]
    /// Each with its slug.
    package var feedChannels: [FeedChannelDraft]
    /// Each with its slug.
    package var templates: [TemplateDraft]
    /// In the order in which lists show them.
    package var campaigns: [CampaignEntry]
    package var messages: [MessageEntry]

    package init(
        users: [UserEntry] = [],
        categories: [CategoryDraft] = [],
        removedCategories: [String] = [],
        feedChannels: [FeedChannelDraft] = [],
        templates: [TemplateDraft] = [],
        campaigns: [CampaignEntry] = [],
        messages: [MessageEntry] = []
    ) {
        self.users = users
        self.categories = categories
        self.removedCategories = removedCategories
        self.feedChannels = feedChannels
        self.templates = templates
        self.campaigns = campaigns
        self.messages = messages
    }
}

extension AuthoringBundle {
    package struct UserEntry: Sendable, Hashable {
        package var id: String
        /// `nil` leaves the name that is stored.
        package var name: String?

        package init(id: String, name: String?) {
            self.id = id
            self.name = name
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
        package enum Time: Sendable, Hashable {
            /// So many seconds before it is applied.
            case ago(Int64)
            /// Unix seconds.
            case at(Int64)
        }

        /// Remembered, so that the message is not sent again.
        package var id: String
        /// Slug of a template of the bundle or of the store.
        package var template: String
        package var receivers: [String]
        /// Values by receiver.
        package var variables: [String: JSONObject]
        package var sent: Time
        /// Rendered for each receiver, for feeds; not in what a store gives.
        package var feed: FeedSend.Part?
        /// Rendered for each receiver, for devices.
        package var push: FeedSend.Part?

        package init(
            id: String,
            template: String,
            receivers: [String] = [],
            variables: [String: JSONObject] = [:],
            sent: Time = .ago(0),
            feed: FeedSend.Part? = nil,
            push: FeedSend.Part? = nil
        ) {
            self.id = id
            self.template = template
            self.receivers = receivers
            self.variables = variables
            self.sent = sent
            self.feed = feed
            self.push = push
        }
    }
}

/// What applying a bundle changed, or would change.
package struct AuthoringOutcome: Sendable, Hashable {
    package var diff: AuthoringDiff
    /// What the messages did to feeds; empty when all were sent before, and when nothing was written.
    package var events: [FeedEvent]

    package init(diff: AuthoringDiff, events: [FeedEvent] = []) {
        self.diff = diff
        self.events = events
    }
}
