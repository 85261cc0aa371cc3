package import Values

/// One message of a conversation.
package struct ChannelMessage: Sendable, Hashable {
    /// Who wrote it.
    package struct Author: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable {
            case user
            case agent
            case bot
            case system
        }

        package var kind: Kind
        package var name: String?
    }

    package var wire: JSON
    package var id: String
    /// The server's order within the engagement, from 1; `nil` when the channel has none.
    package var sequence: Int64?
    package var from: Author
    package var text: String
    /// The client's token of a message the user sent.
    package var token: String?
    package var sentAt: Instant?

    /// Whether the user wrote it.
    package var isOwn: Bool { from.kind == .user }

    /// Reads the payload of a `message` event; `nil` with a diagnostic when it has no id.
    static func read(_ wire: JSON) -> (message: ChannelMessage?, diagnostics: [WireDiagnostic]) {
        let reading = CatalogEntry.read(wire, at: "", key: "id") { id, fields in
            let author = author(&fields)
            return ChannelMessage(
                wire: wire,
                id: id,
                sequence: fields.integer("sequence"),
                from: author,
                text: fields.string("text") ?? "",
                token: fields.string("token"),
                sentAt: fields.time("sentAt")
            )
        }
        return (reading.entry, reading.diagnostics)
    }

    /// An author of an unknown kind is taken for an agent, so that nothing the other side says is lost.
    private static func author(_ fields: inout WireFields) -> Author {
        let from = JSON.object(fields.object("from") ?? JSONObject())
        let kind = from["kind"].string.flatMap(Author.Kind.init(rawValue:)) ?? .agent
        return Author(kind: kind, name: from["name"].string)
    }
}
