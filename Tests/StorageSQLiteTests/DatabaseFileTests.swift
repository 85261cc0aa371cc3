import Foundation
import Storage
import StorageSQLite
import Testing
import Values

@Suite("Database files")
struct DatabaseFileTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "herald-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func open(_ path: String?) async throws -> SQLiteCampaignStore {
        try await SQLiteCampaignStore.open(path: path, clock: ManualClock(), random: SystemRandomSource())
    }

    /// What opening the path is refused with.
    private func refusal(_ path: String) async throws -> HeraldError {
        let error = await #expect(throws: HeraldError.self) { try await open(path) }
        return try #require(error)
    }

    @Test("what was acknowledged is there after opening again")
    func durable() async throws {
        try await withFolder { folder in
            let path = "\(folder)/herald.db"
            let store = try await open(path)
            _ = try await store.apply(.sample)
            let event = try await store.sendSample("parcel", to: ["ana"]).events[0]
            _ = try await store.markRead(event.item.id, receiver: "ana")
            let state = try await store.realtimeState(for: "ana")
            await store.close()

            let again = try await open(path)
            #expect(try await again.realtimeState(for: "ana") == state)
            #expect(try await again.feedItem(event.item.id, receiver: "ana")?.readAt != nil)
            await again.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        }
    }

    @Test("an acknowledged write is in the file before the store is closed")
    func acknowledged() async throws {
        try await withFolder { folder in
            let store = try await open("\(folder)/herald.db")
            _ = try await store.ensureUser("ana", name: "Ana")
            // What a crash would leave: the files as they are now.
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(
                    atPath: "\(folder)/herald.db\(suffix)",
                    toPath: "\(folder)/copy.db\(suffix)"
                )
            }
            let copy = try await open("\(folder)/copy.db")
            #expect(try await copy.user("ana")?.name == "Ana")
            await copy.close()
            await store.close()
        }
    }

    @Test("two databases have two epochs, and only their user may read them")
    func epoch() async throws {
        try await withFolder { folder in
            let first = try await open("\(folder)/a.db")
            let second = try await open("\(folder)/b.db")
            #expect(try await first.meta(.epoch) != nil)
            let other = try await second.meta(.epoch)
            #expect(try await first.meta(.epoch) != other)
            let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/a.db")[.posixPermissions] as? Int
            #expect(mode == 0o600)
            await first.close()
            await second.close()
        }
    }

    @Test("two stores on one file see each other's writes")
    func shared() async throws {
        try await withFolder { folder in
            let first = try await open("\(folder)/herald.db")
            let second = try await open("\(folder)/herald.db")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        _ = try await (number % 2 == 0 ? first : second).ensureUser("u\(number)", name: nil)
                    }
                }
                try await group.waitForAll()
            }
            for number in 0..<20 {
                #expect(try await first.user("u\(number)") != nil)
                #expect(try await second.user("u\(number)") != nil)
            }
            await first.close()
            await second.close()
        }
    }

    @Test("closing is safe to repeat, and nothing runs after it")
    func close() async throws {
        let store = try await open(nil)
        await store.close()
        await store.close()
        let error = await #expect(throws: HeraldError.self) { try await store.user("ana") }
        #expect(error?.code == .invalidState)
        let written = await #expect(throws: HeraldError.self) { try await store.ensureUser("ana", name: nil) }
        #expect(written?.code == .invalidState)
    }

    @Test("writes that began before the end are done")
    func orderlyClose() async throws {
        try await withFolder { folder in
            let store = try await open("\(folder)/herald.db")
            let stored = await withTaskGroup(of: String?.self) { group in
                for number in 0..<50 {
                    group.addTask { (try? await store.ensureUser("u\(number)", name: nil))?.id }
                }
                group.addTask {
                    await store.close()
                    return nil
                }
                return await group.reduce(into: [String]()) { if let id = $1 { $0.append(id) } }
            }
            let again = try await open("\(folder)/herald.db")
            for id in stored { #expect(try await again.user(id) != nil) }
            await again.close()
        }
    }

    @Test("a cancelled task gets its cancellation")
    func cancelled() async throws {
        let store = try await open(nil)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await store.ensureUser("ana", name: nil)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await store.user("ana") == nil)
        await store.close()
    }

    @Test("a file that is no database is refused and left alone")
    func noDatabase() async throws {
        try await withFolder { folder in
            let path = "\(folder)/notes.txt"
            let text = String(repeating: "These are notes, not a database.\n", count: 100)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let error = try await refusal(path)
            #expect(error.code == .badDatabase)
            #expect(error.message.contains(path))
            #expect(error.hint != nil)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
    }

    @Test(
        "folders and paths that cannot be used are refused",
        arguments: ["", "/missing/herald.db", "/folder", "\0", ":memory:"]
    )
    func unusable(suffix: String) async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: true)
            let error = try await refusal(suffix.hasPrefix("/") ? folder + suffix : suffix)
            #expect(error.code == .badDatabase)
            #expect(error.hint != nil)
        }
    }

    @Test("a folder that cannot be written is refused", .enabled(if: getuid() != 0, "root may write anywhere"))
    func unwritable() async throws {
        try await withFolder { folder in
            try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
            let error = try await refusal("\(folder)/herald.db")
            #expect(error.code == .badDatabase)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
        }
    }

    @Test("a throw-away database has no name once it is open, so nothing is left however the process ends")
    func temporary() async throws {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        let store = try await open(nil)
        #expect(store.path.hasPrefix(parent))
        let folder = (store.path as NSString).deletingLastPathComponent
        #expect(!FileManager.default.fileExists(atPath: folder))

        // Enough for several checkpoints, while both readers look.
        let text = String(repeating: "x", count: 4000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<3000 {
                group.addTask {
                    _ = try await store.ensureUser("u\(number)", name: "\(number) \(text)")
                    #expect(try await store.user("u\(number)")?.name == "\(number) \(text)")
                }
            }
            try await group.waitForAll()
        }
        for number in 0..<3000 { #expect(try await store.user("u\(number)") != nil) }
        #expect(!FileManager.default.fileExists(atPath: folder))
        await store.close()
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("throw-away databases are apart from each other")
    func temporaries() async throws {
        let first = try await open(nil)
        let second = try await open(nil)
        _ = try await first.ensureUser("ana", name: nil)
        #expect(try await second.user("ana") == nil)
        await first.close()
        _ = try await second.ensureUser("ben", name: nil)
        #expect(try await second.user("ben") != nil)
        await second.close()
    }
}
