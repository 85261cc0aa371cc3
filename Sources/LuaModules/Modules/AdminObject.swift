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
        type.text { "Admin at \($0.client.server)" }
    }

    struct SendOptions: LuaOptions {
        static let names = ["template", "receivers", "variables", "tag"]
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
                tag: try options.optional("tag")
            )
        }
    }
}
