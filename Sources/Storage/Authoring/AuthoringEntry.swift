package import Values

/// The lists of an authoring file, in the order in which they are applied; raw values are their names there.
package enum AuthoringKind: String, Sendable, Hashable, CaseIterable {
    case users
    case categories
    case feedChannels
    case templates
    case campaigns
    case messages

    /// One entry of the list, for people.
    package var singular: String {
        switch self {
        case .users: "user"
        case .categories: "category"
        case .feedChannels: "feed channel"
        case .templates: "template"
        case .campaigns: "campaign"
        case .messages: "message"
        }
    }
}

/// One entry of a bundle as it is compared and written to files.
package struct AuthoringEntry: Sendable, Hashable {
    package var kind: AuthoringKind
    /// By which an entry is known in its list.
    package var name: String
    /// The members that an authoring file has for it; those that say nothing are left out.
    package var fields: JSONObject

    /// Says of a category that it shall not be there.
    package static let removedField = "removed"
}

extension AuthoringBundle {
    /// All entries, kind after kind, each kind in its own order; removed categories follow the others.
    package var entries: [AuthoringEntry] {
        AuthoringKind.allCases.flatMap { kind in entries(of: kind) }
    }

    package func entries(of kind: AuthoringKind) -> [AuthoringEntry] {
        switch kind {
        case .users: users.map { .init(kind: kind, name: $0.id, fields: $0.fields) }
        case .categories:
            categories.map { .init(kind: kind, name: $0.name, fields: $0.fields) }
                + removedCategories.map { name in
                    let fields = JSONObject([("name", .string(name)), (AuthoringEntry.removedField, .bool(true))])
                    return .init(kind: kind, name: name, fields: fields)
                }
        case .feedChannels: feedChannels.map { .init(kind: kind, name: $0.channelId ?? "", fields: $0.fields) }
        case .templates: templates.map { .init(kind: kind, name: $0.templateId ?? "", fields: $0.fields) }
        case .campaigns: campaigns.map { .init(kind: kind, name: $0.id, fields: $0.fields) }
        case .messages: messages.map { .init(kind: kind, name: $0.id, fields: $0.fields) }
        }
    }
}

extension AuthoringBundle.UserEntry {
    fileprivate var fields: JSONObject { .spoken([("id", .string(id)), ("name", JSON(name))]) }
}

extension CategoryDraft {
    fileprivate var fields: JSONObject { .spoken([("name", .string(name)), ("description", JSON(text))]) }
}

extension FeedChannelDraft {
    fileprivate var fields: JSONObject {
        .spoken([
            ("channelId", JSON(channelId)), ("name", .string(name)), ("type", .string(type)),
            ("enabled", .bool(enabled)), ("metadata", metadata == [:] ? .null : metadata),
        ])
    }
}

extension TemplateDraft {
    fileprivate var fields: JSONObject {
        .spoken([
            ("templateId", JSON(templateId)), ("name", .string(name)), ("category", JSON(category)),
            ("label", JSON(label)), ("alternativeText", JSON(alternativeText)),
            ("tags", tags.isEmpty ? .null : .array(tags.map(JSON.string))),
            ("status", status == .approved ? .null : .string(status.rawValue)),
            ("variables", variables.isEmpty ? .null : .array(variables.map(\.json))),
            ("config", config == [:] ? .null : config), ("channels", .array(channels.map { .object($0.fields) })),
        ])
    }
}

extension ChannelContent {
    fileprivate var fields: JSONObject { .spoken((json.object ?? JSONObject()).map { ($0.key, $0.value) }) }
}

extension AuthoringBundle.CampaignEntry {
    fileprivate var fields: JSONObject {
        .spoken([
            ("id", .string(id)), ("name", .string(name)), ("locale", JSON(locale)),
            ("channels", .array(channels.map(\.json))),
        ])
    }
}

extension AuthoringBundle.MessageEntry {
    fileprivate var fields: JSONObject {
        let values = receivers.compactMap { receiver in variables[receiver].map { (receiver, JSON.object($0)) } }
        let (time, value): (String, JSON) =
            switch sent {
            case .ago(let seconds): ("sentAgo", seconds == 0 ? .null : .string("\(seconds)s"))
            case .at(let seconds): ("sentAt", .string(WireTime.iso8601(milliseconds: seconds * 1000)))
            }
        return .spoken([
            ("id", .string(id)), ("template", .string(template)),
            ("receivers", .array(receivers.map(JSON.string))),
            ("variables", values.isEmpty ? .null : .object(JSONObject(values))), (time, value),
        ])
    }
}

extension JSONObject {
    /// The members that say something: those that are not `null`.
    static func spoken(_ members: [(String, JSON)]) -> JSONObject { JSONObject(members.filter { !$0.1.isNull }) }
}
