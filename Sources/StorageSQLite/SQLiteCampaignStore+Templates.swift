package import Storage
internal import Values

extension SQLiteCampaignStore {
    package func templates(_ query: TemplateQuery) async throws -> Page<Template> {
        let sort = query.page.sort
        var list = PagedList(
            table: "templates JOIN template_versions ON template_id = id AND version = current_version",
            columns: CatalogRows.templateColumns,
            sortColumn: sort.column,
            sortsByText: sort == .name
        )
        if let status = query.status {
            list.filter("status = ?", .text(status.rawValue))
        } else {
            list.filter("status <> ?", .text(Template.Status.archived.rawValue))
        }
        if let search = query.search { list.search(search) }
        if let category = query.category { list.filter("category = ?", .text(category)) }
        list.filter(tags: query.tags, match: query.tagMatch)
        let found = list
        return try await read { connection in
            try found.page(query.page, on: connection, convert: CatalogRows.template) { template in
                CursorFields(id: template.id, time: template.updatedAt, sortKey: sort.key(of: template))
            }
        }
    }

    package func template(_ id: String) async throws -> Template? {
        try await read { try Self.template(id, on: $0) }
    }

    /// One template by id or slug; an id wins.
    static func template(_ id: String, on connection: Connection) throws(HeraldError) -> Template? {
        let found = try connection.first(
            """
            SELECT \(CatalogRows.templateColumns)
            FROM templates JOIN template_versions ON template_id = id AND version = current_version
            WHERE id = ? OR slug = ? ORDER BY id = ? DESC LIMIT 1
            """,
            [.text(id), .text(id), .text(id)],
            CatalogRows.template
        )
        guard var template = found else { return nil }
        template.versions = try connection.rows(
            "SELECT version, channels, variables, created_at FROM template_versions WHERE template_id = ? ORDER BY version",
            [.text(template.id)],
            CatalogRows.version
        )
        return template
    }
}

extension TemplateQuery.Sort {
    fileprivate var column: String {
        switch self {
        case .updatedAt: "updated_at"
        case .createdAt: "templates.created_at"
        case .name: "name"
        }
    }

    fileprivate func key(of template: Template) -> PageKey {
        switch self {
        case .updatedAt: .number(template.updatedAt)
        case .createdAt: .number(template.createdAt)
        case .name: .text(template.name)
        }
    }
}
