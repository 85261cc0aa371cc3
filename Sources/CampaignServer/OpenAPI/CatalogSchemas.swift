import Storage
import Values

/// What answers of the catalog hold.
extension APISchema {
    static let category = exactly([
        .needed("id", text), .needed("appId", text), .needed("name", text),
        .needed("label", text.described("The same as the name")), .needed("description", text.orNull),
        .needed("createdAt", time), .needed("updatedAt", time),
    ])

    static let channel = exactly([
        .needed("id", text), .needed("appId", text), .needed("name", text),
        .needed("channelId", text.described("The slug")),
        .needed("type", choice(FeedChannelType.all)), .needed("enabled", flag), .needed("metadata", members),
        .needed("templateCount", count), .needed("createdAt", time), .needed("updatedAt", time),
    ])

    static let template = exactly([
        .needed("id", text), .needed("templateId", text.described("The slug")), .needed("appId", text),
        .needed("name", text), .needed("templateCategory", text.orNull), .needed("category", text.orNull),
        .needed("label", text.orNull), .needed("alternativeText", text.orNull), .needed("tags", list(text)),
        .needed("status", choice(Template.Status.self)), .needed("currentVersion", count),
        .needed("channels", list(.named(.channelContent))), .needed("variableSchema", list(.named(.templateVariable))),
        .needed("config", members), .needed("createdAt", time), .needed("updatedAt", time),
        .optional("versions", list(templateVersion).described("Where one template is asked for")),
    ])

    static let channelContent = exactly([
        .needed("channelType", choice(FeedChannelType.all)), .needed("channelId", text.orNull),
        .needed("content", members), .needed("dataType", choice(["ui_template", "data_template"])),
        .needed("categoryFilterEnabled", flag), .needed("templateLabelEnabled", flag),
        .needed("messageRetentionHours", number.described("0 for ever")),
        .optional("sequenceOrder", count.described("Step of the sequence, from 1")),
        .optional("stopCondition", text.described("What keeps the next step from being sent")),
        .optional("waitMinutes", count.described("From this step to the next")),
    ])

    static let templateVariable = exactly([
        .needed("key", text), .optional("name", text), .needed("type", choice(AuthoringRules.variableTypes)),
        .needed("required", flag), .optional("default", text),
    ])

    private static let templateVersion = exactly([
        .needed("version", count), .needed("channels", list(.named(.channelContent))),
        .needed("variableSchema", list(.named(.templateVariable))), .needed("createdAt", time),
    ])
}
