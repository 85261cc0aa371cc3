import Storage
import Testing
import Values

@Suite("Catalog and authoring bundles")
struct CatalogTests {
    @Test("applying a bundle again changes nothing", arguments: StoreDriver.allCases)
    func idempotent(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            var bundle = AuthoringBundle.sample
            let draft = FeedItemDraft(receiver: "ana", variables: ["eta": "now"], content: ["version": "1.0"])
            bundle.messages = [
                .init(
                    id: "seed",
                    template: "parcel",
                    sent: .ago(3600),
                    feed: .init(channel: bundle.templates[0].channels[0], drafts: [draft])
                )
            ]
            let first = try await store.apply(bundle)
            #expect((first.diff.count(.created), first.diff.count(.updated), first.events.count) == (1, 0, 1))
            #expect(first.events.first?.item.sentAt == clock.wallSeconds - 3600)
            let before = try await store.templates(TemplateQuery())
            clock.advance(by: .seconds(60))
            let second = try await store.apply(bundle)
            #expect((second.diff.count(.created), second.diff.count(.updated), second.events.count) == (0, 0, 0))
            #expect(try await store.templates(TemplateQuery()) == before)
            #expect(try await store.feed(FeedQuery(receiver: "ana")).items.count == 1)
        }
    }

    @Test("changed content makes a new version, a changed name does not", arguments: StoreDriver.allCases)
    func versions(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            clock.advance(by: .seconds(60))
            var entry = TemplateDraft.sample("parcel", category: "Updates", tags: ["orders", "parcel"])
            entry.name = "Other name"
            #expect(try await store.apply(AuthoringBundle(templates: [entry])).diff.count(.updated) == 1)
            #expect(try await store.template("parcel")?.currentVersion == 1)
            entry.channels = TemplateDraft.sample("x", category: "u", tags: [], body: "New").channels
            #expect(try await store.apply(AuthoringBundle(templates: [entry])).diff.count(.updated) == 1)
            let template = try #require(await store.template("parcel"))
            #expect(template.currentVersion == 2)
            #expect(template.name == "Other name")
            #expect(template.channels == entry.channels)
            #expect(template.versions.map(\.version) == [1, 2])
            #expect(template.versions[0].channels != template.versions[1].channels)
            #expect(template.updatedAt == clock.wallSeconds)
            #expect(try await store.template(template.id) == template)
        }
    }

    @Test("a fault undoes the whole bundle", arguments: StoreDriver.allCases)
    func atomic(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let faults = [
                AuthoringBundle(
                    users: [.init(id: "eve", name: "Eve")],
                    messages: [.init(id: "m", template: "none")]
                ),
                AuthoringBundle(
                    users: [.init(id: "eve", name: "Eve")],
                    feedChannels: [.init(channelId: "inbox", name: "Inbox", type: "push", enabled: true)]
                ),
            ]
            for bundle in faults {
                let error = await #expect(throws: HeraldError.self) { try await store.apply(bundle) }
                #expect(error?.code == .badAuthoring)
                let user = try await store.user("eve")
                #expect(user == nil)
            }
        }
    }

    @Test("web campaigns keep their order, and a change raises the revision", arguments: StoreDriver.allCases)
    func campaigns(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            #expect(try await store.webCampaigns().map(\.id) == ["linen", "boots"])
            var bundle = AuthoringBundle(campaigns: AuthoringBundle.sample.campaigns.reversed())
            _ = try await store.apply(bundle)
            #expect(try await store.webCampaigns().map(\.id) == ["boots", "linen"])
            #expect(try await store.webCampaigns().map(\.revision) == [1, 1])
            bundle.campaigns[1].channels.removeLast()
            _ = try await store.apply(bundle)
            let campaign = try #require(await store.webCampaign("linen"))
            #expect(campaign.revision == 2)
            #expect(campaign.channels == [WebCampaignChannel(type: "chat", agent: "mila")])
            #expect(try await store.webCampaign("none") == nil)
        }
    }

    @Test("categories page by name and by time", arguments: StoreDriver.allCases, CategoryQuery.Sort.allCases)
    func categories(driver: StoreDriver, sort: CategoryQuery.Sort) async throws {
        try await driver.withStore { store, clock in
            clock.advance(by: .seconds(1))
            _ = try await store.apply(
                AuthoringBundle(categories: ["Älter", "Zebra", "apple", "Offers"].map { .init(name: $0, text: "t") })
            )
            var query = CategoryQuery(page: PageRequest(limit: 2, sort: sort, order: .ascending))
            var found: [Storage.Category] = []
            while true {
                let page = try await store.categories(query)
                found += page.items
                guard let next = page.next else { break }
                query.page.boundary = PageBoundary(id: next.id, key: next.sortKey)
            }
            #expect(Set(found.map(\.name)) == ["Updates", "Offers", "Älter", "Zebra", "apple"])
            #expect(found.count == 5)
            if sort == .name { #expect(found.map(\.name) == ["Offers", "Updates", "Zebra", "apple", "Älter"]) }
            #expect(try await store.category(found[0].id) == found[0])
            query.page.boundary = PageBoundary(id: "cat-gone", key: nil)
            await #expect(throws: HeraldError.self) { try await store.categories(query) }
        }
    }

    @Test(
        "templates are found by name, slug, tag and category",
        arguments: StoreDriver.allCases,
        [
            (TemplateQuery(), ["brief", "linen", "parcel", "plain"]), (TemplateQuery(search: "PARC"), ["parcel"]),
            (TemplateQuery(search: "%"), []), (TemplateQuery(category: "Updates"), ["brief", "parcel"]),
            (TemplateQuery(tags: ["linen", "brief"]), ["brief", "linen"]),
            (TemplateQuery(tags: ["orders", "linen"], tagMatch: .all), ["linen"]),
            (TemplateQuery(status: .draft), []), (TemplateQuery(status: .archived), []),
        ]
    )
    func templates(driver: StoreDriver, _ given: (query: TemplateQuery, expected: [String])) async throws {
        try await driver.withStore { store, _ in
            for sort in TemplateQuery.Sort.allCases {
                var query = given.query
                query.page = PageRequest(limit: 1, sort: sort)
                var found: [String] = []
                while true {
                    let page = try await store.templates(query)
                    found += page.items.map(\.templateId)
                    guard let next = page.next else { break }
                    query.page.boundary = PageBoundary(id: next.id, key: next.sortKey)
                }
                #expect(found.sorted() == given.expected)
                #expect(found.count == Set(found).count)
            }
        }
    }

    @Test("feed channels are filtered and count their templates", arguments: StoreDriver.allCases)
    func channels(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            for sort in FeedChannelQuery.Sort.allCases {
                let page = try await store.feedChannels(FeedChannelQuery(page: PageRequest(limit: 1, sort: sort)))
                let next = try #require(page.next)
                var request = PageRequest(limit: 1, sort: sort)
                request.boundary = PageBoundary(id: next.id, key: next.sortKey)
                let rest = try await store.feedChannels(FeedChannelQuery(page: request))
                #expect(Set((page.items + rest.items).map(\.channelId)) == ["inbox", "later"])
                #expect(rest.next == nil)
            }
            #expect(try await store.feedChannels(FeedChannelQuery(enabled: true)).items.map(\.templateCount) == [4])
            #expect(try await store.feedChannels(FeedChannelQuery(type: "push")).items.map(\.channelId) == ["later"])
            #expect(try await store.feedChannels(FeedChannelQuery(search: "INB")).items.map(\.channelId) == ["inbox"])
            let channel = try #require(await store.feedChannel("later"))
            #expect(try await store.feedChannel(channel.id) == channel)
            #expect(try await store.feedChannel("none") == nil)
        }
    }
}
