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

    package init(channelId: String?, name: String, type: String, enabled: Bool, metadata: JSON = [:]) {
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
        category: String? = nil,
        label: String? = nil,
        alternativeText: String? = nil,
        tags: [String] = [],
        status: Template.Status,
        channels: [ChannelContent],
        variables: [TemplateVariable] = [],
        config: JSON = [:]
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

extension TemplateDraft {
    /// What would make this template again, in its current version.
    package init(_ template: Template) {
        self.init(
            templateId: template.templateId,
            name: template.name,
            category: template.category,
            label: template.label,
            alternativeText: template.alternativeText,
            tags: template.tags,
            status: template.status,
            channels: template.channels,
            variables: template.variables,
            config: template.config
        )
    }
}

extension CategoryDraft {
    /// What would make this category again.
    package init(_ category: Category) { self.init(name: category.name, text: category.text) }
}

extension FeedChannelDraft {
    /// What would make this channel again.
    package init(_ channel: FeedChannel) {
        self.init(
            channelId: channel.channelId,
            name: channel.name,
            type: channel.type,
            enabled: channel.enabled,
            metadata: channel.metadata
        )
    }
}

extension Template {
    /// Takes all that a draft says but the slug, which never changes.
    package mutating func take(_ draft: TemplateDraft) {
        name = draft.name
        category = draft.category
        label = draft.label
        alternativeText = draft.alternativeText
        tags = draft.tags
        status = draft.status
        channels = draft.channels
        variables = draft.variables
        config = draft.config
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
