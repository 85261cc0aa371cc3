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
            Refusal("CREATE_PENDING", says: "answered create with pending"),
            Refusal("CREATE_STATUS", says: "did not create: the plugin answered with the unknown status 9"),
            Refusal("NULL_INVOKE", says: "provides the action test and has no herald.action/1"),
            Refusal("NULL_OPEN", says: "provides the channel talk and has no herald.channel/1"),
            Refusal("NO_CHANNEL", says: "provides the channel talk and has no herald.channel/1"),
            Refusal("UNRESOLVED", says: "undefined symbol: herald_fixture_nowhere"),
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

    /// A change to the bytes of a library that would do, and what the refusal says of it.
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let says: String
        let change: @Sendable (inout [UInt8]) -> Void

        init(_ name: String, says: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void) {
            testDescription = name
            self.says = says
            self.change = change
        }
    }

    static let damages = [
        Damage("text", says: "is no shared library") { $0 = Array(String(repeating: "text\n", count: 50).utf8) },
        Damage("nothing", says: "is no shared library") { $0 = [] },
        Damage("another machine", says: "is built for RISC-V, and this machine is ") { $0[18] = 243 },
        Damage("32 bits", says: "is built for another machine") { $0[4] = 1 },
        Damage("the other byte order", says: "is built for another machine") { $0[5] = 2 },
        Damage("an object file", says: "is no shared library but another kind of object") { $0[16] = 1 },
        Damage("a core dump", says: "is no shared library but another kind of object") { $0[16] = 4 },
        Damage("its start alone", says: "is cut off after 40 bytes") { $0.removeLast($0.count - 40) },
        Damage("its header alone", says: "is cut off after 64 bytes") { $0.removeLast($0.count - 64) },
        Damage("half of it", says: "is cut off after ") { $0.removeLast($0.count / 2) },
        Damage("a table out of reach", says: "is cut off after ") { bytes in
            for place in 32..<40 { bytes[place] = 0xFF }
        },
        Damage("no segments", says: "is no shared library") { $0[56] = 0 },
        Damage("a segment beyond the end", says: "is cut off after ") { $0[64 + 38] = 0x7F },
    ]

    @Test("takes no file that cannot be one, whenever it came there", arguments: damages)
    func damaged(_ damage: Damage) async throws {
        let fixture = try await FixtureRegistry()
        var bytes = try await FixtureLibrary.build()
        damage.change(&bytes)
        // After the scan, which found a good one.
        try fixture.folder.write("fixture/libfixture.so", bytes)
        let error = try await failure { _ = try await fixture.invoke("echo") }
        #expect(error.code == .pluginRefused)
        #expect(error.message.contains("libfixture.so \(damage.says)"), "\(error)")
        #expect(error.hint != nil)
        let found = PluginDiscovery.scan([PluginLocation(fixture.folder.path, origin: .flag)])
        #expect(found.first?.refusal?.message.contains("libfixture.so \(damage.says)") == true)
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
