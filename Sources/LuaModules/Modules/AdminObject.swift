internal import Campaigns
internal import Scripting
internal import Values

/// What drives campaigns: needs an admin key.
final class AdminObject: LuaObject, Sendable {
    private let client: CampaignClient
    private let files: FileHost

    init(client: CampaignClient, files: FileHost) {
        self.client = client
        self.files = files
    }

    static let luaType = LuaType("Admin", of: AdminObject.self) { type in
        type.field("server") { $0.client.server }
        type.asyncFunction("send") { (admin: AdminObject, options: SendOptions) async throws -> JSON in
            try await admin.client.send(options.message).wire.withoutNullFields
        }
        for list in CatalogList.allCases {
            type.asyncFunction(list.rawValue) { (admin: AdminObject, options: ListOptions) async throws -> [JSON] in
                try await options.all(of: list, admin.client)
            }
        }
        type.function("pages") { (admin: AdminObject, name: String, options: ListOptions) throws -> PagesObject in
            guard let list = CatalogList(rawValue: name) else {
                let names = CatalogList.allCases.map(\.rawValue)
                throw HeraldError(
                    .invalidArgument,
                    "there is no list \"\(name)\"",
                    hint: Suggestion.hint(for: name, among: names)
                )
            }
            return PagesObject(reader: try options.reader(of: list, admin.client))
        }
        type.asyncFunction("apply") {
            (admin: AdminObject, folder: String, options: ApplyOptions) async throws -> JSON in
            let turn = try await admin.files.turns.take()
            let texts = try await turn.work { () throws(HeraldError) in
                try ScriptAuthoring.read(folder, admin.files.access)
            }
            do throws(HeraldError) {
                return try await admin.client.apply(texts, dryRun: options.dryRun)
            } catch {
                throw error.tellingFiles
            }
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
                let fields = try CatalogFields.wire(fields, kind, isUpdate: false)
                return try await admin.client.create(kind, fields).withoutNullFields
            }
            type.asyncFunction("update_\(name)") {
                (admin: AdminObject, id: String, fields: JSON) async throws -> JSON in
                let fields = try CatalogFields.wire(fields, kind, isUpdate: true)
                return try await admin.client.update(kind, id, fields).withoutNullFields
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

    struct ApplyOptions: LuaOptions {
        static let names = ["dry_run"]
        let dryRun: Bool

        init(_ options: LuaOptionReader) throws(HeraldError) { dryRun = try options.optional("dry_run") ?? false }
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
