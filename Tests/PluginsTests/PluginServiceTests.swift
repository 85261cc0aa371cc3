import Testing
import Values

@testable import Plugins

@Suite("The host's services")
struct PluginServiceTests {
    @Test("answer through the plugin, with caller and context")
    func answer() async throws {
        let fixture = try await FixtureRegistry()
        #expect(try await fixture.invoke("store", context: ["user": "ana"]) == ["answered": true])
        let asked = try #require(fixture.services.asked.first)
        #expect(asked.service == .store)
        #expect(asked.operation == "get")
        #expect(asked.json == ["key": "a"])
        #expect(asked.caller.pluginID == "fixture")
        #expect(asked.caller.context == ["user": "ana"])
        #expect(asked.caller.call > 0)
        await fixture.registry.shutDown()
    }

    @Test("hand their errors to the plugin")
    func error() async throws {
        let services = FakeServices { _ in throw HeraldError(.unsupported, "no store here", hint: "get one") }
        let fixture = try await FixtureRegistry(services: services)
        let error = try await failure { _ = try await fixture.invoke("store") }
        #expect(error == HeraldError(.unsupported, "no store here", hint: "get one"))
        await fixture.registry.shutDown()
    }

    @Test(
        "refuse what is not asked for, not granted or denied, and name the way out",
        arguments: [
            ("http", "net api.example.com:443 is not granted", "allow it with --allow-net api.example.com:443"),
            ("mailto", "open mailto is not granted", "allow it with --allow-open mailto"),
            ("navigate", "the plugin does not ask for navigate", "\"navigate\": true"),
            ("clipboard", "clipboard is denied", "--deny-clipboard"),
        ]
    )
    func denial(_ word: String, _ says: String, _ hint: String) async throws {
        var denied = PermissionSet()
        denied.allow(.clipboard)
        let fixture = try await FixtureRegistry(grant: PermissionGrant(denied: denied))
        let error = try await failure { _ = try await fixture.invoke(word) }
        #expect(error.code == .denied)
        #expect(error.message == says)
        #expect(error.hint?.contains(hint) == true, "\(error)")
        #expect(fixture.services.asked.isEmpty)
        await fixture.registry.shutDown()
    }

    @Test("refuse URLs that the gate refuses")
    func gate() async throws {
        var allowed = PermissionSet()
        allowed.allow(.open)
        let fixture = try await FixtureRegistry(grant: PermissionGrant(allowed: allowed))
        let error = try await failure { _ = try await fixture.invoke("script") }
        #expect(error.code == .badURL)
        #expect(fixture.services.asked.isEmpty)
        await fixture.registry.shutDown()
    }

    @Test("reach the connected server's origin without a grant of its own")
    func serverOrigin() async throws {
        let fixture = try await FixtureRegistry(services: FakeServices(serverOrigin: "https://api.example.com"))
        #expect(try await fixture.invoke("http") == ["answered": true])
        await fixture.registry.shutDown()
    }

    @Test("do not accept a request that is no JSON")
    func badRequest() async throws {
        let fixture = try await FixtureRegistry()
        let error = try await failure { _ = try await fixture.invoke("badrequest") }
        #expect(error == HeraldError(.failed, "not accepted", pointer: "/do", hint: "try another"))
        await fixture.registry.shutDown()
    }

    @Test("are cancelled with the call that asked")
    func cancellation() async throws {
        let services = FakeServices { _ in
            try await ManualClock().sleep(for: .seconds(1))
            return ([:], [])
        }
        let fixture = try await FixtureRegistry(services: services)
        let task = Task { try await fixture.invoke("store") }
        try await fixture.clock.waitForSleepers()
        task.cancel()
        let error = try await failure { _ = try await task.value }
        #expect(error.code == .cancelled)
        await fixture.registry.shutDown()
    }

    @Test("are cancelled by the shut-down")
    func shutDown() async throws {
        let services = FakeServices { _ in
            try await ManualClock().sleep(for: .seconds(1))
            return ([:], [])
        }
        let fixture = try await FixtureRegistry(services: services, timeout: nil)
        let task = Task { try await fixture.invoke("store") }
        while services.asked.isEmpty { await Task.yield() }
        await fixture.registry.shutDown()
        let error = try await failure { _ = try await task.value }
        #expect(error.code == .cancelled)
    }

    @Test("give time by the host's clock")
    func time() async throws {
        let fixture = try await FixtureRegistry(timeout: nil)
        let task = Task { try await fixture.invoke("timer") }
        try await fixture.clock.waitForSleepers()
        #expect(fixture.clock.nextDue == .seconds(5))
        fixture.clock.advance(by: .seconds(5))
        #expect(try await task.value == ["from": "thread"])
        await fixture.registry.shutDown()
    }
}
