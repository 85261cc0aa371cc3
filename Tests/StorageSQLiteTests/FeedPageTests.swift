import Storage
import Testing
import Values

@Suite("Pages of the feed")
struct FeedPageTests {
    @Test(
        "all items come once, in order, whatever the page size",
        arguments: StoreDriver.allCases.flatMap { driver in [1, 2, 3, 7, 100].map { (driver, $0) } },
        [PageOrder.ascending, .descending]
    )
    func complete(_ given: (driver: StoreDriver, limit: Int), order: PageOrder) async throws {
        try await given.driver.withStore { store, clock in
            for round in 0..<7 {
                try await store.sendSample("parcel", to: ["ana", "ben"])
                // Three groups of equal times.
                if round % 3 == 2 { clock.advance(by: .seconds(1)) }
            }
            let query = FeedQuery(receiver: "ana", page: PageRequest(limit: given.limit, sort: .sentAt, order: order))
            let items = try await store.allItems(query)
            let sorted = items.sorted { ($0.sentAt, $0.id) < ($1.sentAt, $1.id) }
            #expect(items.map(\.id) == (order == .ascending ? sorted : sorted.reversed()).map(\.id))
            #expect(items.count == 7)
            #expect(items.allSatisfy { $0.receiver == "ana" && $0.content != nil })
        }
    }

    @Test("items that arrive between pages neither shift nor repeat", arguments: StoreDriver.allCases)
    func inserts(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            for _ in 0..<6 { try await store.sendSample("parcel", to: ["ana"]) }
            let before = try await store.allItems(FeedQuery(receiver: "ana"))
            var query = FeedQuery(receiver: "ana", page: PageRequest(limit: 2, sort: .sentAt))
            var seen: [String] = []
            while true {
                let page = try await store.feed(query)
                seen += page.items.map(\.id)
                try await store.sendSample("linen", to: ["ana"])
                guard let next = page.next else { break }
                query.page.boundary = PageBoundary(id: next.id, key: next.sortKey)
            }
            #expect(Set(seen).count == seen.count)
            #expect(Set(before.map(\.id)).isSubset(of: seen))
        }
    }

    @Test("prepend gives the nearest items before the boundary, in list order", arguments: StoreDriver.allCases)
    func prepend(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            for _ in 0..<5 {
                try await store.sendSample("parcel", to: ["ana"])
                clock.advance(by: .seconds(1))
            }
            let all = try await store.allItems(FeedQuery(receiver: "ana"))
            var request = PageRequest(limit: 2, sort: FeedQuery.Sort.sentAt, affix: .prepend)
            request.boundary = PageBoundary(id: all[3].id, key: nil)
            let page = try await store.feed(FeedQuery(receiver: "ana", page: request))
            #expect(page.items.map(\.id) == [all[1].id, all[2].id])
            #expect(page.next?.id == all[1].id)
            #expect(page.next?.affix == .prepend)
            request.boundary = PageBoundary(id: all[1].id, key: nil)
            let first = try await store.feed(FeedQuery(receiver: "ana", page: request))
            #expect(first.items.map(\.id) == [all[0].id])
            #expect(first.next == nil)
        }
    }

    @Test("a boundary whose row is gone or foreign falls back to its key", arguments: StoreDriver.allCases)
    func missingBoundary(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            let foreign = try await store.sendSample("parcel", to: ["ben"]).events[0].item
            clock.advance(by: .seconds(10))
            for _ in 0..<2 { try await store.sendSample("parcel", to: ["ana"]) }
            let all = try await store.allItems(FeedQuery(receiver: "ana"))
            var query = FeedQuery(receiver: "ana")
            query.page.boundary = PageBoundary(id: "feed-gone", key: .number(all[0].sentAt + 1))
            #expect(try await store.feed(query).items == all)
            query.page.boundary = PageBoundary(id: nil, key: .number(all[0].sentAt))
            #expect(try await store.feed(query).items.isEmpty)
            for id in ["feed-gone", foreign.id] {
                query.page.boundary = PageBoundary(id: id, key: nil)
                await #expect(throws: HeraldError.self) { try await store.feed(query) }
                query.page.boundary = PageBoundary(id: id, key: .text("no number"))
                await #expect(throws: HeraldError.self) { try await store.feed(query) }
            }
        }
    }

    @Test("the limit is clamped", arguments: [(-1, 1), (0, 1), (20, 20), (1000, 100)])
    func limit(asked: Int, used: Int) async throws {
        try await StoreDriver.sqlite.withStore { store, _ in
            let page = try await store.feed(FeedQuery(receiver: "ana", page: PageRequest(limit: asked, sort: .sentAt)))
            #expect(page.limit == used)
        }
    }
}
