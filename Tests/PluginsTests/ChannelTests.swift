import Testing
import Values

@testable import Plugins

@Suite("Channel sessions")
struct ChannelTests {
    /// Remembers what a session tells.
    final class Listener: Sendable {
        private let heard = Lock<[(String, JSON)]>([])

        var sink: ChannelEventSink {
            { name, event in self.heard.withLock { $0.append((name, event)) } }
        }

        var names: [String] { heard.withLock { $0.map(\.0) } }
        var events: [JSON] { heard.withLock { $0.map(\.1) } }
    }

    private func open(
        _ fixture: FixtureRegistry,
        _ listener: Listener,
        _ word: String = "ok"
    ) async throws(HeraldError) -> ChannelHandle {
        try await fixture.registry.openSession(channel: "talk", params: ["do": .string(word)], sink: listener.sink)
    }

    @Test("tell in order what the plugin emits, from open until close")
    func events() async throws {
        let fixture = try await FixtureRegistry()
        let listener = Listener()
        let session = try await open(fixture, listener)
        #expect(listener.names == ["started"])
        _ = try await session.command("burst")
        #expect(listener.events.dropFirst().compactMap(\.int) == Array(0..<100))
        #expect(try await session.close(reason: "finished") == ["closed": true])
        #expect(listener.names.last == "ended")
        let other = try await open(fixture, Listener())
        #expect(try await other.command("late") == true)
        #expect(!listener.names.contains("late"))
        await fixture.registry.shutDown()
    }

    @Test("drop an event that is no JSON")
    func badEvent() async throws {
        let fixture = try await FixtureRegistry()
        let listener = Listener()
        let session = try await open(fixture, listener)
        #expect(try await session.command("bad") == true)
        #expect(listener.names == ["started"])
        await fixture.registry.shutDown()
    }

    @Test("close once, with one outcome, and take no commands afterwards")
    func close() async throws {
        let fixture = try await FixtureRegistry()
        let session = try await open(fixture, Listener())
        async let first = session.close(reason: "finished")
        async let second = session.close(reason: "again")
        #expect(try await first == second)
        session.cancel()
        let error = try await failure { _ = try await session.command("burst") }
        #expect(error.code == .invalidState)
        await fixture.registry.shutDown()
    }

    @Test("are not there when open fails")
    func openFails() async throws {
        let fixture = try await FixtureRegistry()
        let listener = Listener()
        let error = try await failure { _ = try await open(fixture, listener, "fail") }
        #expect(error.code == .notFound)
        #expect(listener.names == ["before"])
        await fixture.registry.shutDown()
    }

    @Test("are not there when opening is cancelled")
    func openCancelled() async throws {
        let fixture = try await FixtureRegistry()
        let task = Task { try await open(fixture, Listener(), "never") }
        try await fixture.clock.waitForSleepers()
        task.cancel()
        let error = try await failure { _ = try await task.value }
        #expect(error.code == .cancelled)
        await fixture.registry.shutDown()
    }

    @Test("say that a command is not known, and can be cancelled in one")
    func commands() async throws {
        let fixture = try await FixtureRegistry()
        let session = try await open(fixture, Listener())
        let unknown = try await failure { _ = try await session.command("dance") }
        #expect(unknown.code == .unsupported)
        let task = Task { try await session.command("never") }
        try await fixture.clock.waitForSleepers()
        task.cancel()
        let error = try await failure { _ = try await task.value }
        #expect(error.code == .cancelled)
        await fixture.registry.shutDown()
    }

    @Test("name the channels that there are when one is missing")
    func missing() async throws {
        let fixture = try await FixtureRegistry()
        let error = try await failure {
            _ = try await fixture.registry.openSession(channel: "tlak", params: [:], sink: { _, _ in })
        }
        #expect(error.code == .pluginMissing)
        #expect(error.message == "no plugin provides the channel \"tlak\"; known: talk")
        #expect(
            error.hint
                == "did you mean \"talk\"? Otherwise put one into /home/ana/plugins, or name its folder with --plugin"
        )
    }
}
