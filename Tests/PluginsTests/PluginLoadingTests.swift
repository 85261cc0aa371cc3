import TestSupport
import Testing
import Values

@testable import Plugins

@Suite("Loading a native plugin")
struct PluginLoadingTests {
    /// A build of the C plugin that is refused, and what the refusal says.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let macros: [String]
        let says: String
        var testDescription: String { macros.joined(separator: " ") }

        init(_ macros: String..., says: String) {
            self.macros = macros
            self.says = says
        }
    }

    @Test(
        "is refused with the reason",
        arguments: [
            Refusal("MAJOR=2", says: "needs version 2.0 of the plugin contract, and this host has 1.0"),
            Refusal("MINOR=1", says: "needs version 1.1 of the plugin contract, and this host has 1.0"),
            Refusal("MAJOR=0", says: "needs version 0.0"),
            Refusal("MAGIC=7", says: "no Herald entry behind herald_plugin_fixture"),
            Refusal("SIZE=16", says: "the entry of fixture has 16 bytes, and needs 48"),
            Refusal("ID=\"other\"", says: "the id of fixture is \"fixture\" in plugin.json and \"other\""),
            Refusal("ID=NULL", says: "and \"\" in libfixture.so"),
            Refusal("VERSION=\"1.0.1\"", says: "the version of fixture is \"1.0.0\" in plugin.json and \"1.0.1\""),
            Refusal("NO_CREATE", says: "no create function"),
            Refusal("NO_EXPORT", says: "does not export herald_plugin_fixture"),
            Refusal("NULL_ENTRY", says: "returned nothing"),
            Refusal("NO_FIND", says: "no find function"),
            Refusal("NO_ACTION", says: "provides the action test and has no herald.action/1"),
            Refusal("SHORT_TABLE", says: "provides the action test and has no herald.action/1"),
            Refusal("CREATE_FAILS", says: "did not create: not today"),
            Refusal("START_FAILS", says: "did not start: no licence"),
            Refusal("START_PENDING", says: "answered start with pending"),
        ]
    )
    func refusal(_ refusal: Refusal) async throws {
        let fixture = try await FixtureRegistry(refusal.macros)
        for _ in 1...2 {
            let error = try await failure { _ = try await fixture.invoke("echo") }
            #expect(error.code == .pluginRefused)
            #expect(error.message.contains(refusal.says), "\(error)")
        }
        #expect(fixture.log.messages.filter { $0.contains(refusal.says) }.count == 1)
        await fixture.registry.shutDown()
    }

    @Test("names the file that is no library")
    func textFile() async throws {
        let fixture = try await FixtureRegistry()
        try fixture.folder.write("fixture/libfixture.so", String(repeating: "not a library\n", count: 50))
        let error = try await failure { _ = try await fixture.invoke("echo") }
        #expect(error.code == .pluginRefused)
        #expect(error.message.contains("libfixture.so: invalid ELF header"), "\(error)")
        #expect(error.hint != nil)
    }

    @Test("destroys what was created and did not start")
    func destroyAfterFailedStart() async throws {
        let fixture = try await FixtureRegistry(["START_FAILS"])
        _ = try await failure { _ = try await fixture.invoke("echo") }
        #expect(fixture.log.contains("destroyed"))
        #expect(!fixture.log.contains("stopped"))
        #expect(fixture.services.released == ["fixture"])
    }

    @Test("happens at the first use, once, however many ask")
    func laziness() async throws {
        let fixture = try await FixtureRegistry(manifest: Self.anyThreads)
        #expect(fixture.log.messages.isEmpty)
        try await withThrowingTaskGroup { group in
            for _ in 1...20 { group.addTask { try await fixture.invoke("echo") } }
            try await group.waitForAll()
        }
        #expect(fixture.log.messages.filter { $0.contains("\"id\":\"fixture\"") }.count == 1)
        await fixture.registry.shutDown()
    }

    @Test("tells the plugin what is asked for and granted")
    func config() async throws {
        var allowed = PermissionSet.standard
        allowed.allow(.open, "mailto")
        var denied = PermissionSet()
        denied.allow(.clipboard)
        let fixture = try await FixtureRegistry(grant: PermissionGrant(allowed: allowed, denied: denied))
        _ = try await fixture.invoke("echo")
        let line = try #require(fixture.log.messages.first { $0.contains("\"directory\"") })
        #expect(line.contains("\"permissions\":{\"net\":[\"server\"],\"open\":[\"https\",\"mailto\"]}"), "\(line)")
        await fixture.registry.shutDown()
    }

    @Test("ends with stop and destroy, and calls are refused from then on")
    func shutDown() async throws {
        let fixture = try await FixtureRegistry()
        _ = try await fixture.invoke("echo")
        await fixture.registry.shutDown()
        await fixture.registry.shutDown()
        #expect(fixture.log.messages.suffix(2) == ["plugin fixture: stopped", "plugin fixture: destroyed"])
        #expect(fixture.services.released == ["fixture"])
        let error = try await failure { _ = try await fixture.invoke("echo") }
        #expect(error.code == .invalidState)
    }

    @Test("leaves a plugin behind that does not stop")
    func hangingStop() async throws {
        let fixture = try await FixtureRegistry(["STOP_HANGS"])
        _ = try await fixture.invoke("echo")
        async let isDown: Void = fixture.registry.shutDown()
        try await fixture.clock.waitForSleepers()
        fixture.clock.advance(by: .seconds(10))
        await isDown
        #expect(fixture.log.contains("is left behind"))
        #expect(!fixture.log.contains("destroyed"))
    }

    @Test("asks for the plugin's health")
    func health() async throws {
        let fixture = try await FixtureRegistry()
        let reports = try await fixture.registry.health(of: try #require(fixture.registry.records.first))
        #expect(
            reports == [
                PluginReport(level: .info, message: "fine", advice: ""),
                PluginReport(level: .warning, message: "low on ink", advice: "buy ink"),
            ]
        )
        await fixture.registry.shutDown()
    }

    static let anyThreads: JSON = {
        var manifest = Fixture.manifest
        manifest["threads"] = "any"
        return manifest
    }()
}
