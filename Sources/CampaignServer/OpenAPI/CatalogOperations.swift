import Storage
import Values

/// What the routes of the catalog take and answer.
enum CatalogOperations {
    private static let name = APISchema.text(upTo: TemplateBody.nameBytes)
    private static let text = APISchema.text(upTo: TemplateBody.textBytes)
    private static let slug = APISchema.pattern("^[A-Za-z0-9_-]{1,128}$")

    // MARK: Categories

    static let categories = APIOperation(
        .catalog,
        "Categories",
        query: APIParameter.page(CategoryQuery.Sort.self, usual: .updatedAt, textKeys: [.name]),
        page(.category, CategoryQuery.Sort.self, textKeys: [.name])
    )
    static let category = APIOperation(.catalog, "One category", .one(.named(.category)), faults: [.notFound])
    static let createCategory = APIOperation(
        .catalog,
        "Makes a category",
        body: APIOperation.Body(schema: .body([.needed("name", name), .optional("description", text)])),
        .one(.named(.category), status: 201),
        faults: [.conflict],
        isRepeatable: true
    )
    static let updateCategory = APIOperation(
        .catalog,
        "Changes a category; its templates take a new name over",
        body: APIOperation.Body(schema: .body([.optional("name", name), .optional("description", text)])),
        .one(.named(.category)),
        faults: [.notFound, .conflict]
    )
    static let deleteCategory = APIOperation(
        .catalog,
        "Removes a category",
        .one(.exactly([.needed("id", .text), .needed("deletedAt", .time)])),
        faults: [.notFound]
    )

    // MARK: Templates

    static let templates = APIOperation(
        .catalog,
        "Templates; archived ones only when asked for",
        query: APIParameter.page(TemplateQuery.Sort.self, usual: .updatedAt, textKeys: [.name]) + [
            APIParameter("status", .choice(Template.Status.self), "All but archived if left out"),
            search, .templateCategory, APIParameter("category", .text, "Another name of templateCategory"),
        ] + APIParameter.tags,
        page(.template, TemplateQuery.Sort.self, textKeys: [.name])
    )
    static let template = APIOperation(
        .catalog,
        "One template with its versions",
        .one(.named(.template)),
        faults: [.notFound]
    )
    static let createTemplate = APIOperation(
        .catalog,
        "Makes a template",
        body: APIOperation.Body(
            schema: .body(
                [
                    .needed("name", name), .optional("templateId", slug),
                    .needed("channels", .list(contentBody, 1...FeedChannelType.all.count)),
                ]
                    + templateFields
            )
        ),
        .one(.named(.template), status: 201),
        faults: [.conflict],
        isRepeatable: true
    )
    static let updateTemplate = APIOperation(
        .catalog,
        "Changes a template; new variables make a new version of one that is no draft",
        body: APIOperation.Body(schema: .body([.optional("name", name)] + templateFields)),
        .one(.named(.template)),
        faults: [.notFound, .conflict]
    )
    static let archiveTemplate = APIOperation(
        .catalog,
        "Archives a template",
        .one(.named(.template)),
        faults: [.notFound]
    )
    static let setContent = APIOperation(
        .catalog,
        "Replaces what a template sends to one type of channel",
        body: APIOperation.Body(schema: .body([.needed("content", content)])),
        .one(.named(.template)),
        faults: [.notFound]
    )
    static let addVersion = APIOperation(
        .catalog,
        "Makes a version like the current one",
        .one(.named(.template), status: 201),
        faults: [.notFound],
        isRepeatable: true
    )

    private static let templateFields: [APISchema.Field] = [
        .optional("templateCategory", name), .optional("label", name), .optional("alternativeText", text),
        .optional("tags", .list(name, 0...TemplateBody.tagCount)), .optional("status", .choice(Template.Status.self)),
        .optional("variableSchema", .list(variableBody, 0...TemplateBody.variableCount)), .optional("config", .members),
    ]

    private static let variableBody = APISchema.either([
        .body([
            .needed("key", variableKey), .optional("name", .text),
            .optional("type", .choice(AuthoringRules.variableTypes)), .optional("required", .flag),
            .optional("default", .text),
        ]),
        variableKey,
    ])
    private static let variableKey = APISchema.pattern("^[a-zA-Z_][a-zA-Z0-9_]*$")

    private static let content = APISchema.members.described(
        "For in_app a card, or title and body as texts; for push title and body. A data_template may have any members"
    )

    private static let contentBody = APISchema.body([
        .needed("channelType", .choice(FeedChannelType.all)), .optional("channelId", .text),
        .optional("content", content), .optional("dataType", .choice(TemplateRules.dataTypes)),
        .optional("categoryFilterEnabled", .flag), .optional("templateLabelEnabled", .flag),
        .optional("messageRetentionHours", .number),
        .optional("sequenceOrder", .integer(1...Int64(FeedChannelType.all.count))),
        .optional(
            "stopCondition",
            .text.described("delivered, read or engaged of in_app; delivered or clicked of push")
        ),
        .optional("waitMinutes", .integer(5...1440).described("One of 5, 10, 30, 60, 240 and 1440")),
    ])

    // MARK: Channels

    static let channels = APIOperation(
        .catalog,
        "Feed channels",
        query: APIParameter.page(FeedChannelQuery.Sort.self, usual: .updatedAt, textKeys: [.channelType]) + [
            search, APIParameter("type", .text, "Only of this type"),
            APIParameter("enabled", .flag, "Only those that are, or are not"),
        ],
        page(.channel, FeedChannelQuery.Sort.self, textKeys: [.channelType])
    )
    static let channel = APIOperation(.catalog, "One feed channel", .one(.named(.channel)), faults: [.notFound])
    static let availability = APIOperation(
        .catalog,
        "How many feed channels of each type there are and may be",
        .one(
            .map(
                .exactly([
                    .needed("count", .count), .needed("limit", .count.orNull), .needed("available", .count.orNull),
                ])
            )
        )
    )
    static let createChannel = APIOperation(
        .catalog,
        "Makes a feed channel",
        body: APIOperation.Body(
            schema: .body(
                [.needed("name", name), .needed("type", .choice(FeedChannelType.all)), .optional("channelId", slug)]
                    + channelFields
            )
        ),
        .one(.named(.channel), status: 201),
        faults: [.conflict],
        isRepeatable: true
    )
    static let updateChannel = APIOperation(
        .catalog,
        "Changes a feed channel",
        body: APIOperation.Body(schema: .body([.optional("name", name)] + channelFields)),
        .one(.named(.channel)),
        faults: [.notFound]
    )

    private static let channelFields: [APISchema.Field] = [
        .optional("enabled", .flag), .optional("metadata", .members),
    ]

    private static let search = APIParameter("search", .text, "Part of the name or the slug")

    private static func page<Sort: RawRepresentable<String> & CaseIterable & Hashable>(
        _ element: APIComponent,
        _ sorts: Sort.Type,
        textKeys: [Sort]
    ) -> APIOperation.Success {
        .page(
            of: .named(element),
            cursor: "updatedAt",
            sorts: sorts.allCases.map(\.rawValue),
            textKeys: Set(textKeys.map(\.rawValue))
        )
    }
}
