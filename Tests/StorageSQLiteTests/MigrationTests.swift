import CSQLite
import Foundation
import Storage
import Testing
import Values

@testable import StorageSQLite

/// Databases of earlier versions, as their programs left them.
@Suite("Migrations")
struct MigrationTests {
    /// What a program of each earlier version stored: a user, an item that was read, one that was not, and a key.
    private static let contents: [Int: [String]] = [
        1: first, 2: first + SchemaStep2.statements,
        3: first + SchemaStep2.statements + SchemaStep3.statements,
        4: first + SchemaStep2.statements + SchemaStep3.statements + SchemaStep4.statements,
        5: first + SchemaStep2.statements + SchemaStep3.statements + SchemaStep4.statements + SchemaStep5.statements,
    ]

    private static let first: [String] =
        SchemaStep1.statements + [
            "INSERT INTO meta VALUES ('epoch', 'epoch-old')",
            "INSERT INTO access_keys VALUES ('key-1', 'admin', 'd1', 'old', 5, NULL)",
            "INSERT INTO users VALUES ('ana', 'Ana', 2, 5, 5)",
            item("i1", readAt: "7"), item("i2", readAt: "NULL"),
            "INSERT INTO feed_events (receiver, action, item_id, created_at) VALUES ('ana', 'sent', 'i2', 6)",
        ]

    private static func item(_ id: String, readAt: String) -> String {
        """
        INSERT INTO feed_items VALUES ('\(id)', 'ntf-1', NULL, 'ana', 'parcel', 1, 'in_app', 'inbox', 'Updates', NULL, NULL,
            '["a"]', NULL, 'ui_template', '{}', '{}', 1, 6, 6, NULL, \(readAt), NULL, NULL, NULL, '{"version":"1.0"}')
        """
    }

    @Test("there is a case for every version but the present one")
    func complete() {
        #expect(Self.contents.keys.sorted().map(Int64.init) == Array(1..<Schema.version))
    }

    @Test("a database of an earlier version keeps what it holds", arguments: contents.keys.sorted())
    func migrates(version: Int) async throws {
        let folder = NSTemporaryDirectory() + "herald-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/herald.db"
        var handle: OpaquePointer?
        #expect(sqlite3_open(path, &handle) == SQLITE_OK)
        let marks = ["PRAGMA application_id = \(Schema.applicationID)", "PRAGMA user_version = \(version)"]
        for statement in (Self.contents[version] ?? []) + marks {
            #expect(sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK, "\(statement)")
        }
        #expect(sqlite3_close(handle) == SQLITE_OK)

        // Twice: the second time there is nothing to do.
        for _ in 0..<2 {
            let store = try await SQLiteCampaignStore.open(
                path: path,
                clock: ManualClock(),
                random: SystemRandomSource()
            )
            #expect(try await store.meta(.epoch) == "epoch-old")
            #expect(try await store.key(digest: "d1")?.rights == AccessKey.Right.all)
            #expect(try await store.user("ana")?.name == "Ana")
            let items = try await store.allItems(FeedQuery(receiver: "ana"))
            #expect(items.map(\.id) == ["i2", "i1"])
            #expect(items.map(\.readAt) == [nil, 7])
            #expect(items.map(\.seenAt) == [nil, 7])
            #expect(items[0].content == ["version": "1.0"])
            #expect(try await store.unreadCount(receiver: "ana", category: "Updates").count == 1)
            #expect(try await store.unreadCount(receiver: "ana", category: nil).count == 1)
            guard case .events(let events, 1, false) = try await store.events(for: "ana", after: 0, limit: 10) else {
                Issue.record("no events")
                return
            }
            #expect(events.map(\.item.id) == ["i2"])
            #expect(try await store.standing(of: "ana")?.tokenGeneration == 0)
            #expect(try await store.pushes(PushQuery(receiver: "ana")).items == [])
            // What the new tables point to is there.
            #expect(try await store.purgePushes(sentBefore: .max, limit: 10) == 0)
            await store.close()
        }
    }
}
