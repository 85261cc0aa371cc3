import Storage
import TestSupport
import Testing
import Values

@Suite("Kept unread counts")
struct UnreadCountTests {
    @Test("the count is the length of the unread list, whatever happens", arguments: StoreDriver.allCases)
    func agrees(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            var chance = SeededRandom(seed: 41)
            var lastVersion: Int64 = 0
            for step in 0..<300 {
                let items = try await store.allItems(
                    FeedQuery(receiver: "ana", includeDeleted: true, includeExpired: true)
                )
                let id = items.isEmpty ? "none" : items[Int(chance.next() % UInt64(items.count))].id
                switch chance.next() % 9 {
                case 0, 1: try await store.sendSample("parcel", to: ["ana", "ben"])
                case 2, 3: try await store.sendSample("brief", to: ["ana"])
                case 4: _ = try await store.markRead(id, receiver: "ana")
                case 5: _ = try await store.markSeen(id, receiver: "ana")
                case 6: _ = try await store.deleteFeedItem(id)
                case 7 where step % 40 == 0:
                    _ = try await store.markAll(.read, FeedQuery(receiver: "ana", category: "Updates"), ids: nil)
                case 7: _ = try await store.purgeFeed(sentBefore: clock.wallSeconds - 20_000, limit: 2)
                default: clock.advance(by: .seconds(Int64(chance.next() % 2_000)))
                }
                let unread = try await store.allItems(FeedQuery(receiver: "ana", readState: .unread))
                let count = try await store.unreadCount(receiver: "ana", category: nil)
                #expect(count.count == unread.count, "step \(step)")
                #expect(count.version >= lastVersion, "step \(step)")
                lastVersion = count.version
            }
            #expect(lastVersion > 100)
        }
    }

    @Test("every change of an item raises the version of its user's feed alone", arguments: StoreDriver.allCases)
    func versions(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let item = try await store.sendSample("parcel", to: ["ana", "ben"]).events[0].item.id
            let ben = try await store.standing(of: "ben")
            var last = try await store.standing(of: "ana")?.feedVersion ?? 0
            let changes: [() async throws -> Void] = [
                { _ = try await store.markDelivered(item, receiver: "ana") },
                { _ = try await store.markSeen(item, receiver: "ana") },
                { _ = try await store.recordEngagement(item, topic: "clicked", receiver: "ana") },
                { _ = try await store.markRead(item, receiver: "ana") },
                { _ = try await store.deleteFeedItem(item) },
            ]
            for (place, change) in changes.enumerated() {
                try await change()
                let version = try await store.standing(of: "ana")?.feedVersion ?? 0
                #expect(version > last, "change \(place)")
                last = version
                // What is there already is no change.
                try await change()
                #expect(try await store.standing(of: "ana")?.feedVersion == last, "change \(place) again")
            }
            #expect(try await store.standing(of: "ben") == ben)
        }
    }
}
