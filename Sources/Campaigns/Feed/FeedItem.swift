package import Values

/// One entry of a user's feed: the wire's JSON as it came, and its fields read leniently.
package struct FeedItem: Sendable, Hashable {
    /// The item as the server sent it.
    package var wire: JSON
    package var id: String
    package var notificationId: String?
    package var campaignId: String?
    package var receiver: String?
    package var receiverType: String?
    package var sender: String?
    package var templateId: String?
    package var templateVersion: Int64?
    package var channelType: String?
    package var channelId: String?
    /// The category's name.
    package var category: String?
    package var categoryId: String?
    package var label: String?
    package var tags: [String]
    package var alternativeText: String?
    package var dataType: String?
    package var status: String?
    package var sentAt: Instant?
    package var deliveredAt: Instant?
    package var readAt: Instant?
    package var interactedAt: Instant?
    package var expiresAt: Instant?
    package var deletedAt: Instant?
    package var metadata: JSONObject
    package var realtimeFanout: [String]
    /// The card, or plain content; `nil` when the server left it out.
    package var content: JSON?
    /// Fields that were not as expected and took their default.
    package var diagnostics: [WireDiagnostic]

    package var isRead: Bool { readAt != nil }

    /// Whether the item is gone by `now`: expired items vanish at their time, without a fetch.
    package func isExpired(at now: Instant) -> Bool { expiresAt.map { $0 <= now } ?? false }

    /// Reads an item; `nil` with a diagnostic when it is no object or has no id, which is all that is needed.
    package static func read(_ wire: JSON, at pointer: String) -> (item: FeedItem?, diagnostics: [WireDiagnostic]) {
        guard let object = wire.object else {
            let message = "expected an object, got \(wire.kind); the item is left out"
            return (nil, [WireDiagnostic(pointer: pointer, message: message)])
        }
        var fields = WireFields(object, at: pointer)
        guard let id = fields.string("id"), !id.isEmpty else {
            fields.report("id", "missing; the item is left out")
            return (nil, fields.diagnostics)
        }
        let item = FeedItem(id: id, wire: wire, fields: &fields)
        return (item, item.diagnostics)
    }

    private init(id: String, wire: JSON, fields: inout WireFields) {
        self.wire = wire
        self.id = id
        notificationId = fields.string("notificationId")
        campaignId = fields.string("campaignId")
        receiver = fields.string("receiver")
        receiverType = fields.string("receiverType")
        sender = fields.string("sender")
        templateId = fields.string("templateId")
        templateVersion = fields.integer("templateVersion")
        channelType = fields.string("channelType")
        channelId = fields.string("channelId")
        category = fields.string("subCategory", "templateCategory", "category")
        categoryId = fields.string("categoryId")
        label = fields.string("label")
        tags = fields.strings("tags")
        alternativeText = fields.string("alternativeText")
        dataType = fields.string("dataType")
        status = fields.string("status")
        sentAt = fields.time("sentAt")
        deliveredAt = fields.time("deliveredAt")
        readAt = fields.time("readAt")
        interactedAt = fields.time("interactedAt")
        expiresAt = fields.time("expiresAt")
        deletedAt = fields.time("deletedAt")
        metadata = fields.object("metadata") ?? JSONObject()
        realtimeFanout = fields.strings("realtimeFanout")
        content = Self.readContent(&fields)
        diagnostics = fields.diagnostics
    }

    /// Content that came as a string is JSON once more.
    private static func readContent(_ fields: inout WireFields) -> JSON? {
        guard let (name, value) = fields.value(["data", "content"]) else { return nil }
        switch value {
        case .object: return value
        case .string(let text):
            do {
                // As in the page around it, a value that cannot be held costs that value.
                let reading = try JSONText.salvage(Array(text.utf8))
                for warning in reading.warnings { fields.report(name + warning.pointer, warning.message) }
                let parsed = reading.value
                if parsed.object != nil { return parsed }
                fields.report(name, "expected an object in the string, got \(parsed.kind)")
            } catch {
                fields.report(name, "the string is not JSON: \(error.message)")
            }
            return nil
        default:
            fields.report(name, "expected an object, got \(value.kind)")
            return nil
        }
    }
}
