import Storage
import Testing
import Values

@Suite("Sending, and events of the feed")
struct FeedEventTests {
    @Test("a send makes one item and one event per receiver", arguments: StoreDriver.allCases)
    func send(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            let outcome = try await store.sendSample("parcel", to: ["ana", "new", "ana"])
            #expect(outcome.channels == ["in_app"])
            #expect(outcome.events.map(\.receiver) == ["ana", "new"])
            #expect(outcome.events.map(\.unread?.count) == [1, 1])
            #expect(Set(outcome.events.map(\.item.notificationId)) == [outcome.notificationId])
            let item = outcome.events[0].item
            #expect(item.templateCategory == "Updates")
            #expect(item.categoryId != nil)
            #expect(item.channelId == "inbox")
            #expect(item.templateVersion == 1)
            #expect(item.variables == ["eta": "18:00"])
            #expect(item.label == nil)
            #expect(try await store.feedItem(item.id, receiver: "ana") == item)
            #expect(try await store.user("new")?.createdAt == clock.wallSeconds)
        }
    }

    @Test("content for a channel that is not there is refused", arguments: StoreDriver.allCases)
    func noChannel(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let template = try #require(await store.template("parcel"))
            for content in [
                ChannelContent(channelType: "push", content: [:]),
                ChannelContent(channelType: "in_app", channelId: "none", content: [:]),
            ] {
                let draft = FeedItemDraft(receiver: "zoe", variables: [:], content: [:])
                let send = FeedSend(template: template, channel: content, drafts: [draft])
                let error = await #expect(throws: HeraldError.self) { try await store.send(send) }
                #expect(error?.code == .invalidArgument)
            }
            #expect(try await store.user("zoe") == nil)
        }
    }

    @Test("a client that was away gets its own events in order", arguments: StoreDriver.allCases)
    func catchUp(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let start = try await store.realtimeState(for: "ana")
            #expect(start.offset == 0)
            #expect(!start.epoch.isEmpty)
            var sent: [FeedEvent] = []
            for _ in 0..<5 { sent += try await store.sendSample("parcel", to: ["ben", "ana"]).events }
            let own = sent.filter { $0.receiver == "ana" }
            var (received, offset) = ([FeedEvent](), start.offset)
            while case .events(let events, let upTo, let hasMore) = try await store.events(
                for: "ana",
                after: offset,
                limit: 2
            ) {
                received += events
                offset = upTo
                if !hasMore { break }
            }
            #expect(received.map(\.offset) == own.map(\.offset))
            #expect(received.map(\.item) == own.map(\.item))
            #expect(offset == sent.last?.offset)
            #expect(try await store.realtimeState(for: "ana").offset == offset)
            #expect(try await store.realtimeState(for: "ana").unread.count == 5)
        }
    }

    @Test(
        "an offset that was never given out is a gap",
        arguments: StoreDriver.allCases,
        [-1, 3, Int64.max, Int64.min]
    )
    func gap(driver: StoreDriver, offset: Int64) async throws {
        try await driver.withStore { store, _ in
            try await store.sendSample("parcel", to: ["ana", "ben"])
            #expect(try await store.events(for: "ana", after: offset, limit: 10) == .gap(latest: 2))
        }
    }

    @Test("events of items that are gone are left out", arguments: StoreDriver.allCases)
    func hidden(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let first = try await store.sendSample("parcel", to: ["ana"]).events[0].item
            let second = try await store.sendSample("linen", to: ["ana"]).events[0].item
            _ = try await store.deleteFeedItem(first.id)
            guard
                case .events(let events, let upTo, let hasMore) = try await store.events(
                    for: "ana",
                    after: 0,
                    limit: 10
                )
            else {
                Issue.record("a gap")
                return
            }
            #expect(events.map(\.item.id) == [second.id])
            #expect(upTo == 2)
            #expect(!hasMore)
        }
    }

    @Test("writers at the same time lose nothing and offsets are unique", arguments: StoreDriver.allCases)
    func concurrent(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let offsets = try await withThrowingTaskGroup(of: [Int64].self) { group in
                for writer in 0..<20 {
                    group.addTask {
                        var offsets: [Int64] = []
                        for _ in 0..<5 {
                            let outcome = try await store.sendSample("parcel", to: ["ana", "user-\(writer)"])
                            offsets += outcome.events.map(\.offset)
                        }
                        return offsets
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(Set(offsets).count == 200)
            #expect(offsets.max() == 200)
            #expect(try await store.allItems(FeedQuery(receiver: "ana")).count == 100)
            #expect(try await store.unreadCount(receiver: "ana", category: nil).count == 100)
            #expect(try await store.allItems(FeedQuery(receiver: nil)).count == 200)
        }
    }
}
