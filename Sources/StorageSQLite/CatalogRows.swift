internal import Storage
internal import Values

/// How catalog rows lie in their tables.
enum CatalogRows {
    static let categoryColumns = "id, name, description, created_at, updated_at"

    static let channelColumns = """
        id, slug, name, type, enabled, metadata,
        (SELECT count(*) FROM templates
            JOIN template_versions ON template_id = templates.id AND version = current_version
            JOIN json_each(channels) AS content
            WHERE status <> 'archived' AND json_extract(content.value, '$.channelType') = feed_channels.type
            AND coalesce(json_extract(content.value, '$.channelId'), feed_channels.slug) = feed_channels.slug),
        created_at, updated_at
        """

    static let templateColumns = """
        templates.id, slug, name, category, label, alternative_text, tags, status, current_version, channels, variables,
        config, templates.created_at, updated_at
        """

    static let campaignColumns = "id, name, locale, channels, revision"

    static func category(_ row: inout Row) -> Category {
        Category(
            id: row.text(),
            name: row.text(),
            text: row.optionalText(),
            createdAt: row.int(),
            updatedAt: row.int()
        )
    }

    static func channel(_ row: inout Row) -> FeedChannel {
        FeedChannel(
            id: row.text(),
            channelId: row.text(),
            name: row.text(),
            type: row.text(),
            enabled: row.bool(),
            metadata: row.json(),
            templateCount: Int(row.int()),
            createdAt: row.int(),
            updatedAt: row.int()
        )
    }

    static func template(_ row: inout Row) -> Template {
        Template(
            id: row.text(),
            templateId: row.text(),
            name: row.text(),
            category: row.optionalText(),
            label: row.optionalText(),
            alternativeText: row.optionalText(),
            tags: row.strings(),
            status: row.choice(.draft),
            currentVersion: Int(row.int()),
            channels: row.list(ChannelContent.init),
            variables: row.list(TemplateVariable.init),
            versions: [],
            config: row.json(),
            createdAt: row.int(),
            updatedAt: row.int()
        )
    }

    static func version(_ row: inout Row) -> TemplateVersion {
        TemplateVersion(
            version: Int(row.int()),
            channels: row.list(ChannelContent.init),
            variables: row.list(TemplateVariable.init),
            createdAt: row.int()
        )
    }

    static func campaign(_ row: inout Row) -> WebCampaign {
        WebCampaign(
            id: row.text(),
            name: row.text(),
            locale: row.optionalText(),
            channels: row.list(WebCampaignChannel.init),
            revision: Int(row.int())
        )
    }
}

extension Row {
    /// The elements of a list that is kept as JSON.
    fileprivate mutating func list<Element>(_ read: (JSON) -> Element) -> [Element] { (json().array ?? []).map(read) }
}
