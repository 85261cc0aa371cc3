import Cards
package import Storage
package import Values

/// Fills a template for one receiver after another.
package struct MessageRenderer: Sendable {
    private let content: JSON
    private let alternativeText: String?
    private let defaults: JSONObject
    private let server: String
    private let isCard: Bool

    /// A renderer for one content of a template.
    ///
    /// `server` is the base URL under which receivers reach this server, without a slash at the end; cards use it as
    /// `{{server}}`.
    package init(template: Template, channel: ChannelContent, server: String) {
        self.init(template: TemplateDraft(template), channel: channel, server: server)
    }

    init(template: TemplateDraft, channel: ChannelContent, server: String) {
        content = channel.content
        alternativeText = template.alternativeText
        self.server = server
        isCard = channel.channelType != "push"
        defaults = JSONObject(
            template.variables.compactMap { variable in
                variable.defaultValue.map { (variable.key, JSON.string($0)) }
            }
        )
    }

    /// The message for one receiver; a `{{key}}` that has no value stays as it is.
    package func draft(for receiver: String, variables: JSONObject) -> FeedItemDraft {
        var values = defaults
        for (key, value) in variables where !value.isNull { values[key] = value }
        var known = values
        known[AuthoringRules.serverVariable] = .string(server)
        let text = alternativeText.flatMap { CardTemplate.substitute(.string($0), variables: known).string }
        let card = CardTemplate.substitute(content, variables: known)
        return FeedItemDraft(
            receiver: receiver,
            variables: WrittenJSON(.object(values)),
            content: WrittenJSON(isCard ? CardFallback.completed(card, alternativeText: text) : card),
            alternativeText: text
        )
    }
}

/// Every card that leaves the server says something to a client that cannot draw it.
enum CardFallback {
    /// The card with a `fallbackText`: its own, else the alternative text, else the first texts of the card.
    static func completed(_ card: JSON, alternativeText: String?) -> JSON {
        guard var members = card.object, members["body"] != nil else { return card }
        if let own = members["fallbackText"]?.string, !isBlank(own) { return card }
        let texts = texts(in: card["body"])
        let text = alternativeText.flatMap { isBlank($0) ? nil : $0 } ?? texts.prefix(3).joined(separator: " \u{2014} ")
        guard !text.isEmpty else { return card }
        members["fallbackText"] = .string(text)
        return .object(members)
    }

    private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 <= 0x20 } }

    /// Contents of text elements in the order in which they are drawn.
    private static func texts(in value: JSON) -> [String] {
        switch value {
        case .array(let elements): return elements.flatMap(texts)
        case .object(let members):
            if members["type"] == "text", let text = members["content"]?.string, !isBlank(text) { return [text] }
            return ["items", "body", "tabs", "content"].flatMap { texts(in: members[$0] ?? .null) }
        default: return []
        }
    }
}
