import Testing
import Values

@testable import Plugins

@Suite("Calling a native plugin")
struct PluginCallTests {
    @Test(
        "returns what the plugin answers, now or later",
        arguments: [
            ("echo", ["type": "test", "do": "echo"]), ("nothing", .null), ("two", 1), ("thread", ["from": "thread"]),
            ("early", ["from": "thread"]), ("earlyandnow", ["from": "thread"]), ("unknown", true),
            ("canceltimer", true),
        ] as [(String, JSON)]
    )
    func answer(_ word: String, _ expected: JSON) async throws {
        let fixture = try await FixtureRegistry()
        #expect(try await fixture.invoke(word) == expected)
        await fixture.registry.shutDown()
    }

    @Test("passes the context")
    func context() async throws {
        let fixture = try await FixtureRegistry()
        let context: JSON = ["elementId": "btn_1", "user": "ana", "text": "grüße 👋"]
        #expect(try await fixture.invoke("context", context: context) == context)
        await fixture.registry.shutDown()
    }

    @Test(
        "turns what is wrong with an answer into an error",
        arguments: [
            ("error", "odd_code", "it did not work"), ("bare", "denied", "gave no reason"),
            ("nameless", "timeout", "gave no reason"), ("both", "plugin_fault", "answered OK and gave an error"),
            ("status", "plugin_fault", "unknown status 7"), ("badjson", "plugin_fault", "result is no JSON"),
            ("badutf8", "plugin_fault", "result is no JSON"), ("nullptr", "plugin_fault", "cannot be read"),
            ("nullerror", "failed", "gave no reason"), ("latebad", "plugin_fault", "result is no JSON"),
            ("latestatus", "plugin_fault", "finished with the status 1"),
        ]
    )
    func fault(_ word: String, _ code: String, _ says: String) async throws {
        let fixture = try await FixtureRegistry()
        let error = try await failure { _ = try await fixture.invoke(word) }
        #expect(error.code.rawValue == code)
        #expect(error.message.contains(says), "\(error)")
        // The host is unharmed.
        #expect(try await fixture.invoke("nothing") == .null)
        await fixture.registry.shutDown()
    }

    @Test("keeps pointer and hint of the plugin's error")
    func errorParts() async throws {
        let fixture = try await FixtureRegistry()
        let error = try await failure { _ = try await fixture.invoke("error") }
        #expect(error.pointer == "/do")
        #expect(error.hint == "try another")
        await fixture.registry.shutDown()
    }

    @Test("counts the first finish and drops the second and the unknown one")
    func doubleFinish() async throws {
        let fixture = try await FixtureRegistry()
        #expect(try await fixture.invoke("twice") == 1)
        await fixture.registry.shutDown()
        while !fixture.log.contains("finishes ") { await Task.yield() }
        #expect(fixture.log.contains("finishes judged"))
        #expect(fixture.log.contains("fault finished_twice: "))
        #expect(fixture.log.contains("fault unknown_call: "))
    }

    @Test("says so when an answer comes after the finish")
    func answerAfterFinish() async throws {
        let fixture = try await FixtureRegistry()
        _ = try await fixture.invoke("earlyandnow")
        #expect(fixture.log.contains("fault finished_twice: "))
        await fixture.registry.shutDown()
    }

    @Test("lets one call in at a time, or any number where the manifest says so", arguments: [false, true])
    func threads(any: Bool) async throws {
        let fixture = try await FixtureRegistry(manifest: any ? PluginLoadingTests.anyThreads : Fixture.manifest)
        try await withThrowingTaskGroup { group in
            for _ in 1...8 { group.addTask { try await fixture.invoke("measure") } }
            try await group.waitForAll()
        }
        let most = try #require(try await fixture.invoke("measure").int)
        if any { #expect(most >= 1) } else { #expect(most == 1) }
        await fixture.registry.shutDown()
    }

    @Test("cancels the call when the task is cancelled", arguments: [[], ["NO_CANCEL"]])
    func cancellation(macros: [String]) async throws {
        let fixture = try await FixtureRegistry(macros)
        let task = Task { try await fixture.invoke("never") }
        try await fixture.clock.waitForSleepers()
        task.cancel()
        let error = try await failure { _ = try await task.value }
        #expect(error.code == .cancelled)
        #expect(try await fixture.invoke("cancels") == (macros.isEmpty ? 1 : 0))
        await fixture.registry.shutDown()
    }

    @Test("gives one outcome when cancelling races finishing")
    func race() async throws {
        let fixture = try await FixtureRegistry(manifest: PluginLoadingTests.anyThreads)
        _ = try await fixture.invoke("echo")
        for _ in 1...300 {
            let task = Task { try await fixture.invoke("thread") }
            task.cancel()
            do {
                #expect(try await task.value == ["from": "thread"])
            } catch {
                #expect(HeraldError(error).code == .cancelled)
            }
        }
        await fixture.registry.shutDown()
    }

    @Test("ends by the host's clock when the plugin takes too long")
    func timeout() async throws {
        let fixture = try await FixtureRegistry(timeout: .seconds(30))
        let task = Task { try await fixture.invoke("never") }
        try await fixture.clock.waitForSleepers()
        fixture.clock.advance(by: .seconds(30))
        let error = try await failure { _ = try await task.value }
        #expect(error.code == .timeout)
        #expect(error.message == "test did not answer within 30.0 seconds")
        #expect(try await fixture.invoke("cancels") == 1)
        await fixture.registry.shutDown()
    }

    @Test("ends with the shut-down")
    func stopWithCallsPending() async throws {
        let fixture = try await FixtureRegistry()
        let tasks = (1...3).map { _ in Task { try await fixture.invoke("never") } }
        try await fixture.clock.waitForSleepers(3)
        await fixture.registry.shutDown()
        for task in tasks {
            let error = try await failure { _ = try await task.value }
            #expect(error.code == .cancelled)
        }
        #expect(fixture.log.messages.last == "plugin fixture: destroyed")
    }

    @Test("asks the plugin's check without performing")
    func check() async throws {
        let fixture = try await FixtureRegistry()
        try await fixture.registry.check(action: ["type": "test", "do": "never"])
        let error = try await failure {
            try await fixture.registry.check(action: ["type": "test", "do": "refuse"])
        }
        #expect(error.code == .badURL)
        await fixture.registry.shutDown()
    }
}
