package import Storage
import Values

/// Categories, templates and feed channels, to read.
struct CatalogRoutes: Sendable {
    let store: any CampaignStore

    var routes: [Route] {
        [
            Route("GET", "/v3/templates/categories", .userOrAdmin, CatalogOperations.categories, categories),
            Route("GET", "/v3/templates/categories/{id}", .userOrAdmin, CatalogOperations.category, category),
            Route("GET", "/v3/templates", .userOrAdmin, CatalogOperations.templates, templates),
            Route("GET", "/v3/templates/{id}", .userOrAdmin, CatalogOperations.template, template),
            Route("GET", "/v3/channels", .userOrAdmin, CatalogOperations.channels, channels),
            Route("GET", "/v3/channels/{id}", .userOrAdmin, CatalogOperations.channel, channel),
        ]
    }

    private func categories(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = QueryReader(routed.request)
        let query = CategoryQuery(page: reader.page(sortedBy: .updatedAt, textKeys: [.name]))
        try reader.check()
        return Envelope.list(
            try await store.categories(query),
            cursorKey: "updatedAt",
            sort: query.page.sort.rawValue,
            \.json
        )
    }

    private func category(_ routed: RoutedRequest) async throws -> ServerReply {
        guard let category = try await store.category(routed["id"]) else {
            throw Self.unknownCategory
        }
        return Envelope.single(category.json)
    }

    private func templates(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = QueryReader(routed.request)
        var query = TemplateQuery(page: reader.page(sortedBy: .updatedAt, textKeys: [.name]))
        if routed.request.parameter("status") != nil { query.status = reader.choice("status", default: .approved) }
        query.search = reader.text("search")
        query.tags = reader.list("tags")
        query.tagMatch = reader.choice("tagMatch", default: .any)
        query.category = reader.text("templateCategory") ?? reader.text("category")
        try reader.check()
        return Envelope.list(
            try await store.templates(query),
            cursorKey: "updatedAt",
            sort: query.page.sort.rawValue,
            \.json
        )
    }

    private func template(_ routed: RoutedRequest) async throws -> ServerReply {
        guard let template = try await store.template(routed["id"]) else {
            throw Self.unknownTemplate
        }
        return Envelope.single(template.json)
    }

    private func channels(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = QueryReader(routed.request)
        var query = FeedChannelQuery(page: reader.page(sortedBy: .updatedAt, textKeys: [.channelType]))
        query.search = reader.text("search")
        query.type = reader.text("type")
        query.enabled = reader.flag("enabled")
        try reader.check()
        return Envelope.list(
            try await store.feedChannels(query),
            cursorKey: "updatedAt",
            sort: query.page.sort.rawValue,
            \.json
        )
    }

    private func channel(_ routed: RoutedRequest) async throws -> ServerReply {
        guard let channel = try await store.feedChannel(routed["id"]) else {
            throw Self.unknownChannel
        }
        return Envelope.single(channel.json)
    }

    static let unknownCategory = RequestFault.notFound("There is no such category.")
    static let unknownTemplate = RequestFault.notFound("There is no such template.", code: "ERR_TEMPLATE_NOT_FOUND")
    static let unknownChannel = RequestFault.notFound("There is no such channel.", code: "ERR_CHANNEL_NOT_FOUND")
}

extension Template.Status: CaseIterable {
    package static let allCases: [Template.Status] = [.draft, .approved, .archived]
}
