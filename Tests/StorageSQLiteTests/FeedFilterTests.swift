import Storage
import Testing
import Values

@Suite("Filters of the feed")
struct FeedFilterTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var expected: [String]
        var change: @Sendable (inout FeedQuery) -> Void
    }

    static let start = ManualClock().wallSeconds
    /// Sent ten seconds apart in this order: parcel, linen, plain, and parcel once more, which is read.
    static let cases = [
        Case(testDescription: "none", expected: ["parcel", "plain", "linen", "parcel"]) { _ in },
        Case(testDescription: "unread", expected: ["plain", "linen", "parcel"]) { $0.readState = .unread },
        Case(testDescription: "read", expected: ["parcel"]) { $0.readState = .read },
        Case(testDescription: "from, inclusive", expected: ["parcel", "plain"]) { $0.dateFrom = start + 20 },
        Case(testDescription: "to, inclusive", expected: ["linen", "parcel"]) { $0.dateTo = start + 10 },
        Case(testDescription: "any tag", expected: ["parcel", "linen", "parcel"]) { $0.tags = ["parcel", "linen"] },
        Case(testDescription: "all tags", expected: ["linen"]) {
            $0.tags = ["orders", "linen"]
            $0.tagMatch = .all
        },
        Case(testDescription: "tags in another letter case", expected: []) { $0.tags = ["Orders"] },
        Case(testDescription: "tag that looks like SQL", expected: []) { $0.tags = ["') OR 1=1 --"] },
        Case(testDescription: "category", expected: ["parcel", "parcel"]) { $0.category = "Updates" },
        Case(testDescription: "unknown category", expected: []) { $0.category = "Nothing" },
        Case(testDescription: "channel", expected: ["parcel", "plain", "linen", "parcel"]) { $0.channelId = "inbox" },
        Case(testDescription: "other channel", expected: []) { $0.channelId = "later" },
        Case(testDescription: "other user", expected: []) { $0.receiver = "nobody" },
    ]

    @Test("each filter keeps what it should", arguments: StoreDriver.allCases, cases)
    func filters(driver: StoreDriver, filter: Case) async throws {
        try await driver.withStore { store, clock in
            for template in ["parcel", "linen", "plain"] {
                try await store.sendSample(template, to: ["ana"])
                clock.advance(by: .seconds(10))
            }
            let last = try await store.sendSample("parcel", to: ["ana"]).events[0].item
            _ = try await store.markRead(last.id, receiver: "ana")
            var query = FeedQuery(receiver: "ana")
            filter.change(&query)
            #expect(try await store.feed(query).items.map(\.templateId) == filter.expected)
        }
    }

    @Test("ids of category and channel work like names", arguments: StoreDriver.allCases)
    func ids(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let item = try await store.sendSample("parcel", to: ["ana"]).events[0].item
            let channel = try #require(await store.feedChannel("inbox"))
            let page = try await store.feed(
                FeedQuery(receiver: "ana", category: item.categoryId, channelId: channel.id)
            )
            #expect(page.items.map(\.id) == [item.id])
        }
    }

    @Test("items are found by the old and the new name of a category", arguments: StoreDriver.allCases)
    func renamed(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let item = try await store.sendSample("parcel", to: ["ana"]).events[0].item
            _ = try await store.updateCategory(try #require(item.categoryId)) { $0.name = "News" }
            let later = try await store.sendSample("parcel", to: ["ana"]).events[0].item
            for (name, found) in [("News", [later.id, item.id]), ("Updates", [item.id]), ("Offers", [])] {
                let list = try await store.feed(FeedQuery(receiver: "ana", category: name)).items.map(\.id)
                #expect(Set(list) == Set(found), "\(name)")
                #expect(try await store.unreadCount(receiver: "ana", category: name).count == found.count, "\(name)")
            }
        }
    }

    @Test("without content the rest is the same", arguments: StoreDriver.allCases)
    func templateOnly(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            var item = try await store.sendSample("parcel", to: ["ana"], tag: "spring").events[0].item
            #expect(item.metadata == ["tag": "spring"])
            item.content = nil
            #expect(try await store.feed(FeedQuery(receiver: "ana", templateOnly: true)).items == [item])
        }
    }

    @Test("deleted and expired items are hidden unless asked for", arguments: StoreDriver.allCases)
    func hidden(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            let brief = try await store.sendSample("brief", to: ["ana"]).events[0].item
            #expect(brief.expiresAt == clock.wallSeconds + 7200)
            let deleted = try await store.sendSample("parcel", to: ["ana"]).events[0].item
            let removed = try #require(await store.deleteFeedItem(deleted.id))
            #expect(removed.deletedAt == clock.wallSeconds)
            #expect(try await store.feed(FeedQuery(receiver: "ana")).items.map(\.id) == [brief.id])
            #expect(try await store.feedItem(deleted.id, receiver: "ana") == nil)
            #expect(try await store.feedItem(deleted.id, receiver: nil)?.id == deleted.id)
            clock.advance(by: .seconds(7200))
            #expect(try await store.feed(FeedQuery(receiver: "ana")).items.isEmpty)
            #expect(try await store.unreadCount(receiver: "ana", category: nil).count == 0)
            #expect(try await store.feedItem(brief.id, receiver: "ana") == nil)
            let query = FeedQuery(receiver: "ana", includeDeleted: true, includeExpired: true)
            #expect(try await store.feed(query).items.count == 2)
            #expect(try await store.deleteFeedItem("feed-none") == nil)
        }
    }
}
