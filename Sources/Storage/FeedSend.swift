package import Values

/// One message on its way to receivers, already rendered for each.
package struct FeedSend: Sendable, Hashable {
    /// What goes to one kind of channel.
    package struct Part: Sendable, Hashable {
        /// Which of the template's contents was rendered.
        package var channel: ChannelContent
        /// One per receiver; a receiver named again is ignored.
        package var drafts: [FeedItemDraft]

        package init(channel: ChannelContent, drafts: [FeedItemDraft]) {
            self.channel = channel
            self.drafts = drafts
        }
    }

    /// The template as it was read for rendering; items take version, category, label and tags from it.
    package var template: Template
    /// Goes to feeds.
    package var feed: Part?
    /// Goes to devices.
    package var push: Part?
    package var campaignId: String?
    /// Kept in the items' metadata as `tag`.
    package var tag: String?

    package init(template: Template, feed: Part?, push: Part?, campaignId: String? = nil, tag: String? = nil) {
        self.template = template
        self.feed = feed
        self.push = push
        self.campaignId = campaignId
        self.tag = tag
    }

    /// A send to feeds alone.
    package init(
        template: Template,
        channel: ChannelContent,
        campaignId: String? = nil,
        tag: String? = nil,
        drafts: [FeedItemDraft]
    ) {
        self.init(
            template: template,
            feed: Part(channel: channel, drafts: drafts),
            push: nil,
            campaignId: campaignId,
            tag: tag
        )
    }
}

/// What differs from receiver to receiver.
package struct FeedItemDraft: Sendable, Hashable {
    package var receiver: String
    /// The values that filled the template.
    package var variables: WrittenJSON
    /// The rendered card, or what a device shows.
    package var content: WrittenJSON
    /// The rendered plain text; `nil` takes the template's own.
    package var alternativeText: String?

    package init(receiver: String, variables: WrittenJSON, content: WrittenJSON, alternativeText: String? = nil) {
        self.receiver = receiver
        self.variables = variables
        self.content = content
        self.alternativeText = alternativeText
    }
}

/// What a send did.
package struct FeedSendOutcome: Sendable, Hashable {
    package var notificationId: String
    /// Types of the channels that were used.
    package var channels: [String]
    /// One per receiver of an item, in the order of the drafts, each with the unread count after it.
    package var events: [FeedEvent]

    package init(notificationId: String, channels: [String], events: [FeedEvent]) {
        self.notificationId = notificationId
        self.channels = channels
        self.events = events
    }
}
