import Foundation
import Storage
import Testing
import Values

@Suite("Removal and copies")
struct RemovalTests {
    private static let chat = EngagementDraft(
        channel: "chat",
        campaignId: "linen",
        entryId: nil,
        user: "ana",
        agent: nil
    )

    @Test("erasing a user leaves others as they are, and old tokens bad", arguments: StoreDriver.allCases)
    func erases(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let sent = try await store.sendSample("parcel", to: ["ana", "ben"])
            _ = try await store.recordEngagement(sent.events[0].item.id, topic: "clicked", receiver: "ana")
            let engagement = try await store.createEngagement(Self.chat)
            let message = ChatMessageDraft(author: ChatAuthor(kind: .user, name: "Ana"), text: "hi", token: nil)
            _ = try await store.appendMessage(message, to: engagement.id)
            #expect(try await store.engagements(of: "ana").map(\.id) == [engagement.id])
            #expect(try await store.engagementTopics(of: "ana").map(\.topic) == ["clicked"])
            let generation = try await store.standing(of: "ana")?.tokenGeneration
            #expect(try await store.eraseUser("ana"))
            #expect(try await !store.eraseUser("ana"))
            #expect(try await store.user("ana") == nil)
            #expect(try await store.allItems(FeedQuery(receiver: nil)).map(\.receiver) == ["ben"])
            #expect(try await store.engagement(engagement.id) == nil)
            #expect(try await store.messages(of: engagement.id, after: 0, limit: 10) == [])
            _ = try await store.ensureUser("ana", name: nil)
            #expect(try await store.standing(of: "ana")?.tokenGeneration != generation)
            #expect(try await store.unreadCount(receiver: "ana", category: nil).count == 0)
            try await store.sendSample("parcel", to: ["ana"])
            #expect(try await store.allItems(FeedQuery(receiver: "ana")).count == 1)
        }
    }

    @Test("no generation of tokens comes twice, within a second or after revoking", arguments: StoreDriver.allCases)
    func generations(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            var seen: Set<Int64> = []
            for _ in 0..<5 {
                _ = try await store.ensureUser("ana", name: "Ana")
                seen.insert(try #require(await store.standing(of: "ana")?.tokenGeneration))
                for _ in 0..<3 { seen.insert(try #require(await store.revokeTokens(of: "ana"))) }
                #expect(try await store.eraseUser("ana"))
            }
            #expect(seen.count == 20)
        }
    }

    @Test("a purge takes the oldest and stops at its limit", arguments: StoreDriver.allCases)
    func purges(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            let first = clock.wallSeconds
            for _ in 0..<5 {
                try await store.sendSample("parcel", to: ["ana"])
                clock.advance(by: .seconds(10))
            }
            let version = try await store.unreadCount(receiver: "ana", category: nil).version
            #expect(try await store.purgeFeed(sentBefore: first, limit: 10) == 0)
            #expect(try await store.purgeFeed(sentBefore: first + 30, limit: 2) == 2)
            #expect(try await store.purgeFeed(sentBefore: first + 30, limit: 2) == 1)
            #expect(try await store.allItems(FeedQuery(receiver: "ana")).map(\.sentAt) == [first + 40, first + 30])
            let unread = try await store.unreadCount(receiver: "ana", category: nil)
            #expect(unread.count == 2 && unread.version > version)
        }
    }

    @Test("a copy holds what there was, and is this user's alone", arguments: StoreDriver.allCases)
    func copies(driver: StoreDriver) async throws {
        let folder = NSTemporaryDirectory() + "herald-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try await driver.open(path: "\(folder)/herald.db")
        _ = try await store.apply(.sample)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await store.sendSample("parcel", to: ["ana", "ben"]) } }
            group.addTask { try await store.backup(to: "\(folder)/copy.db") }
            try await group.waitForAll()
        }
        let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/copy.db")[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let copy = try await driver.open(path: "\(folder)/copy.db")
        // A send is whole or not there.
        let (ana, ben) = (FeedQuery(receiver: "ana"), FeedQuery(receiver: "ben"))
        #expect(try await copy.allItems(ana).count == copy.allItems(ben).count)
        #expect(try await copy.meta(.epoch) == store.meta(.epoch))
        await copy.close()
        let again = await #expect(throws: HeraldError.self) { try await store.backup(to: "\(folder)/copy.db") }
        #expect(again?.code == .io)
        await store.close()
    }
}
