import Values

/// Objects that are described once, by name.
enum APIComponent: String, Sendable, CaseIterable {
    case error = "Error"
    case feedItem = "FeedItem"
    case unreadCount = "UnreadCount"
    case feedCounts = "FeedCounts"
    case push = "PushNotification"
    case category = "Category"
    case channel = "Channel"
    case template = "Template"
    case channelContent = "ChannelContent"
    case templateVariable = "TemplateVariable"
    case webCampaign = "WebCampaign"
    case engagement = "Engagement"
    case message = "Message"

    var schema: APISchema {
        switch self {
        case .error: .error
        case .feedItem: .feedItem
        case .unreadCount: .unreadCount
        case .feedCounts: .feedCounts
        case .push: .push
        case .category: .category
        case .channel: .channel
        case .template: .template
        case .channelContent: .channelContent
        case .templateVariable: .templateVariable
        case .webCampaign: .webCampaign
        case .engagement: .engagement
        case .message: .message
        }
    }
}

extension APISchema {
    fileprivate static let error = exactly([
        .needed(
            "error",
            exactly([
                .needed("code", pattern("^ERR_[A-Z_]+$")),
                .needed("message", text.described("May be shown to users")),
                .needed("devMessage", text),
                .optional(
                    "details",
                    either([list(text).described("One sentence per bad field"), members.described("What was involved")])
                ),
                .needed("source", constant("campaigns-service")),
            ])
        )
    ])
}
