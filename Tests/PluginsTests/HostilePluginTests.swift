import Testing
import Values

@testable import Plugins

@Suite("A plugin that breaks the contract")
struct HostilePluginTests {
    @Test(
        "gets an error with the fault's name, and the host goes on",
        arguments: [
            ("badjson", "bad_result"), ("badutf8", "bad_result"), ("nullptr", "bad_result"),
            ("hugelength", "bad_result"), ("latebad", "bad_result"), ("latenull", "bad_result"),
            ("status", "bad_status"), ("latestatus", "bad_status"), ("both", "contradiction"),
            ("resulterror", "contradiction"), ("failedresult", "contradiction"),
        ]
    )
    func brokenAnswer(_ word: String, _ fault: String) async throws {
        let fixture = try await FixtureRegistry()
        let error = try await failure { _ = try await fixture.invoke(word) }
        #expect(error.code == .pluginFault)
        #expect(error.details["fault"].string == fault)
        #expect(fixture.log.messages.filter { $0.hasPrefix("plugin fixture: fault \(fault): ") }.count == 1)
        #expect(try await fixture.invoke("nothing") == .null)
        await fixture.registry.shutDown()
    }

    @Test(
        "is told so where it passes nothing or nonsense, and the log names it",
        arguments: [
            ("nullreply", "bad_request"), ("nulloperation", "bad_request"), ("nullbody", "bad_request"),
            ("nulljson", "bad_request"), ("nullfire", "bad_request"), ("nullname", "bad_event"),
            ("nosession", "bad_event"), ("nullid", "bad_text"), ("nulllog", "bad_text"), ("nullcontext", nil),
        ]
    )
    func brokenArgument(_ word: String, _ fault: String?) async throws {
        let fixture = try await FixtureRegistry()
        #expect(try await fixture.invoke(word) == true)
        let faults = fixture.log.messages.filter { $0.contains(" fault ") }
        #expect(faults.count == (fault == nil ? 0 : 1))
        if let fault { #expect(faults.first?.hasPrefix("plugin fixture: fault \(fault): ") == true, "\(faults)") }
        #expect(fixture.services.asked.isEmpty)
        await fixture.registry.shutDown()
    }

    @Test("cannot give an error a name that is none, or that ends the program", arguments: ["oddcode", "exit"])
    func oddCode(_ word: String) async throws {
        let fixture = try await FixtureRegistry()
        let error = try await failure { _ = try await fixture.invoke(word) }
        #expect(error.code == .failed)
        #expect(error.message == "it did not work")
        await fixture.registry.shutDown()
    }

    @Test("cannot give an error without an end")
    func longError() async throws {
        let fixture = try await FixtureRegistry()
        let error = try await failure { _ = try await fixture.invoke("longerror") }
        #expect(error.message.hasSuffix("x… (1048576 bytes)"))
        #expect(error.message.utf8.count < ShortText.limit + 100)
        await fixture.registry.shutDown()
    }

    @Test("is not blamed for a finish that comes after a cancel")
    func lateFinish() async throws {
        let fixture = try await FixtureRegistry()
        for _ in 1...QuarantineRule.limit + 1 {
            let task = Task { try await fixture.invoke("never") }
            try await fixture.clock.waitForSleepers()
            task.cancel()
            #expect(try await failure { _ = try await task.value }.code == .cancelled)
        }
        #expect(!fixture.log.contains(" fault "))
        #expect(fixture.log.contains("is dropped: the host no longer waits for it"))
        await fixture.registry.shutDown()
    }

    @Test("does nothing more after it is destroyed, from a thread of its own")
    func haunting() async throws {
        let fixture = try await FixtureRegistry(["HAUNTS"])
        let task = Task { try await fixture.invoke("last") }
        try await fixture.clock.waitForSleepers()
        await fixture.registry.shutDown()
        #expect(try await failure { _ = try await task.value }.code == .cancelled)
        while !fixture.log.contains("haunted") { await Task.yield() }
        #expect(fixture.log.contains("haunted in vain"))
        #expect(fixture.log.contains("fault unknown_call: "))
        #expect(fixture.services.asked.isEmpty)
    }

    @Test("is blamed for a call that it does not finish, unless it waits for the host")
    func timeouts() async throws {
        let services = FakeServices { _ in
            try await ManualClock().sleep(for: .seconds(1))
            return ([:], [])
        }
        let fixture = try await FixtureRegistry(services: services, timeout: .seconds(30))
        for word in ["store", "never"] {
            let task = Task { try await fixture.invoke(word) }
            try await fixture.clock.waitForSleepers()
            if word == "store" { while services.asked.isEmpty { await Task.yield() } }
            fixture.clock.advance(by: .seconds(30))
            #expect(try await failure { _ = try await task.value }.code == .timeout)
            #expect(fixture.log.contains("fault not_finished: ") == (word == "never"))
        }
        await fixture.registry.shutDown()
    }

    @Test("keeps only so many calls in memory that it owes a finish for")
    func abandoned() {
        var calls = AbandonedCalls()
        let limit = UInt64(AbandonedCalls.limit)
        for call in 10..<10 + limit { calls.add(call) }
        calls.add(10)
        #expect(calls.contains(10) && calls.contains(9 + limit))
        #expect(!calls.contains(9) && !calls.contains(10 + limit))
        calls.add(10 + limit)
        // The oldest is forgotten, and nobody up to there is blamed any more.
        #expect(calls.contains(10) && calls.contains(9) && calls.contains(11))
        #expect(!calls.contains(11 + limit))
    }
}
