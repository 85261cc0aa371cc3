import Campaigns
import Scripting
import Testing
import Values

@testable import LuaModules

extension FeedItem {
    /// An item as a server would send it.
    static let sample: FeedItem = {
        guard let item = FeedItem.read(["id": "i"], at: "").item else { fatalError("an item needs an id only") }
        return item
    }()
}

struct EventQueueTests {
    private let clock = ManualClock()

    @Test func eventsComeInOrderAndThenTheEnd() async throws {
        let queue = EventQueue()
        for number in 1...3 { #expect(!queue.add(number)) }
        queue.end()
        #expect(!queue.add(4))
        for number in 1...3 { #expect(try await queue.next(timeout: nil, clock: clock) as? Int == number) }
        #expect(try await queue.next(timeout: nil, clock: clock) == nil)
        #expect(try await queue.next(timeout: .seconds(1), clock: clock) == nil)
    }

    @Test func aFullQueueSaysSoOnceAndDropsTheOldest() async throws {
        let queue = EventQueue()
        let told = (0..<10_050).map { queue.add($0) }
        #expect(told.filter { $0 }.count == 1)
        #expect(try await queue.next(timeout: nil, clock: clock) as? Int == 50)
    }

    @Test(arguments: [Duration.zero, .milliseconds(1), .seconds(5)])
    func aWaitEndsInTime(limit: Duration) async throws {
        let queue = EventQueue()
        let clock = clock
        let waiting = Task { () async -> HeraldError? in
            do throws(HeraldError) {
                _ = try await queue.next(timeout: limit, clock: clock)
                return nil
            } catch {
                return error
            }
        }
        if limit > .zero {
            try await clock.waitForSleepers(1)
            clock.advance(by: limit)
        }
        #expect(await waiting.value?.code == .timeout)
        #expect(!queue.add(1))
        #expect(try await queue.next(timeout: nil, clock: clock) as? Int == 1)
    }

    @Test func aCancelledWaitEnds() async throws {
        let queue = EventQueue()
        let clock = clock
        let waiting = Task { () async -> HeraldError? in
            do throws(HeraldError) {
                _ = try await queue.next(timeout: .seconds(1), clock: clock)
                return nil
            } catch {
                return error
            }
        }
        waiting.cancel()
        #expect(await waiting.value?.code == .cancelled)
        #expect(clock.sleeperCount == 0)
    }
}

struct EffectLogTests {
    private static func effect(_ kind: String) -> Effect { Effect(kind: kind) }

    @Test func recordingsNestAndKeepNothing() async throws {
        let log = EffectLog(environment: nil) { _, _ in }
        let run = log.begin()
        let first = log.begin(within: [run])
        let inner = log.begin(within: [first, run])
        let other = log.begin(within: [0])
        _ = try await log.perform(Self.effect("a"), tag: inner)
        _ = try await log.perform(Self.effect("b"), tag: first)
        _ = try await log.perform(Self.effect("c"), tag: other)
        #expect(log.effects(of: inner).map(\.kind) == ["a"])
        #expect(log.end(first).map(\.kind) == ["a", "b"])
        // The inner one goes on, and the run still hears it.
        _ = try await log.perform(Self.effect("d"), tag: inner)
        #expect(log.end(inner).map(\.kind) == ["a", "d"])
        #expect(log.end(run).map(\.kind) == ["a", "b", "d"])
        #expect(log.end(run).isEmpty)
        #expect(!log.isOpen(run))
    }

    @Test func anEffectOfNobodyIsPerformedAndLogged() async throws {
        let recorder = Recorder()
        let environment = RecordingEnvironment()
        let log = EffectLog(environment: environment) { recorder.log($0, $1) }
        #expect(try await log.perform(Self.effect("open"), tag: 0) == "done")
        #expect(environment.kinds == ["open"])
        #expect(recorder.lines.first?.contains("open") == true)
    }

    @Test func anEffectThatFailedIsNotRecorded() async throws {
        let log = EffectLog(environment: RecordingEnvironment(fails: true)) { _, _ in }
        let tag = log.begin()
        await #expect(throws: HeraldError.self) { try await log.perform(Self.effect("open"), tag: tag) }
        #expect(log.end(tag).isEmpty)
    }
}

/// Notes what it is asked to do.
final class RecordingEnvironment: HostEnvironment {
    private let fails: Bool
    private let seen = Lock<[String]>([])

    init(fails: Bool = false) { self.fails = fails }

    var kinds: [String] { seen.withLock { $0 } }

    func perform(_ effect: Effect) async throws -> JSON {
        if fails { throw HeraldError(.failed, "no desktop") }
        seen.withLock { $0.append(effect.kind) }
        return "done"
    }
}

struct DeadlineTests {
    @Test func workInTimeIsItsValue() async throws {
        #expect(try await Deadline.run(.seconds(5), clock: ManualClock()) { 1 } == 1)
        #expect(try await Deadline.run(nil, clock: ManualClock()) { 1 } == 1)
    }

    @Test func workThatIsLateIsCancelled() async throws {
        let clock = ManualClock()
        let waiting = Task {
            try await Deadline.run(.seconds(5), clock: clock) { try await clock.sleep(for: .seconds(60)) }
        }
        try await clock.waitForSleepers(2)
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: HeraldError.self) { try await waiting.value }
        #expect(error?.code == .timeout)
        #expect(error?.message.contains("5.0 s") == true)
        #expect(clock.sleeperCount == 0)
    }

    @Test func anErrorComesThrough() async throws {
        let error = await #expect(throws: HeraldError.self) {
            try await Deadline.run(.seconds(5), clock: ManualClock()) { throw HeraldError(.denied, "no") }
        }
        #expect(error?.code == .denied)
    }
}

struct ServerSlotTests {
    @Test func itStartsOnceForAll() async throws {
        let starts = Lock(0)
        let stops = Lock(0)
        let slot = ServerSlot { () async throws(HeraldError) in
            starts.withLock { $0 += 1 }
            await Task.yield()
            return RunningServer(url: "http://a", apiKey: nil, adminKey: nil, stop: { stops.withLock { $0 += 1 } })
        }
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...10 { group.addTask { try await slot.running().url } }
            for try await url in group { #expect(url == "http://a") }
        }
        await slot.close()
        await slot.close()
        #expect(starts.withLock { $0 } == 1)
        #expect(stops.withLock { $0 } == 1)
        let error = await #expect(throws: HeraldError.self) { try await slot.running() }
        #expect(error?.code == .invalidState)
    }

    @Test func aStartThatFailedIsTriedAgain() async throws {
        let starts = Lock(0)
        let slot = ServerSlot { () async throws(HeraldError) in
            let count = starts.withLock { starts in
                starts += 1
                return starts
            }
            if count == 1 { throw HeraldError(.badDatabase, "no") }
            return RunningServer(url: "http://b", apiKey: nil, adminKey: nil)
        }
        await #expect(throws: HeraldError.self) { try await slot.running() }
        #expect(try await slot.running().url == "http://b")
    }

    @Test func closedBeforeItWasNeededItStartsNothing() async throws {
        let slot = ServerSlot { () async throws(HeraldError) in
            Issue.record("started")
            throw HeraldError(.failed, "started")
        }
        await slot.close()
    }
}

struct CallbackTableTests {
    @Test func theNewestAnswersUntilItIsRemoved() async throws {
        let table = CallbackTable()
        table.add("a") { _, _ in 1 }
        let second = table.add("a") { _, _ in 2 }
        #expect(try await table.call("a", payload: .null, context: .null) == 2)
        table.remove(second, for: "a")
        table.remove(second, for: "a")
        table.remove(second, for: "b")
        #expect(try await table.call("a", payload: .null, context: .null) == 1)
    }

    @Test(
        arguments: [
            ("remind-m", "did you mean \"remind-me\"?"), ("quite other", "known: remind-me"), (nil, nil),
        ] as [(String?, String?)]
    )
    func anUnknownOneIsNamed(id: String?, hint: String?) async throws {
        let table = CallbackTable()
        table.add("remind-me") { _, _ in .null }
        let error = await #expect(throws: HeraldError.self) {
            try await table.call(id, payload: .null, context: .null)
        }
        #expect(error?.code == .unsupported)
        if let id { #expect(error?.message.contains(id) == true) }
        #expect(error?.hint == hint)
    }
}
