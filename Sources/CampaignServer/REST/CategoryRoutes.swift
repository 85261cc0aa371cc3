import Storage
import Values

/// Categories, to write.
struct CategoryRoutes: Sendable {
    let store: any CampaignStore
    let clock: any HeraldClock

    var routes: [Route] {
        [
            Route("POST", "/v3/templates/categories", .admin(.catalog), CatalogOperations.createCategory, create),
            Route("PUT", "/v3/templates/categories/{id}", .admin(.catalog), CatalogOperations.updateCategory, update),
            Route(
                "DELETE",
                "/v3/templates/categories/{id}",
                .admin(.catalog),
                CatalogOperations.deleteCategory,
                delete
            ),
        ]
    }

    private func create(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = try BodyReader(routed)
        let draft = CategoryDraft(
            name: reader.neededWords("name", maximumBytes: TemplateBody.nameBytes),
            text: reader.words("description", maximumBytes: TemplateBody.textBytes)
        )
        try reader.check()
        let reply: @Sendable (Category) -> ServerReply = { Envelope.single($0.json, status: 201) }
        let recording = try Repetition.recording(routed, reply)
        return try await store.createCategory(draft, recording: recording).reply(reply)
    }

    private func update(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = try BodyReader(routed)
        let name = reader.words("name", maximumBytes: TemplateBody.nameBytes)
        let text = reader.words("description", maximumBytes: TemplateBody.textBytes)
        try reader.check()
        let category = try await store.updateCategory(routed["id"]) { category in
            category.name = name ?? category.name
            category.text = text ?? category.text
        }
        guard let category else { throw CatalogRoutes.unknownCategory }
        return Envelope.single(category.json)
    }

    private func delete(_ routed: RoutedRequest) async throws -> ServerReply {
        guard try await store.deleteCategory(routed["id"]) else { throw CatalogRoutes.unknownCategory }
        return Envelope.single(["id": .string(routed["id"]), "deletedAt": .int(clock.wallSeconds)])
    }
}
