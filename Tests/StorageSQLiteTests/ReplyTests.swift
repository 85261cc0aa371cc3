import Storage
import Testing
import Values

@Suite("Calls that come several times")
struct ReplyTests {
    private func recording(_ key: String, scope: String = "admin", of print: String = "p") -> ReplyRecording<Category> {
        ReplyRecording(key: ReplyKey(scope: scope, key: key, fingerprint: print)) { category in
            StoredReply(status: 201, body: category.id)
        }
    }

    @Test("one key has one effect, whoever comes first", arguments: StoreDriver.allCases)
    func parallel(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let recording = recording("k")
            let bodies = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        let draft = CategoryDraft(name: "New", text: nil)
                        switch try await store.createCategory(draft, recording: recording) {
                        case .new(let category): return category.id
                        case .replayed(let reply): return reply.body
                        }
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(bodies.count == 1)
            #expect(try await store.categories(CategoryQuery()).items.count == 3)
        }
    }

    @Test("another call, another scope and another day", arguments: StoreDriver.allCases)
    func bounds(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            func create(_ name: String, _ recording: ReplyRecording<Category>) async throws -> Bool {
                if case .new = try await store.createCategory(
                    CategoryDraft(name: name, text: nil),
                    recording: recording
                ) {
                    return true
                }
                return false
            }
            #expect(try await create("A", recording("k")))
            let error = await #expect(throws: HeraldError.self) { try await create("B", recording("k", of: "other")) }
            #expect(error?.code == .conflict)
            #expect(try await create("C", recording("k", scope: "user:ana")))
            // What is refused leaves nothing behind.
            await #expect(throws: HeraldError.self) { try await create("A", recording("k2")) }
            #expect(try await create("D", recording("k2")))
            clock.advance(by: .seconds(ReplyKey.keptSeconds - 1))
            #expect(try await !create("A", recording("k")))
            clock.advance(by: .seconds(1))
            #expect(try await create("E", recording("k")))
            let names = try await store.categories(CategoryQuery()).items.map(\.name)
            #expect(Set(names) == ["Updates", "Offers", "A", "C", "D", "E"])
        }
    }
}
