import Storage
import Testing
import Values

@Suite("Marks on many items, and counts by category")
struct FeedBulkTests {
    /// Which filter marks which of ana's items: parcel 1, parcel 2, linen, plain, and never ben's.
    @Test(
        "a filter says what is marked",
        arguments: [
            (FeedQuery(receiver: "ana"), [0, 1, 2, 3]),
            (FeedQuery(receiver: "ana", category: "Updates"), [0, 1]),
            (FeedQuery(receiver: "ana", tags: ["linen", "none"]), [2]),
            (FeedQuery(receiver: "ana", tags: ["orders", "parcel"], tagMatch: .all), [0, 1]),
            (FeedQuery(receiver: "ana", category: "None"), []),
            (FeedQuery(receiver: "ana", channelId: "inbox"), [0, 1, 2, 3]),
            (FeedQuery(receiver: "nobody"), []),
        ] as [(FeedQuery, [Int])]
    )
    func filters(query: FeedQuery, places: [Int]) async throws {
        for driver in StoreDriver.allCases {
            try await driver.withStore { store, clock in
                var ids: [String] = []
                for template in ["parcel", "parcel", "linen", "plain"] {
                    ids.append(try await store.sendSample(template, to: ["ana", "ben"]).events[0].item.id)
                }
                let outcome = try await store.markAll(.read, query, ids: nil)
                #expect(outcome.count == places.count)
                let read = try await store.allItems(FeedQuery(receiver: nil, readState: .read))
                #expect(Set(read.map(\.id)) == Set(places.map { ids[$0] }))
                #expect(read.allSatisfy { $0.seenAt == clock.wallSeconds && $0.deliveredAt == clock.wallSeconds })
                if query.receiver == "ana" { #expect(outcome.unread.count == 4 - places.count) }
                #expect(try await store.markAll(.read, query, ids: nil).count == 0)
            }
        }
    }

    @Test("a mark keeps earlier times and others' items", arguments: StoreDriver.allCases)
    func times(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            let first = clock.wallSeconds
            let own = try await store.sendSample("parcel", to: ["ana"]).events[0].item.id
            let others = try await store.sendSample("parcel", to: ["ben"]).events[0].item.id
            let ids = [own, others, "feed-none"]
            #expect(try await store.markAll(.delivered, FeedQuery(receiver: "ana"), ids: ids).count == 1)
            clock.advance(by: .seconds(10))
            #expect(try await store.markAll(.seen, FeedQuery(receiver: "ana"), ids: ids).count == 1)
            #expect(try await store.markSeen(own, receiver: "ana")?.changes == [])
            #expect(try await store.markSeen(own, receiver: "ben") == nil)
            clock.advance(by: .seconds(10))
            let mark = try #require(await store.markRead(own, receiver: "ana"))
            #expect(mark.changes == [.read])
            #expect([mark.item.deliveredAt, mark.item.seenAt, mark.item.readAt] == [first, first + 10, first + 20])
            #expect(try await store.feedItem(own, receiver: "ana")?.seenAt == first + 10)
            #expect(try await store.feedItem(others, receiver: "ben")?.deliveredAt == nil)
            await #expect(throws: HeraldError.self) {
                try await store.markAll(.read, FeedQuery(receiver: nil), ids: nil)
            }
        }
    }

    @Test("counts are those of the list, by category", arguments: StoreDriver.allCases)
    func counts(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            var ids: [String] = []
            for template in ["parcel", "parcel", "linen", "plain", "brief"] {
                ids.append(try await store.sendSample(template, to: ["ana", "ben"]).events[0].item.id)
            }
            _ = try await store.markRead(ids[0], receiver: "ana")
            _ = try await store.markSeen(ids[1], receiver: "ana")
            var counts = try await store.feedCounts(receiver: "ana")
            #expect(counts.unread == (try await store.unreadCount(receiver: "ana", category: nil)))
            #expect([counts.unread.count, counts.unseen] == [4, 3])
            #expect(counts.categories.map(\.name) == ["Offers", "Updates"])
            #expect(counts.categories.map(\.unread) == [1, 2])
            #expect(counts.categories.map(\.unseen) == [1, 1])
            for category in counts.categories {
                let single = try await store.unreadCount(receiver: "ana", category: category.id)
                #expect(single.count == category.unread)
            }
            clock.advance(by: .seconds(2 * 3600))
            counts = try await store.feedCounts(receiver: "ana")
            #expect(counts.categories.map(\.unread) == [1, 1])
            #expect(try await store.feedCounts(receiver: "nobody").categories.isEmpty)
        }
    }
}
