import Storage
import Testing
import Values

@Suite("Catalog, to write")
struct CatalogWriteTests {
    private static let draft = TemplateDraft(
        templateId: nil,
        name: "Été, big Sale!",
        category: "Offers",
        label: nil,
        alternativeText: nil,
        tags: ["a"],
        status: .draft,
        channels: [ChannelContent(channelType: "in_app", content: ["body": []])],
        variables: [],
        config: [:]
    )

    @Test("a draft changes in place, anything else gets a version", arguments: StoreDriver.allCases)
    func versions(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            let made = try await store.createTemplate(Self.draft, recording: nil).outcome()
            #expect(made.templateId == "cc-template-t-big-sale")
            let second = try await store.createTemplate(Self.draft, recording: nil).outcome()
            #expect(second.templateId == "cc-template-t-big-sale-2")
            func change(_ body: JSON) async throws -> Template? {
                try await store.updateTemplate(made.templateId) { $0.channels[0].content = body }
            }
            let draft = try await change(["body": [1]])
            #expect(draft?.currentVersion == 1)
            let approved = try await store.updateTemplate(made.id) { $0.status = .approved }
            #expect(approved?.currentVersion == 1)
            let changed = try #require(await change(["body": [2]]))
            #expect(changed.currentVersion == 2)
            #expect(changed.versions.map { $0.channels[0].content } == [["body": [1]], ["body": [2]]])
            clock.advance(by: .seconds(1))
            let same = try await change(["body": [2]])
            #expect(same == changed)
            let added = try await store.addTemplateVersion(made.id, recording: nil) { _ in }
            let copy = try #require(try added?.outcome())
            #expect(copy.currentVersion == 3)
            #expect(copy.channels == changed.channels)
            let none = try await store.addTemplateVersion("none", recording: nil) { _ in }
            #expect(none == nil)
            // What a change throws undoes it all.
            let failing: @Sendable (inout Template) throws -> Void = { template in
                template.name = "x"
                throw HeraldError(.failed, "no")
            }
            await #expect(throws: HeraldError.self) { _ = try await store.updateTemplate(made.id, failing) }
            #expect(try await store.template(made.id) == copy)
            let taken: TemplateDraft = {
                var draft = Self.draft
                draft.templateId = "parcel"
                return draft
            }()
            let error = await #expect(throws: HeraldError.self) {
                try await store.createTemplate(taken, recording: nil)
            }
            #expect(error?.code == .conflict)
        }
    }

    @Test("a new name of a category goes into its templates", arguments: StoreDriver.allCases)
    func categories(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let updates = try #require(await store.categories(CategoryQuery()).items.first { $0.name == "Updates" })
            let sent = try await store.sendSample("parcel", to: ["ana"]).events[0].item
            _ = try await store.updateCategory(updates.id) { $0.name = "News" }
            #expect(try await store.template("parcel")?.category == "News")
            #expect(try await store.template("linen")?.category == "Offers")
            #expect(try await store.feedItem(sent.id, receiver: "ana")?.templateCategory == "Updates")
            #expect(try await store.unreadCount(receiver: "ana", category: updates.id).count == 1)
            let error = await #expect(throws: HeraldError.self) {
                try await store.updateCategory(updates.id) { $0.name = "Offers" }
            }
            #expect(error?.code == .conflict)
            #expect(try await store.deleteCategory(updates.id))
            #expect(try await !store.deleteCategory(updates.id))
            #expect(try await store.template("parcel")?.category == "News")
        }
    }

    @Test("channels have a name of their own, and a limit", arguments: StoreDriver.allCases)
    func channels(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            func create(_ type: String, _ slug: String?) async throws -> FeedChannel {
                let draft = FeedChannelDraft(channelId: slug, name: "Inbox", type: type, enabled: false, metadata: [:])
                return try await store.createFeedChannel(draft, recording: nil).outcome()
            }
            #expect(try await create("in_app", nil).channelId == "inbox-2")
            #expect(try await create("in_app", "own").channelId == "own")
            for (type, slug) in [("in_app", "own"), ("push", "push")] {
                let error = await #expect(throws: HeraldError.self) { try await create(type, slug) }
                #expect(error?.code == .conflict)
            }
            #expect(try await store.feedChannelCounts() == ["in_app": 3, "push": 1])
            let enabled = try await store.updateFeedChannel("own") { $0.enabled = true }
            #expect(enabled?.enabled == true)
            let none = try await store.updateFeedChannel("none") { $0.enabled = true }
            #expect(none == nil)
        }
    }
}
