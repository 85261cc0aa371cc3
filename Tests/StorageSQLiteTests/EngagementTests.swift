import Storage
import Testing
import Values

@Suite("Engagements")
struct EngagementTests {
    private func open(_ store: any CampaignStore) async throws -> Engagement {
        try await store.createEngagement(
            EngagementDraft(channel: "chat", campaignId: "linen", user: "ana", agent: "mila")
        )
    }

    private func message(_ text: String, token: String? = nil) -> ChatMessageDraft {
        ChatMessageDraft(author: ChatAuthor(kind: .user, name: "Ana"), text: text, token: token)
    }

    @Test("messages count from one without gaps, also from many tasks", arguments: StoreDriver.allCases)
    func sequence(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let engagement = try await open(store)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<30 {
                    group.addTask { _ = try await store.appendMessage(message("m\(number)"), to: engagement.id) }
                }
                try await group.waitForAll()
            }
            let all = try await store.messages(of: engagement.id, after: 0, limit: 100)
            #expect(all.map(\.sequence) == Array(1...30))
            #expect(try await store.messages(of: engagement.id, after: 28, limit: 100) == Array(all.suffix(2)))
            #expect(try await store.messages(of: engagement.id, after: 0, limit: 3).count == 3)
            #expect(try await store.engagement(engagement.id)?.sequence == 30)
        }
    }

    @Test("a token names one message of its engagement", arguments: StoreDriver.allCases)
    func token(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let (first, second) = (try await open(store), try await open(store))
            let stored = try await store.appendMessage(message("hello", token: "t1"), to: first.id)
            let again = try await store.appendMessage(message("other text", token: "t1"), to: first.id)
            #expect(stored.isNew)
            #expect(!again.isNew)
            #expect(again.message == stored.message)
            #expect(try await store.appendMessage(message("hello", token: "t1"), to: second.id).isNew)
            _ = try await store.endEngagement(first.id, reason: "finished")
            #expect(
                try await store.appendMessage(message("hello", token: "t1"), to: first.id).message == stored.message
            )
            let error = await #expect(throws: HeraldError.self) {
                try await store.appendMessage(message("late", token: "t2"), to: first.id)
            }
            #expect(error?.code == .invalidState)
        }
    }

    @Test("an engagement ends once", arguments: StoreDriver.allCases)
    func end(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            let engagement = try await open(store)
            #expect(engagement.status == .active)
            let ended = try #require(await store.endEngagement(engagement.id, reason: "finished"))
            clock.advance(by: .seconds(9))
            let again = try #require(await store.endEngagement(engagement.id, reason: "remote"))
            #expect((ended.isNew, again.isNew) == (true, false))
            #expect(again.engagement == ended.engagement)
            #expect(again.engagement.endReason == "finished")
            #expect(try await store.endEngagement("eng-none", reason: "remote") == nil)
        }
    }

    @Test("the read position moves forward only, up to the last message", arguments: StoreDriver.allCases)
    func read(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let engagement = try await open(store)
            for text in ["a", "b", "c"] { _ = try await store.appendMessage(message(text), to: engagement.id) }
            #expect(try await store.markMessagesRead(in: engagement.id, upTo: 2) == 2)
            #expect(try await store.markMessagesRead(in: engagement.id, upTo: 1) == 2)
            #expect(try await store.markMessagesRead(in: engagement.id, upTo: 99) == 3)
            #expect(try await store.markMessagesRead(in: "eng-none", upTo: 1) == nil)
        }
    }

    @Test("unknown engagements are named, unknown visitors are made", arguments: StoreDriver.allCases)
    func unknown(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let error = await #expect(throws: HeraldError.self) {
                try await store.appendMessage(message("x"), to: "eng-none")
            }
            #expect(error?.code == .notFound)
            #expect(try await store.engagement("eng-none") == nil)
            #expect(try await store.messages(of: "eng-none", after: 0, limit: 10).isEmpty)
            let draft = EngagementDraft(channel: "chat", campaignId: nil, entryId: "e1", user: "walk-in", agent: nil)
            let engagement = try await store.createEngagement(draft)
            #expect(engagement.entryId == "e1")
            #expect(try await store.user("walk-in") != nil)
        }
    }
}
