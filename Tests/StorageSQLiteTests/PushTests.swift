import Storage
import Testing
import Values

@Suite("Push notifications")
struct PushTests {
    private static let push = ChannelContent(channelType: "push", content: ["title": "T", "body": "B"])

    /// A store whose app has a push channel, and the send of a template to devices, and to feeds too if wanted.
    private func withPush(
        _ driver: StoreDriver,
        isEnabled: Bool = true,
        _ body: (any CampaignStore, ManualClock) async throws -> Void
    ) async throws {
        try await driver.withStore { store, clock in
            _ = try await store.updateFeedChannel("later") { $0.enabled = isEnabled }
            try await body(store, clock)
        }
    }

    @discardableResult
    private func send(
        _ store: any CampaignStore,
        to receivers: [String],
        withFeed: Bool = false
    ) async throws -> FeedSendOutcome {
        let template = try #require(try await store.template("parcel"))
        let channel = try #require(template.channels.first)
        let drafts = receivers.map { FeedItemDraft(receiver: $0, variables: ["eta": "18:00"], content: ["title": "T"]) }
        return try await store.send(
            FeedSend(
                template: template,
                feed: withFeed ? FeedSend.Part(channel: channel, drafts: drafts) : nil,
                push: FeedSend.Part(channel: Self.push, drafts: drafts),
                tag: "spring"
            )
        )
    }

    @Test("a send makes one for each receiver", arguments: StoreDriver.allCases)
    func sends(driver: StoreDriver) async throws {
        try await withPush(driver) { store, clock in
            let outcome = try await send(store, to: ["ana", "new", "ana"])
            #expect(outcome.channels == ["push"])
            #expect(outcome.events == [])
            let pushes = try await store.pushes(PushQuery(receiver: nil)).items
            #expect(pushes.map(\.receiver).sorted() == ["ana", "new"])
            let push = try #require(pushes.first { $0.receiver == "ana" })
            #expect(push.notificationId == outcome.notificationId)
            #expect(push.templateId == "parcel" && push.channelId == "later" && push.category == "Updates")
            #expect(push.tags == ["orders", "parcel"] && push.tag == "spring" && push.content == ["title": "T"])
            #expect(push.variables == ["eta": "18:00"] && push.sentAt == clock.wallSeconds && push.status == "sent")
            #expect(try await store.user("new") != nil)
            #expect(try await store.unreadCount(receiver: "ana", category: nil).count == 0)
        }
    }

    @Test("beside an item it is left out while no push channel is enabled", arguments: StoreDriver.allCases)
    func disabled(driver: StoreDriver) async throws {
        try await withPush(driver, isEnabled: false) { store, _ in
            #expect(try await send(store, to: ["ana"], withFeed: true).channels == ["in_app"])
            #expect(try await store.pushes(PushQuery(receiver: nil)).items == [])
            await #expect(throws: HeraldError.self) { try await send(store, to: ["ana"]) }
            _ = try await store.updateFeedChannel("later") { $0.enabled = true }
            #expect(try await send(store, to: ["ana"], withFeed: true).channels == ["in_app", "push"])
            #expect(try await store.allItems(FeedQuery(receiver: "ana")).count == 2)
        }
    }

    @Test("times go from nothing to a value, once; clicked implies delivered", arguments: StoreDriver.allCases)
    func marks(driver: StoreDriver) async throws {
        // Marks in order, each ten seconds after the one before; then the seconds after the send of both times.
        let cases: [([PushMark], delivered: Int64?, clicked: Int64?, status: String)] = [
            ([], nil, nil, "sent"), ([.delivered], 10, nil, "delivered"), ([.clicked], 10, 10, "clicked"),
            ([.delivered, .clicked], 10, 20, "clicked"), ([.clicked, .delivered], 10, 10, "clicked"),
            ([.delivered, .delivered], 10, nil, "delivered"), ([.clicked, .clicked], 10, 10, "clicked"),
        ]
        try await withPush(driver) { store, clock in
            for entry in cases {
                let sent = clock.wallSeconds
                let id = try await send(store, to: ["ana"]).notificationId
                for mark in entry.0 {
                    clock.advance(by: .seconds(10))
                    #expect(try await store.markPush(mark, id, receiver: "ana") != nil)
                }
                let push = try #require(try await store.push(id, receiver: "ana"))
                #expect(push.deliveredAt == entry.delivered.map { $0 + sent }, "\(entry.0)")
                #expect(push.clickedAt == entry.clicked.map { $0 + sent }, "\(entry.0)")
                #expect(push.status == entry.status)
            }
        }
    }

    @Test("only the receiver and an admin find it", arguments: StoreDriver.allCases)
    func foreign(driver: StoreDriver) async throws {
        try await withPush(driver) { store, _ in
            let send = try await send(store, to: ["ana"]).notificationId
            let id = try #require(try await store.pushes(PushQuery(receiver: "ana")).items.first?.id)
            for name in [id, send] {
                #expect(try await store.push(name, receiver: "ben") == nil)
                #expect(try await store.markPush(.clicked, name, receiver: "ben") == nil)
                #expect(try await store.recordPushEngagement(name, topic: "x", receiver: "ben") == nil)
                #expect(try await store.push(name, receiver: "ana")?.id == id)
            }
            // A send has many receivers, so without one its id names nothing.
            #expect(try await store.push(send, receiver: nil) == nil)
            #expect(try await store.push(id, receiver: nil)?.status == "sent")
            #expect(try await store.pushes(PushQuery(receiver: "ben")).items == [])
        }
    }

    @Test("an engagement counts once per topic", arguments: StoreDriver.allCases)
    func engagements(driver: StoreDriver) async throws {
        try await withPush(driver) { store, _ in
            let id = try await send(store, to: ["ana"]).notificationId
            for topic in ["dismissed", nil, "dismissed", nil, "other"] {
                #expect(try await store.recordPushEngagement(id, topic: topic, receiver: "ana")?.status == "sent")
            }
            #expect(try await Set(store.pushTopics(of: "ana").map(\.topic)) == ["dismissed", nil, "other"])
            #expect(try await store.pushTopics(of: "ana").count == 3)
            #expect(try await store.pushTopics(of: "ben") == [])
        }
    }

    @Test("pages neither skip nor repeat those of one second", arguments: StoreDriver.allCases)
    func pages(driver: StoreDriver) async throws {
        try await withPush(driver) { store, clock in
            for round in 0..<3 {
                for _ in 0..<4 { try await send(store, to: ["ana", "ben"]) }
                if round < 2 { clock.advance(by: .seconds(1)) }
            }
            for order in [PageOrder.ascending, .descending] {
                var query = PushQuery(receiver: "ana", page: PageRequest(limit: 5, sort: .sentAt, order: order))
                var ids: [String] = []
                while true {
                    let page = try await store.pushes(query)
                    ids += page.items.map(\.id)
                    // One that comes meanwhile goes to the end that was already read, or comes last.
                    if order == .descending { try await send(store, to: ["ana"]) }
                    guard let next = page.next else { break }
                    query.page.boundary = PageBoundary(id: next.id, key: next.sortKey)
                }
                #expect(ids.count == 12)
                #expect(ids == (order == .ascending ? ids.sorted() : ids.sorted(by: >)))
            }
        }
    }

    @Test("erasing a user and a purge take them along", arguments: StoreDriver.allCases)
    func removal(driver: StoreDriver) async throws {
        try await withPush(driver) { store, clock in
            let first = clock.wallSeconds
            let id = try await send(store, to: ["ana", "ben"]).notificationId
            for user in ["ana", "ben"] { _ = try await store.recordPushEngagement(id, topic: "x", receiver: user) }
            #expect(try await store.eraseUser("ana"))
            #expect(try await store.pushes(PushQuery(receiver: nil)).items.map(\.receiver) == ["ben"])
            clock.advance(by: .seconds(10))
            try await send(store, to: ["ben"])
            #expect(try await store.purgePushes(sentBefore: first, limit: 10) == 0)
            #expect(try await store.purgePushes(sentBefore: first + 10, limit: 10) == 1)
            #expect(try await store.pushes(PushQuery(receiver: nil)).items.map(\.sentAt) == [first + 10])
            #expect(try await store.pushTopics(of: "ben") == [])
        }
    }
}
