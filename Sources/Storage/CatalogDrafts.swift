package import Values

/// A category to make.
package struct CategoryDraft: Sendable, Hashable {
    package var name: String
    package var text: String?

    package init(name: String, text: String?) {
        self.name = name
        self.text = text
    }
}

/// A feed channel to make.
package struct FeedChannelDraft: Sendable, Hashable {
    /// `nil` makes one from the name.
    package var channelId: String?
    package var name: String
    package var type: String
    package var enabled: Bool
    package var metadata: JSON

    package init(channelId: String?, name: String, type: String, enabled: Bool, metadata: JSON) {
        self.channelId = channelId
        self.name = name
        self.type = type
        self.enabled = enabled
        self.metadata = metadata
    }
}

/// A template to make.
package struct TemplateDraft: Sendable, Hashable {
    /// `nil` makes one from the name.
    package var templateId: String?
    package var name: String
    package var category: String?
    package var label: String?
    package var alternativeText: String?
    package var tags: [String]
    package var status: Template.Status
    package var channels: [ChannelContent]
    package var variables: [TemplateVariable]
    package var config: JSON

    package init(
        templateId: String?,
        name: String,
        category: String?,
        label: String?,
        alternativeText: String?,
        tags: [String],
        status: Template.Status,
        channels: [ChannelContent],
        variables: [TemplateVariable],
        config: JSON
    ) {
        self.templateId = templateId
        self.name = name
        self.category = category
        self.label = label
        self.alternativeText = alternativeText
        self.tags = tags
        self.status = status
        self.channels = channels
        self.variables = variables
        self.config = config
    }
}

/// Names made from names, for those who give none.
package enum Slug {
    private static let maximumBytes = 100

    /// Lower-case letters and digits of ASCII, all else as single hyphens; `fallback` when nothing is left.
    package static func make(_ name: String, fallback: String) -> String {
        var bytes: [UInt8] = []
        for byte in name.lowercased().utf8 where bytes.count < maximumBytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): bytes.append(byte)
            default: if bytes.last.map({ $0 != UInt8(ascii: "-") }) ?? false { bytes.append(UInt8(ascii: "-")) }
            }
        }
        if bytes.last == UInt8(ascii: "-") { bytes.removeLast() }
        return bytes.isEmpty ? fallback : String(decoding: bytes, as: UTF8.self)
    }
}
