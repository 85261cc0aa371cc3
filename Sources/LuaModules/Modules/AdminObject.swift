internal import Campaigns
internal import Scripting
internal import Values

/// What drives campaigns: needs an admin key.
final class AdminObject: LuaObject, Sendable {
    private let client: CampaignClient

    init(client: CampaignClient) { self.client = client }

    static let luaType = LuaType("Admin", of: AdminObject.self) { type in
        type.field("server") { $0.client.server }
        type.asyncFunction("send") { (admin: AdminObject, options: SendOptions) async throws -> JSON in
            try await admin.client.send(options.message).wire.withoutNullFields
        }
        type.asyncFunction("templates") {
            (admin: AdminObject, options: AppObject.LimitOptions) async throws -> [JSON] in
            try await CatalogPages.all(options.limit) { cursor throws(HeraldError) in
                try await admin.client.templates(limit: options.pageLimit, after: cursor)
            }.map(\.wire.withoutNullFields)
        }
        type.asyncFunction("categories") {
            (admin: AdminObject, options: AppObject.LimitOptions) async throws -> [JSON] in
            try await CatalogPages.all(options.limit) { cursor throws(HeraldError) in
                try await admin.client.categories(limit: options.pageLimit, after: cursor)
            }.map(\.wire.withoutNullFields)
        }
        type.asyncFunction("channels") {
            (admin: AdminObject, options: AppObject.LimitOptions) async throws -> [JSON] in
            try await CatalogPages.all(options.limit) { cursor throws(HeraldError) in
                try await admin.client.feedChannels(limit: options.pageLimit, after: cursor)
            }.map(\.wire.withoutNullFields)
        }
        addWrites(to: &type)
        type.text { "Admin at \($0.client.server)" }
    }

    /// Functions that make, change and remove what the catalog has; fields are those of the wire.
    private static func addWrites(to type: inout LuaTypeBuilder<AdminObject>) {
        let kinds: [(name: String, kind: CampaignClient.CatalogKind)] = [
            ("category", .categories), ("template", .templates), ("channel", .channels),
        ]
        for (name, kind) in kinds {
            type.asyncFunction("create_\(name)") { (admin: AdminObject, fields: JSON) async throws -> JSON in
                try await admin.client.create(kind, fields).withoutNullFields
            }
            type.asyncFunction("update_\(name)") {
                (admin: AdminObject, id: String, fields: JSON) async throws -> JSON in
                try await admin.client.update(kind, id, fields).withoutNullFields
            }
        }
        type.asyncFunction("delete_category") { (admin: AdminObject, id: String) async throws -> JSON in
            try await admin.client.remove(.categories, id).withoutNullFields
        }
        type.asyncFunction("archive_template") { (admin: AdminObject, id: String) async throws -> JSON in
            try await admin.client.remove(.templates, id).withoutNullFields
        }
        type.asyncFunction("set_content") {
            (admin: AdminObject, id: String, channel: String, content: JSON) async throws -> JSON in
            try await admin.client.setContent(of: id, channel: channel, content).withoutNullFields
        }
    }

    struct SendOptions: LuaOptions {
        static let names = ["template", "receivers", "variables", "tag", "create_receivers", "idempotency_key"]
        let message: MessageRequest

        init(_ options: LuaOptionReader) throws(HeraldError) {
            let variables: JSONObject = try options.optional("variables") ?? JSONObject()
            var byReceiver: [String: JSONObject] = [:]
            for (receiver, values) in variables {
                guard let values = values.object else {
                    throw HeraldError(
                        .invalidArgument,
                        "option \"variables\": expected a table for \(receiver), got \(values.kind)",
                        hint: "write variables = { \(receiver) = { name = \"value\" } }"
                    )
                }
                byReceiver[receiver] = values
            }
            message = MessageRequest(
                template: try options.required("template"),
                receivers: try options.required("receivers"),
                variables: byReceiver,
                tag: try options.optional("tag"),
                // A slip in a name shall not make a user.
                createsReceivers: try options.optional("create_receivers") ?? false,
                idempotencyKey: try options.optional("idempotency_key")
            )
        }
    }
}
