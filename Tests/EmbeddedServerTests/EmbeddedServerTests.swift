import EmbeddedServer
import Glibc
import TestSupport
import Testing
import Values

struct EmbeddedServerTests {
    @Test func startsWithNothing() async throws {
        let server = try await EmbeddedServer.start(EmbeddedServer.Configuration())
        #expect(server.url.hasPrefix("http://127.0.0.1:"))
        #expect(server.embedKey.hasPrefix("hek_"))
        #expect(server.adminKey.hasPrefix("hak_"))
        #expect(try await server.mintToken(user: "ana").hasPrefix("hut_"))
        await server.shutDown()
        await server.shutDown()
    }

    @Test func runsSeveralAtOnce() async throws {
        let first = try await EmbeddedServer.start(EmbeddedServer.Configuration())
        let second = try await EmbeddedServer.start(EmbeddedServer.Configuration())
        #expect(first.url != second.url)
        #expect(first.adminKey != second.adminKey)
        await first.shutDown()
        await second.shutDown()
    }

    @Test func keepsTheEmbedKeyWithTheDatabase() async throws {
        let folder = try TemporaryDirectory()
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path
        var configuration = EmbeddedServer.Configuration()
        configuration.database = "\(path)/herald.db"
        var keys: [(embed: String, admin: String)] = []
        for _ in 0..<2 {
            let server = try await EmbeddedServer.start(configuration)
            keys.append((server.embedKey, server.adminKey))
            await server.shutDown()
        }
        #expect(keys[0].embed == keys[1].embed && keys[0].embed.hasPrefix("hek_"))
        #expect(keys[0].admin != keys[1].admin)
        remove("\(path)/herald.db")
        #expect(rmdir(path) == 0, "something else was left")
    }

    @Test func refusesASecondServerOnADatabase() async throws {
        let folder = try TemporaryDirectory()
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path
        var configuration = EmbeddedServer.Configuration()
        configuration.database = "\(path)/herald.db"
        let first = try await EmbeddedServer.start(configuration)
        symlink("\(path)/herald.db", "\(path)/link.db")
        for name in ["herald.db", "./herald.db", "link.db"] {
            configuration.database = "\(path)/\(name)"
            let error = await #expect(throws: HeraldError.self) { _ = try await EmbeddedServer.start(configuration) }
            #expect(error?.code == .badDatabase)
            #expect(error?.message == "another server is running on the database \(path)/\(name)")
            #expect(error?.hint?.contains("stop that server") == true)
        }
        // The refusals took nothing from the one that runs.
        #expect(try await first.mintToken(user: "ana").hasPrefix("hut_"))
        await first.shutDown()
        let second = try await EmbeddedServer.start(configuration)
        await second.shutDown()
        remove("\(path)/link.db")
        remove("\(path)/herald.db")
        #expect(rmdir(path) == 0, "something else was left")
    }

    @Test func namesAPortInUse() async throws {
        let first = try await EmbeddedServer.start(EmbeddedServer.Configuration())
        var configuration = EmbeddedServer.Configuration()
        configuration.port = UInt16(first.url.split(separator: ":").last ?? "") ?? 0
        let error = await #expect(throws: HeraldError.self) { _ = try await EmbeddedServer.start(configuration) }
        #expect(error?.code == .portInUse)
        #expect(error?.message.contains("127.0.0.1:\(configuration.port)") == true)
        #expect(error?.hint?.isEmpty == false)
        await first.shutDown()
        // The port is free again at once.
        let second = try await EmbeddedServer.start(configuration)
        await second.shutDown()
    }

    @Test func refusesWhatIsNoDatabase() async throws {
        let folder = try TemporaryDirectory()
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path
        try TextFile.write(Array(repeating: 0x61, count: 10_000), to: "\(path)/file.db", mode: 0o600)
        for name in ["file.db", "", "missing/file.db"] {
            var configuration = EmbeddedServer.Configuration()
            configuration.database = "\(path)/\(name)"
            let error = await #expect(throws: HeraldError.self) { _ = try await EmbeddedServer.start(configuration) }
            #expect(error?.code == .badDatabase, "\(name)")
        }
        remove("\(path)/file.db")
        remove(path)
    }

    @Test(arguments: ["127.0.0.1.5", "example.org", ""])
    func refusesAnAddressThatIsNone(_ host: String) async throws {
        var configuration = EmbeddedServer.Configuration()
        configuration.host = host
        let error = await #expect(throws: HeraldError.self) { _ = try await EmbeddedServer.start(configuration) }
        #expect(error?.code == .invalidArgument)
    }

    @Test func listensOnTheOtherLoopback() async throws {
        var configuration = EmbeddedServer.Configuration()
        configuration.host = "::1"
        // A machine without IPv6 has no such address.
        guard let server = try? await EmbeddedServer.start(configuration) else { return }
        #expect(server.url.hasPrefix("http://[::1]:"))
        await server.shutDown()
    }

    @Test func appliesAFolderOnceAndAgain() async throws {
        let folder = try TemporaryDirectory()
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path
        try TextFile.makeDirectories("\(path)/campaigns")
        let text = #"{"herald": 1, "users": [{"id": "ana", "name": "Ana"}], "categories": [{"name": "News"}]}"#
        try TextFile.write(Array(text.utf8), to: "\(path)/campaigns/all.json", mode: 0o600)
        let server = try await EmbeddedServer.start(EmbeddedServer.Configuration())
        let first = try await server.apply(campaigns: "\(path)/campaigns")
        #expect(first["created"] == 2)
        let second = try await server.apply(campaigns: "\(path)/campaigns")
        #expect(second["created"] == 0)
        #expect(second["unchanged"] == 2)
        let error = await #expect(throws: HeraldError.self) { try await server.apply(campaigns: "\(path)/none") }
        #expect(error?.code == .badAuthoring)
        await server.shutDown()

        var configuration = EmbeddedServer.Configuration()
        configuration.campaigns = "\(path)/none"
        let refused = await #expect(throws: HeraldError.self) { _ = try await EmbeddedServer.start(configuration) }
        #expect(refused?.code == .badAuthoring)
        remove("\(path)/campaigns/all.json")
        remove("\(path)/campaigns")
        remove(path)
    }

    @Test(arguments: ["", " ana", "a\u{0}b", String(repeating: "x", count: 300)])
    func mintsNoTokenForABadUser(_ user: String) async throws {
        let server = try await EmbeddedServer.start(EmbeddedServer.Configuration())
        let error = await #expect(throws: HeraldError.self) { _ = try await server.mintToken(user: user) }
        #expect(error?.code == .invalidArgument)
        await server.shutDown()
    }
}
