package import Values

extension CampaignClient {
    /// What of the catalog an admin key can write.
    package enum CatalogKind: String, Sendable {
        case categories = "/templates/categories"
        case templates = "/templates"
        case channels = "/channels"
    }

    /// Makes a category, template or feed channel from its fields on the wire, and returns it as the server has it.
    package func create(_ kind: CatalogKind, _ fields: JSON) async throws(HeraldError) -> JSON {
        try await call("POST", Self.feedPrefix + kind.rawValue, body: fields)["data"]
    }

    /// Changes the fields that are given, by id or slug.
    package func update(_ kind: CatalogKind, _ id: String, _ fields: JSON) async throws(HeraldError) -> JSON {
        try await call("PUT", try path(kind, id), body: fields)["data"]
    }

    /// Removes a category or archives a template.
    package func remove(_ kind: CatalogKind, _ id: String) async throws(HeraldError) -> JSON {
        try await call("DELETE", try path(kind, id))["data"]
    }

    /// Replaces what a template sends to one type of channel.
    package func setContent(of template: String, channel: String, _ content: JSON) async throws(HeraldError) -> JSON {
        let path = try path(.templates, template) + "/channels/" + PercentEncoding.pathSegment(channel)
        return try await call("PUT", path, body: ["content": content])["data"]
    }

    private func path(_ kind: CatalogKind, _ id: String) throws(HeraldError) -> String {
        guard !id.isEmpty else { throw HeraldError(.invalidArgument, "id: missing") }
        return Self.feedPrefix + kind.rawValue + "/" + PercentEncoding.pathSegment(id)
    }
}
