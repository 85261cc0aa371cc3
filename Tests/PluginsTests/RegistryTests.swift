import TestSupport
import Testing
import Values

@testable import Plugins

@Suite("The registry")
struct RegistryTests {
    private static let echo = ActionFunction { action, context in ["action": action, "context": context] }

    @Test("lets a function of the host come before any plugin")
    func handlers() async throws {
        let fixture = try await FixtureRegistry()
        fixture.registry.register(action: "test", handler: Self.echo)
        fixture.registry.register(action: "more", handler: ActionFunction { _, _ in throw CancellationError() })
        #expect(fixture.registry.actionTypes == ["more", "test"])
        #expect(fixture.registry.record(for: .action, "test") == nil)
        let result = try await fixture.invoke("echo", context: ["user": "ana"])
        #expect(result == ["action": ["type": "test", "do": "echo"], "context": ["user": "ana"]])
        let error = try await failure {
            _ = try await fixture.registry.invoke(action: ["type": "more"], context: [:])
        }
        #expect(error.code == .cancelled)
        fixture.registry.unregister(action: "test")
        #expect(try await fixture.invoke("nothing") == .null)
        await fixture.registry.shutDown()
    }

    @Test("names the type, the known ones and the way to install a missing plugin")
    func missing() async throws {
        let fixture = try await FixtureRegistry()
        let error = try await failure {
            _ = try await fixture.registry.invoke(action: ["type": "tset"], context: [:])
        }
        #expect(error.code == .pluginMissing)
        #expect(error.message == "no plugin provides the action \"tset\"; known: test")
        #expect(
            error.hint
                == "did you mean \"test\"? Otherwise put one into /home/ana/plugins, or name its folder with --plugin"
        )
        #expect(error.details == ["kind": "action", "type": "tset", "known": ["test"]])
    }

    @Test("says why a plugin is refused that would provide what somebody asks for")
    func refused() async throws {
        let folder = try TemporaryDirectory()
        let manifest: JSON = [
            "id": "fx", "version": "1.0.0", "kind": "native", "entry": "libfx.so", "engine": ">=1.0",
            "provides": [["action": "fx"], ["channel": "fxc"]],
        ]
        try folder.write("plugins/fx/plugin.json", manifest.text)
        try folder.write("plugins/fx/libfx.so", "\u{7F}ELF")
        let records = PluginDiscovery.scan([PluginLocation(folder.file("plugins"), origin: .here)])
        let registry = PluginRegistry(.init(records: records, services: FakeServices()))
        let reason =
            "; the plugin fx in \(folder.file("plugins/fx")) would, but is refused: native code is not taken from ./plugins"
        let action = try await failure { _ = try await registry.invoke(action: ["type": "fx"], context: [:]) }
        #expect(action.code == .pluginMissing)
        #expect(action.message == "no plugin provides the action \"fx\"" + reason)
        #expect(action.hint == "name the folder with --plugin")
        #expect(action.pointer == "/type")
        let channel = try await failure {
            _ = try await registry.openSession(channel: "fxc", params: [:], sink: { _, _ in })
        }
        #expect(channel.code == .pluginMissing && channel.message.hasSuffix(reason))
        let other = try await failure { _ = try await registry.invoke(action: ["type": "gx"], context: [:]) }
        #expect(other.message == "no plugin provides the action \"gx\"; none is known")
    }

    @Test("wants a type", arguments: [[:], ["type": 1], ["type": ""], [], .null] as [JSON])
    func type(action: JSON) async throws {
        let fixture = try await FixtureRegistry()
        let error = try await failure { _ = try await fixture.registry.invoke(action: action, context: [:]) }
        #expect(error.code == .invalidArgument)
        #expect(error.pointer == "/type")
    }

    @Test("checks the schema before any code of the plugin runs")
    func schema() async throws {
        var manifest = Fixture.manifest
        manifest["provides"] = [["action": "test", "schema": ["properties": ["do": ["enum": ["echo"]]]]]]
        let fixture = try await FixtureRegistry(["START_FAILS"], manifest: manifest)
        let error = try await failure { _ = try await fixture.invoke("dance") }
        #expect(error.code == .invalidArgument)
        #expect(error.pointer == "/do")
        #expect(fixture.log.messages.isEmpty)
    }

    @Test("loads plugins in Lua with the loader it is given, once")
    func lua() async throws {
        let folder = try TemporaryDirectory()
        let manifest: JSON = [
            "id": "wallet", "version": "1.0.0", "kind": "lua", "entry": "init.lua",
            "provides": [["action": "addToWallet"], ["action": "forgotten"], ["channel": "talk"]],
            "permissions": ["net": ["*"]],
        ]
        try folder.write("wallet/plugin.json", manifest.text)
        try folder.write("wallet/init.lua", "return {}")
        let records = PluginDiscovery.scan([PluginLocation(folder.path, origin: .flag)])
        let loads = Lock(0)
        let registry = PluginRegistry(
            .init(
                records: records,
                services: FakeServices(),
                luaLoader: { record, permissions in
                    loads.withLock { $0 += 1 }
                    #expect(record.entryPath?.hasSuffix("wallet/init.lua") == true)
                    #expect(permissions.allows(.server) == true)
                    return ["addToWallet": ActionFunction { action, _ in ["added": action["pass"]] }]
                }
            )
        )
        for _ in 1...3 {
            let result = try await registry.invoke(action: ["type": "addToWallet", "pass": "p"], context: [:])
            #expect(result == ["added": "p"])
        }
        #expect(loads.withLock { $0 } == 1)
        let forgotten = try await failure {
            _ = try await registry.invoke(action: ["type": "forgotten"], context: [:])
        }
        #expect(forgotten.code == .pluginFault)
        let channel = try await failure {
            _ = try await registry.openSession(channel: "talk", params: [:], sink: { _, _ in })
        }
        #expect(channel.code == .unsupported)
        let without = PluginRegistry(.init(records: records, services: FakeServices()))
        let error = try await failure { _ = try await without.invoke(action: ["type": "addToWallet"], context: [:]) }
        #expect(error.code == .unsupported)
    }
}
