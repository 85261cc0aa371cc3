package import Values

/// What a template sends to one kind of channel; a template has at most one per channel type.
package struct ChannelContent: Sendable, Hashable {
    package var channelType: String
    /// Slug of the channel; `nil` means the first enabled one of the type.
    package var channelId: String?
    /// For `in_app` with `ui_template` a card with `{{key}}` holes.
    package var content: JSON
    /// `ui_template` or `data_template`.
    package var dataType: String
    /// Whether category filters of the feed find items made from this.
    package var categoryFilterEnabled: Bool
    /// Whether readers show the template's label.
    package var templateLabelEnabled: Bool
    /// Hours until an item expires; 0 means never.
    package var messageRetentionHours: Double
    /// Which step of the template's sequence this is, from 1.
    package var sequenceOrder: Int?
    /// What of this step keeps the next one from being sent.
    package var stopCondition: String?
    /// Minutes from this step to the next.
    package var waitMinutes: Int?

    package init(
        channelType: String,
        channelId: String? = nil,
        content: JSON,
        dataType: String = "ui_template",
        categoryFilterEnabled: Bool = false,
        templateLabelEnabled: Bool = false,
        messageRetentionHours: Double = 0,
        sequenceOrder: Int? = nil,
        stopCondition: String? = nil,
        waitMinutes: Int? = nil
    ) {
        self.channelType = channelType
        self.channelId = channelId
        self.content = content
        self.dataType = dataType
        self.categoryFilterEnabled = categoryFilterEnabled
        self.templateLabelEnabled = templateLabelEnabled
        self.messageRetentionHours = messageRetentionHours
        self.sequenceOrder = sequenceOrder
        self.stopCondition = stopCondition
        self.waitMinutes = waitMinutes
    }
}

/// A hole in a template and what fills it when a send says nothing.
package struct TemplateVariable: Sendable, Hashable {
    /// `[a-zA-Z_][a-zA-Z0-9_]*`.
    package var key: String
    package var name: String?
    /// `string`, `image` or `action`.
    package var type: String
    package var required: Bool
    package var defaultValue: String?

    package init(
        key: String,
        name: String? = nil,
        type: String = "string",
        required: Bool = false,
        defaultValue: String? = nil
    ) {
        self.key = key
        self.name = name
        self.type = type
        self.required = required
        self.defaultValue = defaultValue
    }
}
