import Storage
import Values

/// Templates, to write.
struct TemplateRoutes: Sendable {
    let store: any CampaignStore

    var routes: [Route] {
        [
            Route("POST", "/v3/templates", .admin(.catalog), CatalogOperations.createTemplate, create),
            Route("PUT", "/v3/templates/{id}", .admin(.catalog), CatalogOperations.updateTemplate, update),
            Route("DELETE", "/v3/templates/{id}", .admin(.catalog), CatalogOperations.archiveTemplate, archive),
            Route(
                "PUT",
                "/v3/templates/{id}/channels/{channelType}",
                .admin(.catalog),
                CatalogOperations.setContent,
                setContent
            ),
            Route("POST", "/v3/templates/{id}/versions", .admin(.catalog), CatalogOperations.addVersion, addVersion),
        ]
    }

    private func create(_ routed: RoutedRequest) async throws -> ServerReply {
        var body = TemplateBody(reader: try BodyReader(routed))
        let draft = body.draft()
        try body.reader.check()
        guard !TemplateBody.hasDuplicate(draft.channels) else {
            throw RequestFault(409, "ERR_CONFLICT", "A template has one content for each type of channel.")
        }
        let reply: @Sendable (Template) -> ServerReply = { Envelope.single($0.json, status: 201) }
        let recording = try Repetition.recording(routed, reply)
        return try await store.createTemplate(draft, recording: recording).reply(reply)
    }

    private func update(_ routed: RoutedRequest) async throws -> ServerReply {
        var body = TemplateBody(reader: try BodyReader(routed))
        let name = body.reader.words("name", maximumBytes: TemplateBody.nameBytes)
        let category = body.reader.words("templateCategory", maximumBytes: TemplateBody.nameBytes)
        let label = body.reader.words("label", maximumBytes: TemplateBody.nameBytes)
        let alternativeText = body.reader.words("alternativeText", maximumBytes: TemplateBody.textBytes)
        let tags = body.tags()
        let status = body.reader.choice("status", Template.Status.self)
        let variables = body.variables()
        let config = body.reader.object("config")
        try body.reader.check()
        return try await change(routed) { template in
            template.name = name ?? template.name
            template.category = category ?? template.category
            template.label = label ?? template.label
            template.alternativeText = alternativeText ?? template.alternativeText
            template.tags = tags ?? template.tags
            if let status {
                if let refusal = template.status.refusal(ofBecoming: status) { throw RequestFault.validation(refusal) }
                if status == .approved { try template.checkCanBeSent() }
                template.status = status
            }
            template.variables = variables ?? template.variables
            template.config = config ?? template.config
        }
    }

    private func archive(_ routed: RoutedRequest) async throws -> ServerReply {
        guard let template = try await store.updateTemplate(routed["id"], { $0.status = .archived }) else {
            throw CatalogRoutes.unknownTemplate
        }
        return Envelope.single(template.json)
    }

    private func setContent(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = try BodyReader(routed)
        let content = reader.object("content")
        if reader.body["content"].isNull { reader.refuse("content is needed") }
        try reader.check()
        let type = routed["channelType"]
        return try await change(routed) { template in
            guard let place = template.channels.firstIndex(where: { $0.channelType == type }) else {
                throw RequestFault.notFound("The template has nothing for this type of channel.")
            }
            let isCard = type == "in_app" && template.channels[place].dataType == TemplateRules.dataTypes[0]
            if isCard, let problem = InAppContent.problem(content ?? [:]) {
                throw RequestFault.validation("content \(problem)")
            }
            template.channels[place].content = content ?? [:]
        }
    }

    private func addVersion(_ routed: RoutedRequest) async throws -> ServerReply {
        let reply: @Sendable (Template) -> ServerReply = { Envelope.single($0.json, status: 201) }
        let recording = try Repetition.recording(routed, reply)
        let added = try await store.addTemplateVersion(routed["id"], recording: recording) { try $0.checkIsOpen() }
        guard let added else { throw CatalogRoutes.unknownTemplate }
        return added.reply(reply)
    }

    private func change(
        _ routed: RoutedRequest,
        _ change: @escaping @Sendable (inout Template) throws -> Void
    ) async throws -> ServerReply {
        let template = try await store.updateTemplate(routed["id"]) { template in
            try template.checkIsOpen()
            try change(&template)
            let problems = TemplateDraft(template).problems
            guard problems.isEmpty else { throw RequestFault.validation(problems.map(\.sentence)) }
        }
        guard let template else { throw CatalogRoutes.unknownTemplate }
        return Envelope.single(template.json)
    }
}

extension Template {
    /// Refuses to approve a content for feeds that was never filled in.
    fileprivate func checkCanBeSent() throws {
        let isEmpty = channels.contains { content in
            content.channelType == "in_app" && content.dataType == TemplateRules.dataTypes[0] && content.content == [:]
        }
        if isEmpty { throw RequestFault.validation("status cannot be approved: the content for in_app is empty") }
    }

    /// Refuses to change what is archived.
    fileprivate func checkIsOpen() throws {
        if let refusal = status.refusalOfChanges { throw RequestFault.validation(refusal) }
    }
}
