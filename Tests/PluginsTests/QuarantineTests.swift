import TestSupport
import Testing
import Values

@testable import Plugins

@Suite("Quarantine")
struct QuarantineTests {
    private static let fault = PluginFault(.badResult, "the result is no JSON")
    private static let window = QuarantineRule.window.milliseconds

    @Test(
        "comes with the fifth fault within ten minutes",
        arguments: [
            ([0, 0, 0, 0], nil), ([0, 0, 0, 0, 0], 4), ([0, 1, 2, 3, window], 4), ([0, 1, 2, 3, window + 1], nil),
            ([0, 1, 2, 3, window + 1, window + 1], 5), ([0, 1, 2, 3, window + 1, window + 2, window + 3], nil),
            ([0, 1, window, window, window, window + 1], 4),
        ] as [([Int64], Int?)]
    )
    func rule(_ times: [Int64], _ place: Int?) {
        var rule = QuarantineRule(hint: "wait")
        for (number, time) in times.enumerated() {
            let verdict = rule.judge(Self.fault, at: time)
            switch place {
            case let place? where number == place:
                guard case .quarantined(let reason) = verdict else {
                    Issue.record("\(verdict)")
                    return
                }
                #expect(reason == rule.reason)
                #expect(reason.code == .pluginQuarantined)
                #expect(
                    reason.message == "it broke the plugin contract 5 times within 10 minutes and is in quarantine; "
                        + "the last fault: the result is no JSON"
                )
                #expect(reason.hint == "wait")
            case let place? where number > place: #expect(verdict == .known)
            default:
                #expect(verdict == .noted)
                #expect(rule.reason == nil)
            }
        }
    }

    private func breakContract(_ fixture: FixtureRegistry, times: Int = QuarantineRule.limit) async throws {
        for _ in 1...times {
            #expect(try await failure { _ = try await fixture.invoke("badjson") }.code == .pluginFault)
        }
    }

    @Test("keeps every call out, and lets an open session end")
    func calls() async throws {
        let fixture = try await FixtureRegistry()
        let session = try await fixture.registry.openSession(channel: "talk", params: [:], sink: { _, _ in })
        try await breakContract(fixture)
        for _ in 1...2 {
            let error = try await failure { _ = try await fixture.invoke("echo") }
            #expect(error.code == .pluginQuarantined)
            #expect(error.message.hasPrefix("the plugin fixture cannot be used: it broke the plugin contract 5 times"))
            #expect(error.hint == "it is used again when the program starts anew")
        }
        let open = try await failure {
            _ = try await fixture.registry.openSession(channel: "talk", params: [:], sink: { _, _ in })
        }
        #expect(open.code == .pluginQuarantined)
        #expect(try await failure { _ = try await session.command("burst") }.code == .pluginQuarantined)
        #expect(try await session.close(reason: "finished") == ["closed": true])
        guard case .quarantined(let reason)? = fixture.registry.records.first?.state else {
            Issue.record("\(fixture.registry.records)")
            return
        }
        #expect(reason.code == .pluginQuarantined)
        await fixture.registry.shutDown()
        #expect(fixture.log.contains("destroyed"))
    }

    @Test("does not come of faults that are far apart, nor of errors that are reported")
    func patience() async throws {
        let fixture = try await FixtureRegistry()
        for _ in 1...3 {
            try await breakContract(fixture, times: QuarantineRule.limit - 1)
            fixture.clock.advance(by: QuarantineRule.window + .seconds(1))
        }
        for _ in 1...QuarantineRule.limit + 1 {
            #expect(try await failure { _ = try await fixture.invoke("error") }.code == "odd_code")
        }
        #expect(try await fixture.invoke("nothing") == .null)
        await fixture.registry.shutDown()
    }

    @Test("is told once in the log, however long the plugin goes on")
    func log() async throws {
        let fixture = try await FixtureRegistry(manifest: PluginLoadingTests.anyThreads)
        _ = try await fixture.invoke("nothing")
        // All inside before the first has failed.
        await withTaskGroup { group in
            for _ in 1...50 { group.addTask { _ = try? await fixture.invoke("twice") } }
        }
        await fixture.registry.shutDown()
        #expect(fixture.log.messages.filter { $0.contains("is in quarantine") }.count == 1)
    }

    @Test("is kept for the library that broke the contract, until that changes")
    func kept() async throws {
        let folder = try TemporaryDirectory()
        try await Fixture.install(in: folder)
        let kept = Lock<[QuarantineRecord]>([])
        // Each time by another spelling of the folder.
        let spellings = Lock([folder.path + "/fixture/..", folder.path + "/./fixture", folder.path])
        func scan() -> [PluginRecord] {
            let spelling = spellings.withLock { $0.removeFirst() }
            return PluginDiscovery.scan([PluginLocation(spelling, origin: .flag)])
        }
        func registry(_ records: [PluginRecord]) -> PluginRegistry {
            var configuration = PluginRegistry.Configuration(records: records, services: FakeServices())
            configuration.keepQuarantine = { quarantine in kept.withLock { $0.append(quarantine) } }
            return PluginRegistry(configuration)
        }
        let first = registry(scan())
        for _ in 1...QuarantineRule.limit {
            let action: JSON = ["type": "test", "do": "badjson"]
            _ = try await failure { _ = try await first.invoke(action: action, context: [:]) }
        }
        await first.shutDown()
        #expect(kept.withLock { $0.map(\.id) } == ["fixture"])

        let stored = kept.withLock { $0.compactMap { QuarantineRecord(id: $0.id, json: $0.json) } }
        #expect(stored == kept.withLock { $0 })
        var records = scan()
        QuarantineRecord.apply(stored, to: &records)
        let second = registry(records)
        let error = try await failure { _ = try await second.invoke(action: ["type": "test"], context: [:]) }
        #expect(error.code == .pluginQuarantined)
        #expect(error.hint == "it is used again once its library changes, or after: herald plugins lift fixture")

        try folder.write("fixture/libfixture.so", try await FixtureLibrary.build(["OTHER"]))
        records = scan()
        QuarantineRecord.apply(stored, to: &records)
        let third = registry(records)
        #expect(try await third.invoke(action: ["type": "test", "do": "nothing"], context: [:]) == .null)
        await third.shutDown()
    }

    @Test("is not made of what no version has written", arguments: [.null, [], ["directory": "x"]] as [JSON])
    func odd(json: JSON) { #expect(QuarantineRecord(id: "x", json: json) == nil) }
}
