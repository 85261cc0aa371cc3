import Storage
import Testing
import Values

@Suite("Marks on feed items")
struct FeedMarkTests {
    @Test("the first write wins and repeats change nothing", arguments: StoreDriver.allCases)
    func idempotent(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            let id = try await store.sendSample("parcel", to: ["ana"]).events[0].item.id
            let sent = clock.wallSeconds
            clock.advance(by: .seconds(5))
            let delivered = try #require(await store.markDelivered(id, receiver: "ana"))
            #expect(delivered.changes == [.delivered])
            #expect(delivered.item.status == "delivered")
            #expect(delivered.unread.count == 1)
            clock.advance(by: .seconds(5))
            let read = try #require(await store.markRead(id, receiver: "ana"))
            #expect(read.changes == [.read])
            #expect(read.unread.count == 0)
            #expect(read.unread.version > delivered.unread.version)
            clock.advance(by: .seconds(5))
            for repeated in try await [store.markRead(id, receiver: "ana"), store.markDelivered(id, receiver: nil)] {
                #expect(repeated?.changes == [])
                #expect(repeated?.item == read.item)
                #expect(repeated?.unread == read.unread)
            }
            #expect(read.item.deliveredAt == sent + 5)
            #expect(read.item.readAt == sent + 10)
        }
    }

    @Test("reading implies delivery, an engagement implies neither", arguments: StoreDriver.allCases)
    func implied(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            let id = try await store.sendSample("parcel", to: ["ana"]).events[0].item.id
            let viewed = try #require(await store.recordEngagement(id, topic: "viewed", receiver: "ana"))
            #expect(viewed.changes == [.interacted])
            #expect(viewed.item.status == "sent")
            let first = clock.wallSeconds
            clock.advance(by: .seconds(3))
            let clicked = try #require(await store.recordEngagement(id, topic: "clicked", receiver: "ana"))
            #expect(clicked.changes == [.interacted])
            #expect(clicked.item.interactedAt == first)
            #expect(try await store.recordEngagement(id, topic: "clicked", receiver: "ana")?.changes == [])
            #expect(try await store.recordEngagement(id, topic: nil, receiver: "ana")?.changes == [.interacted])
            #expect(try await store.recordEngagement(id, topic: nil, receiver: "ana")?.changes == [])
            let read = try #require(await store.markRead(id, receiver: "ana"))
            #expect(read.changes == [.delivered, .read])
            #expect(read.item.deliveredAt == read.item.readAt)
        }
    }

    @Test("only the receiver and an admin may mark", arguments: StoreDriver.allCases)
    func foreign(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let id = try await store.sendSample("parcel", to: ["ana"]).events[0].item.id
            #expect(try await store.markRead(id, receiver: "ben") == nil)
            #expect(try await store.markDelivered(id, receiver: "ben") == nil)
            #expect(try await store.recordEngagement(id, topic: "clicked", receiver: "ben") == nil)
            #expect(try await store.markRead("feed-none", receiver: nil) == nil)
            #expect(try await store.feedItem(id, receiver: "ben") == nil)
            #expect(try await store.feedItem(id, receiver: "ana")?.readAt == nil)
        }
    }

    @Test("a hidden item can be marked for one more day", arguments: StoreDriver.allCases)
    func late(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            let id = try await store.sendSample("brief", to: ["ana"]).events[0].item.id
            clock.advance(by: .seconds(2 * 3600 + 24 * 3600))
            #expect(try await store.markDelivered(id, receiver: "ana")?.changes == [.delivered])
            clock.advance(by: .seconds(1))
            #expect(try await store.markRead(id, receiver: "ana") == nil)
            #expect(try await store.markRead(id, receiver: nil)?.changes == [.read])
        }
    }

    @Test("marks of one item at the same time agree", arguments: StoreDriver.allCases)
    func concurrent(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let id = try await store.sendSample("parcel", to: ["ana"]).events[0].item.id
            let changed = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<40 { group.addTask { try await store.markRead(id, receiver: "ana")?.changes.count ?? 0 } }
                return try await group.reduce(0, +)
            }
            #expect(changed == 2)
        }
    }

    @Test("the unread list is as long as the unread count", arguments: StoreDriver.allCases)
    func agreement(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            for template in ["parcel", "brief", "linen", "plain", "brief", "parcel"] {
                try await store.sendSample(template, to: ["ana", "ben"])
                clock.advance(by: .seconds(2400))
                let items = try await store.allItems(FeedQuery(receiver: "ana", readState: .unread))
                if let item = items.first, template == "linen" { _ = try await store.deleteFeedItem(item.id) }
                if let item = items.last, template == "plain" { _ = try await store.markRead(item.id, receiver: "ana") }
                for category in [nil, "Updates", "Offers", "None"] {
                    let query = FeedQuery(receiver: "ana", readState: .unread, category: category)
                    let listed = try await store.allItems(query).count
                    #expect(try await store.unreadCount(receiver: "ana", category: category).count == listed)
                }
            }
        }
    }
}
