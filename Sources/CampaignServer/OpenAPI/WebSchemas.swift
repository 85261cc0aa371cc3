import Storage
import Values

/// What answers of the interface for web campaigns and users hold.
extension APISchema {
    static let webCampaign = exactly([
        .needed("id", text), .needed("name", text), .needed("channels", list(choice(AuthoringRules.webChannelTypes))),
        .needed("revision", count), .optional("locale", text),
        .optional("hours", map(map(either([text, list(text)]))).described("Opening hours by channel")),
    ])

    static let engagement = exactly(engagementFields)

    /// An engagement with all that was said.
    static let conversation = exactly(engagementFields + [.needed("messages", list(.named(.message)))])

    static let message = exactly([
        .needed("type", constant("message")), .needed("id", text), .needed("sequence", count), .needed("from", author),
        .needed("text", text), .optional("token", text), .needed("sentAt", time),
    ])

    static let user = exactly([
        .needed("uid", text), .needed("name", text.orNull), .needed("createdAt", time), .needed("updatedAt", time),
    ])

    private static let engagementFields: [Field] = [
        .needed("id", text), .needed("channel", text), .needed("campaignId", text.orNull),
        .needed("status", choice(["active", "ended"])), .needed("agent", author.orNull), .needed("sequence", count),
        .needed("readSequence", count), .needed("createdAt", time), .optional("entryId", text),
        .optional("endReason", choice(["finished", "remote", "expired"])), .optional("endedAt", time),
    ]

    private static let author = exactly([
        .needed("kind", choice(["agent", "user", "bot", "system"])), .needed("name", text),
    ])
}
