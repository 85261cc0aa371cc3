package import Values

/// What one server offers a user: a web campaign with the channels it can be talked to over.
///
/// Equal by content, so that fetching the list again never looks like another campaign.
package struct WebCampaign: Sendable, Hashable {
    package var wire: JSON
    package var id: String
    package var name: String
    /// Channel types, for example `chat`.
    package var channels: [String]
    package var revision: Int64
    package var locale: String?

    package static func read(_ wire: JSON, at pointer: String) -> (entry: WebCampaign?, diagnostics: [WireDiagnostic]) {
        CatalogEntry.read(wire, at: pointer, key: "id") { id, fields in
            WebCampaign(
                wire: wire,
                id: id,
                name: fields.string("name") ?? id,
                channels: fields.strings("channels"),
                revision: fields.integer("revision") ?? 1,
                locale: fields.string("locale")
            )
        }
    }
}

/// A category of feed items.
package struct FeedCategory: Sendable, Hashable {
    package var wire: JSON
    package var id: String
    package var name: String
    /// What to show; some servers say `label`, some `name`.
    package var label: String
    package var description: String?

    static func read(_ wire: JSON, at pointer: String) -> (entry: FeedCategory?, diagnostics: [WireDiagnostic]) {
        CatalogEntry.read(wire, at: pointer, key: "id") { id, fields in
            FeedCategory(
                wire: wire,
                id: id,
                name: fields.string("name", "label") ?? id,
                label: fields.string("label", "name") ?? id,
                description: fields.string("description")
            )
        }
    }
}

/// A message template.
package struct MessageTemplate: Sendable, Hashable {
    package var wire: JSON
    package var id: String
    /// The slug by which messages name it.
    package var templateId: String
    package var name: String
    package var category: String?
    package var status: String?
    package var currentVersion: Int64?
    package var tags: [String]

    static func read(_ wire: JSON, at pointer: String) -> (entry: MessageTemplate?, diagnostics: [WireDiagnostic]) {
        CatalogEntry.read(wire, at: pointer, key: "id") { id, fields in
            MessageTemplate(
                wire: wire,
                id: id,
                templateId: fields.string("templateId") ?? id,
                name: fields.string("name") ?? id,
                category: fields.string("templateCategory", "category"),
                status: fields.string("status"),
                currentVersion: fields.integer("currentVersion"),
                tags: fields.strings("tags")
            )
        }
    }
}

/// A feed channel, where feed messages go.
package struct FeedChannel: Sendable, Hashable {
    package var wire: JSON
    package var id: String
    package var channelId: String
    package var name: String
    package var type: String?
    package var enabled: Bool

    static func read(_ wire: JSON, at pointer: String) -> (entry: FeedChannel?, diagnostics: [WireDiagnostic]) {
        CatalogEntry.read(wire, at: pointer, key: "id") { id, fields in
            FeedChannel(
                wire: wire,
                id: id,
                channelId: fields.string("channelId") ?? id,
                name: fields.string("name") ?? id,
                type: fields.string("type", "channelType"),
                enabled: fields.bool("enabled") ?? false
            )
        }
    }
}

/// The rule for an entry of a list: an object with its key, or it is left out with a diagnostic.
enum CatalogEntry {
    static func read<Entry>(
        _ wire: JSON,
        at pointer: String,
        key: String,
        make: (String, inout WireFields) -> Entry
    ) -> (entry: Entry?, diagnostics: [WireDiagnostic]) {
        guard let object = wire.object else {
            let message = "expected an object, got \(wire.kind); the entry is left out"
            return (nil, [WireDiagnostic(pointer: pointer, message: message)])
        }
        var fields = WireFields(object, at: pointer)
        guard let id = fields.string(key), !id.isEmpty else {
            fields.report(key, "missing; the entry is left out")
            return (nil, fields.diagnostics)
        }
        let entry = make(id, &fields)
        return (entry, fields.diagnostics)
    }
}
