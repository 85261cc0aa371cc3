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
                defer { Task { await damaged.close() } }
                _ = try await damaged.allItems(FeedQuery(receiver: "ana"))
                _ = try await damaged.sendSample("parcel", to: ["ana"])
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
