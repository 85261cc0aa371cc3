import Storage
import StorageSQLite
import Values

/// The stores that the suites below run against.
enum StoreDriver: CaseIterable {
    case sqlite

    func open(path: String? = nil, clock: ManualClock = ManualClock()) async throws -> any CampaignStore {
        switch self {
        case .sqlite: try await SQLiteCampaignStore.open(path: path, clock: clock, random: SystemRandomSource())
        }
    }

    /// Opens a throw-away store with a small catalog, and closes it after `body`.
    func withStore(_ body: (any CampaignStore, ManualClock) async throws -> Void) async throws {
        let clock = ManualClock()
        let store = try await open(clock: clock)
        do {
            _ = try await store.apply(.sample)
            try await body(store, clock)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }
}

extension AuthoringBundle {
    static let sample = AuthoringBundle(
        users: [UserEntry(id: "ana", name: "Ana")],
        categories: [
            CategoryDraft(name: "Updates", text: "What happens to orders"), CategoryDraft(name: "Offers", text: nil),
        ],
        feedChannels: [
            FeedChannelDraft(channelId: "inbox", name: "Inbox", type: "in_app", enabled: true),
            FeedChannelDraft(channelId: "later", name: "Later", type: "push", enabled: false),
        ],
        templates: [
            .sample("parcel", category: "Updates", tags: ["orders", "parcel"]),
            .sample("linen", category: "Offers", tags: ["orders", "linen"]),
            .sample("plain", category: nil, tags: []),
            .sample("brief", category: "Updates", tags: ["brief"], retentionHours: 2),
        ],
        campaigns: [
            CampaignEntry(
                id: "linen",
                name: "Linen",
                locale: "en",
                channels: [.init(type: "chat", agent: "mila"), .init(type: "scheduledCallback")]
            ),
            CampaignEntry(id: "boots", name: "Boots", locale: nil, channels: [.init(type: "chat", agent: "mila")]),
        ]
    )
}

extension TemplateDraft {
    static func sample(
        _ id: String,
        category: String?,
        tags: [String],
        retentionHours: Double = 0,
        body: String = "A parcel"
    ) -> Self {
        Self(
            templateId: id,
            name: "Template \(id)",
            category: category,
            label: "Label",
            alternativeText: "Text",
            tags: tags,
            status: .approved,
            channels: [
                ChannelContent(
                    channelType: "in_app",
                    content: ["version": "1.0", "body": [["id": "t", "type": "text", "content": .string(body)]]],
                    categoryFilterEnabled: category != nil,
                    messageRetentionHours: retentionHours
                )
            ],
            variables: [TemplateVariable(key: "eta", defaultValue: "soon")]
        )
    }
}

extension CampaignStore {
    /// Sends a template to receivers, its content unchanged.
    @discardableResult
    func sendSample(_ template: String, to receivers: [String], tag: String? = nil) async throws -> FeedSendOutcome {
        guard let template = try await self.template(template), let channel = template.channels.first else {
            throw HeraldError(.notFound, "no template \(template)")
        }
        let drafts = receivers.map {
            FeedItemDraft(receiver: $0, variables: ["eta": "18:00"], content: WrittenJSON(channel.content))
        }
        return try await send(FeedSend(template: template, channel: channel, tag: tag, drafts: drafts))
    }

    func allItems(_ query: FeedQuery) async throws -> [StoredFeedItem] {
        var (query, items) = (query, [StoredFeedItem]())
        while true {
            let page = try await feed(query)
            items += page.items
            guard let next = page.next else { return items }
            query.page.boundary = PageBoundary(id: next.id, key: next.sortKey)
        }
    }
}
