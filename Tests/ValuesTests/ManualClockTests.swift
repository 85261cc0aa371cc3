import Testing

@testable import Values

@Suite("manual clock", .timeLimit(.minutes(1)))
struct ManualClockTests {
    @Test("wakes who is due, in order, and no one else")
    func order() async throws {
        let clock = ManualClock(wallSeconds: 100)
        let woken = Lock<[Int]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seconds in [3, 1, 2] {
                group.addTask {
                    try await clock.sleep(for: .seconds(seconds))
                    woken.withLock { $0.append(seconds) }
                }
            }
            try await clock.waitForSleepers(3)
            #expect(clock.nextDue == .seconds(1))
            clock.advance(by: .milliseconds(999))
            #expect(clock.sleeperCount == 3)
            #expect(clock.advanceToNext())
            try await group.next()
            #expect(woken.withLock { $0 } == [1])
            #expect(clock.wallMilliseconds == 101_000)
            clock.advance(by: .seconds(5))
            try await group.waitForAll()
        }
        #expect(woken.withLock { $0.sorted() } == [1, 2, 3])
        #expect(clock.monotonicMilliseconds == 6000)
        #expect(!clock.advanceToNext())
    }

    @Test("a sleep and a watch can be cancelled")
    func cancellation() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForSleepers()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
        let watcher = Task { try await clock.waitForSleepers(9) }
        watcher.cancel()
        await #expect(throws: CancellationError.self) { try await watcher.value }
    }

    @Test("a sleep of no length does not wait")
    func zero() async throws {
        try await ManualClock().sleep(for: .zero)
    }
}
