import CSQLite
import Foundation
import Storage
import Testing
import Values

@testable import StorageSQLite

/// Databases that were changed behind the store's back, through SQLite itself.
@Suite("Foreign, newer and damaged databases")
struct DamagedDatabaseTests {
    private func withDatabase(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "herald-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body("\(folder)/herald.db")
    }

    private func open(_ path: String) async throws -> SQLiteCampaignStore {
        try await SQLiteCampaignStore.open(path: path, clock: ManualClock(), random: SystemRandomSource())
    }

    private func execute(_ sql: String, on path: String) {
        var handle: OpaquePointer?
        #expect(sqlite3_open(path, &handle) == SQLITE_OK)
        #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
        #expect(sqlite3_close(handle) == SQLITE_OK)
    }

    @Test(
        "a newer version and other programs' databases are refused",
        arguments: ["PRAGMA user_version = 999", "PRAGMA application_id = 7"]
    )
    func refused(change: String) async throws {
        try await withDatabase { path in
            await (try await open(path)).close()
            execute(change, on: path)
            let error = await #expect(throws: HeraldError.self) { try await open(path) }
            #expect(error?.code == .badDatabase)
            #expect(error?.hint != nil)
        }
    }

    @Test("a database that somebody else filled is refused")
    func foreign() async throws {
        try await withDatabase { path in
            execute("CREATE TABLE recipes (name TEXT)", on: path)
            let error = await #expect(throws: HeraldError.self) { try await open(path) }
            #expect(error?.code == .badDatabase)
        }
    }

    @Test("events that were trimmed are a gap, later ones are not")
    func trimmed() async throws {
        try await withDatabase { path in
            let store = try await open(path)
            _ = try await store.apply(.sample)
            for _ in 0..<5 { try await store.sendSample("parcel", to: ["ana"]) }
            try await store.write { try $0.run("DELETE FROM feed_events WHERE offset <= 3") }
            #expect(try await store.events(for: "ana", after: 2, limit: 10) == .gap(latest: 5))
            guard case .events(let events, 5, false) = try await store.events(for: "ana", after: 3, limit: 10) else {
                Issue.record("no events")
                return
            }
            #expect(events.map(\.offset) == [4, 5])
            try await store.write { try $0.run("DELETE FROM feed_events") }
            #expect(try await store.events(for: "ana", after: 4, limit: 10) == .gap(latest: 5))
            #expect(try await store.events(for: "ana", after: 5, limit: 10) == .events([], upTo: 5, hasMore: false))
            #expect(try await store.sendSample("parcel", to: ["ana"]).events[0].offset == 6)
            await store.close()
        }
    }

    @Test("a row that somebody else changed is reported", arguments: ["content = '{'", "tags = 'x'", "variables = ''"])
    func tampered(change: String) async throws {
        try await withDatabase { path in
            let store = try await open(path)
            _ = try await store.apply(.sample)
            let item = try await store.sendSample("parcel", to: ["ana"]).events[0].item
            try await store.write { try $0.run("UPDATE feed_items SET \(change)") }
            let error = await #expect(throws: HeraldError.self) { try await store.feedItem(item.id, receiver: "ana") }
            #expect(error?.code == .badDatabase)
            await store.close()
        }
    }

    @Test(
        "a list leaves a bad row out, says so and goes on",
        arguments: ["content = '{'", "tags = 'x'", "variables = ''"]
    )
    func listed(change: String) async throws {
        try await withDatabase { path in
            let clock = ManualClock()
            let logged = Lock<[String]>([])
            let store = try await SQLiteCampaignStore.open(
                path: path,
                clock: clock,
                random: SystemRandomSource(),
                log: { _, message in logged.withLock { $0.append(message) } }
            )
            _ = try await store.apply(.sample)
            var ids: [String] = []
            for _ in 0..<5 {
                ids.append(try await store.sendSample("parcel", to: ["ana"]).events[0].item.id)
                clock.advance(by: .seconds(1))
            }
            // The last row of the first page, and one in the middle of a page.
            let bad = [ids[3], ids[1]]
            for id in bad {
                try await store.write { try $0.run("UPDATE feed_items SET \(change) WHERE id = ?", [.text(id)]) }
            }
            let query = FeedQuery(receiver: "ana", page: PageRequest(limit: 2, sort: .sentAt))
            #expect(try await store.allItems(query).map(\.id) == [ids[4], ids[2], ids[0]])
            guard case .events(let events, 5, false) = try await store.events(for: "ana", after: 0, limit: 10) else {
                Issue.record("no events")
                return
            }
            #expect(events.map(\.item.id) == [ids[0], ids[2], ids[4]])
            #expect(logged.withLock { $0.count } == 3)
            await store.close()
        }
    }

    @Test(
        "times that nobody writes are no trouble",
        arguments: ["deleted_at", "expires_at", "sent_at", "read_at"],
        [Int64.max, Int64.min]
    )
    func times(column: String, time: Int64) async throws {
        try await withDatabase { path in
            let store = try await open(path)
            _ = try await store.apply(.sample)
            let id = try await store.sendSample("parcel", to: ["ana"]).events[0].item.id
            try await store.write { try $0.run("UPDATE feed_items SET \(column) = ?", [.int(time)]) }
            _ = try await store.markRead(id, receiver: "ana")
            _ = try await store.recordEngagement(id, topic: "clicked", receiver: "ana")
            _ = try await store.feed(FeedQuery(receiver: "ana"))
            _ = try await store.purgeFeed(sentBefore: 0, limit: 10)
            #expect(try await store.unreadCount(receiver: "ana", category: nil).count >= 0)
            await store.close()
        }
    }

    @Test("damage is reported, not fatal")
    func damaged() async throws {
        try await withDatabase { path in
            let store = try await open(path)
            _ = try await store.apply(.sample)
            for _ in 0..<200 { try await store.sendSample("parcel", to: ["ana"]) }
            await store.close()
            var bytes = try Data(contentsOf: URL(filePath: path))
            #expect(bytes.count > 100_000)
            for place in 8192..<bytes.count { bytes[place] = 0x5A }
            try bytes.write(to: URL(filePath: path))
            let error = await #expect(throws: HeraldError.self) {
                let damaged = try await open(path)
                let outcome = await Result { try await damaged.allItems(FeedQuery(receiver: "ana")) }
                await damaged.close()
                _ = try outcome.get()
            }
            #expect(error?.code == .badDatabase)
        }
    }

    @Test("a full disk fails the writes that need space and no others")
    func full() async throws {
        try await withDatabase { path in
            let store = try await open(path)
            _ = try await store.apply(.sample)
            // No page more than there are: SQLite then reports a full disk.
            try await store.write { try $0.run("PRAGMA max_page_count = 1") }
            let long = String(repeating: "x", count: 1 << 20)
            let error = await #expect(throws: HeraldError.self) { try await store.ensureUser("ben", name: long) }
            #expect(error?.code == .io)
            let results = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    let name = number % 2 == 0 ? long : nil
                    group.addTask { (try? await store.ensureUser("u\(number)", name: name)) != nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(results == 10)
            #expect(try await store.user("ana") != nil)
            await store.close()
        }
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
