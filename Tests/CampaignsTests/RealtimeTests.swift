import Testing
import Values

@testable import Campaigns

@Suite("Realtime state")
struct RealtimeStateTests {
    private func hello(_ offset: Int, epoch: String = "e1", count: Int = 0, version: Int = 1) -> String {
        #"{"type":"hello","epoch":"\#(epoch)","offset":\#(offset),"unread":{"count":\#(count),"version":\#(version)}}"#
    }

    private func event(_ offset: Int, _ id: String, action: String = "sent", count: Int = 1, version: Int = 2) -> String
    {
        let envelope =
            #"{"type":"notification_feed_item","body":{"action":"\#(action)","feedItem":{"id":"\#(id)"}}}"#
        return
            #"{"type":"event","offset":\#(offset),"event":\#(envelope),"unread":{"count":\#(count),"version":\#(version)}}"#
    }

    private func ids(_ events: [RealtimeEvent]) -> [String] {
        events.map { event in
            switch event {
            case .item(let item): "item \(item.id)"
            case .updated(let item): "updated \(item.id)"
            case .retracted(let id): "retracted \(id)"
            case .unread(let unread): "unread \(unread.count)"
            case .connected(let resumed): resumed ? "resumed" : "connected"
            case .gap: "gap"
            case .disconnected: "disconnected"
            case .failed: "failed"
            }
        }
    }

    private func run(_ state: inout RealtimeState, _ texts: [String]) -> [String] {
        texts.flatMap { ids(state.receive($0).events) }
    }

    @Test("a repeated event changes neither list nor count")
    func repeats() {
        var state = RealtimeState()
        let events = run(&state, [hello(0), event(1, "a"), event(1, "a"), event(2, "a", version: 2)])
        #expect(events == ["connected", "unread 0", "item a", "unread 1"])
        #expect(state.offset == 2)
    }

    @Test("an older count never replaces a newer one")
    func versions() {
        var state = RealtimeState()
        let older = #"{"type":"unread","unread":{"count":9,"version":3}}"#
        let events = run(
            &state,
            [hello(0, count: 1, version: 5), older, #"{"type":"unread","unread":{"count":0,"version":6}}"#]
        )
        #expect(events == ["connected", "unread 1", "unread 0"])
        #expect(state.unread == UnreadCount(count: 0, version: 6))
    }

    @Test("a reconnect asks for exactly what was missed, and gets it in order")
    func resume() {
        var state = RealtimeState()
        state.beginConnection()
        #expect(state.query.isEmpty)
        _ = run(&state, [hello(3), event(4, "a")])
        state.beginConnection()
        #expect(state.query.map { "\($0.name)=\($0.value)" } == ["offset=4", "epoch=e1"])
        let events = run(
            &state,
            [hello(6, count: 1, version: 4), event(5, "b", version: 3), event(6, "c", count: 3, version: 5)]
        )
        #expect(events == ["resumed", "unread 1", "item b", "item c", "unread 3"])
        #expect(state.offset == 6)
    }

    @Test("a resume whose events have not come yet still asks from where it stood")
    func brokenResume() {
        var state = RealtimeState()
        _ = run(&state, [hello(3), event(4, "a")])
        state.beginConnection()
        _ = run(&state, [hello(9)])
        state.beginConnection()
        #expect(state.offset == 4)
    }

    @Test("a gap is told once, whichever way the server says it", arguments: [0, 1, 2])
    func gap(way: Int) {
        var state = RealtimeState()
        _ = run(&state, [hello(3), event(4, "a")])
        state.beginConnection()
        let texts = [
            [hello(9, epoch: "e2")], [#"{"type":"gap"}"#, hello(9, epoch: "e2")], [hello(9), #"{"type":"gap"}"#],
        ][way]
        #expect(run(&state, texts).filter { $0 == "gap" } == ["gap"])
        #expect(state.offset == 9)
        #expect(run(&state, [event(10, "b")]).first == "item b")
    }

    @Test("updates and retractions are told apart; what is unknown is skipped with a word")
    func actions() {
        var state = RealtimeState()
        let events = run(&state, [hello(0), event(1, "a", action: "updated"), event(2, "a", action: "retracted")])
        #expect(events.filter { !$0.hasPrefix("unread") } == ["connected", "updated a", "retracted a"])
        for text in ["no json", "5", #"{"type":"x"}"#, event(3, "a", action: "eaten"), event(4, "")] {
            let outcome = state.receive(text)
            #expect(!outcome.diagnostics.isEmpty && ids(outcome.events).allSatisfy { $0.hasPrefix("unread") })
        }
    }

    @Test("the published envelope is read")
    func published() throws {
        let envelope = try Fixture.json("payload-05-websocket-feed-item")
        let frame: JSON = ["type": "event", "offset": 1, "event": envelope]
        var state = RealtimeState()
        let outcome = state.receive(frame.text)
        guard case .item(let item) = outcome.events.first else {
            Issue.record("no item")
            return
        }
        #expect(item.id == "feed-cm4kda" && item.category == "Trips" && outcome.diagnostics.isEmpty)
    }
}

@Suite("Realtime listener")
struct RealtimeListenerTests {
    private let clock = ManualClock()

    private func listener(_ transport: ScriptedTransport) -> RealtimeListener {
        let client = CampaignClient(server: "http://h", credentials: Credentials(token: "t"), transport: transport)
        return RealtimeListener(client: client, clock: clock, random: FixedRandom())
    }

    private static let hello = #"{"type":"hello","epoch":"e","offset":0}"#

    private static func event(_ offset: Int) -> String {
        let envelope = #"{"type":"notification_feed_item","body":{"action":"sent","feedItem":{"id":"i\#(offset)"}}}"#
        return #"{"type":"event","offset":\#(offset),"event":\#(envelope)}"#
    }

    @Test("it reconnects where it broke, and every subscriber hears every event once")
    func reconnect() async throws {
        let sockets = [ScriptedSocket(), ScriptedSocket()]
        let count = Lock(0)
        let transport = ScriptedTransport(opening: { _ in
            let number = count.withLock { number in
                number += 1
                return number
            }
            if number == 2 { throw HeraldError(.unreachable, "down") }
            return sockets[number == 1 ? 0 : 1]
        })
        let listener = listener(transport)
        let (first, second) = (Journal<RealtimeEvent>(), Journal<RealtimeEvent>())
        _ = await listener.subscribe { first.add($0) }
        _ = await listener.subscribe { second.add($0) }
        await listener.start()
        await listener.start()
        sockets[0].push(Self.hello)
        sockets[0].push(Self.event(1))
        _ = await first.wait(for: 2)
        sockets[0].finish(HeraldError(.network, "cut"))
        // The first attempt fails, the second stands: each after a longer sleep.
        try await clock.waitForSleepers()
        #expect(clock.nextDue == .milliseconds(250))
        clock.advanceToNext()
        _ = await first.wait(for: 4)
        try await clock.waitForSleepers()
        #expect(clock.nextDue == .milliseconds(500))
        clock.advanceToNext()
        sockets[1].push(Self.hello)
        sockets[1].push(Self.event(1))
        sockets[1].push(Self.event(2))
        let events = await first.wait(for: 6)
        #expect(transport.requests.last?.url == "ws://h/v1/realtime?offset=1&epoch=e")
        #expect(events[4] == .connected(resumed: true))
        guard case .item(let item) = events[5] else {
            Issue.record("\(events[5])")
            return
        }
        #expect(item.id == "i2")
        #expect(await second.wait(for: 6) == events)
        await listener.stop()
        #expect(first.entries.count == 6)
    }

    @Test("a subscriber that left hears nothing, one that came back hears once")
    func subscriptions() async {
        let socket = ScriptedSocket()
        let listener = listener(ScriptedTransport(opening: { _ in socket }))
        let journal = Journal<RealtimeEvent>()
        let first = await listener.subscribe { journal.add($0) }
        await listener.unsubscribe(first)
        await listener.unsubscribe(first)
        _ = await listener.subscribe { journal.add($0) }
        await listener.start()
        socket.push(Self.hello)
        socket.push(Self.event(1))
        #expect(await journal.wait(for: 2).count == 2)
        await listener.stop()
    }

    @Test("a wrong token ends it at once, and it can be started again")
    func unauthorized() async {
        let transport = ScriptedTransport(opening: { _ in
            throw HeraldError(.network, "refused", details: ["status": 401, "body": ""])
        })
        let listener = listener(transport)
        let journal = Journal<RealtimeEvent>()
        _ = await listener.subscribe { journal.add($0) }
        await listener.start()
        guard case .failed(let error) = await journal.wait(for: 1)[0] else {
            Issue.record("not failed")
            return
        }
        #expect(error.code == .unauthorized && clock.sleeperCount == 0)
        await listener.start()
        #expect(await journal.wait(for: 2).count == 2)
    }

    @Test("the schedule doubles, is capped, and keeps at least half")
    func schedule() {
        for bits in [0, UInt64.max, 12345] {
            var schedule = ReconnectSchedule()
            for attempt in 0..<100 {
                let full = min(500 << Int64(min(attempt, 20)), Int64(30_000))
                let delay = schedule.next(FixedRandom(bits: bits)).milliseconds
                #expect((full / 2...full).contains(delay))
            }
            schedule.reset()
            #expect(schedule.next(FixedRandom(bits: bits)) <= .milliseconds(500))
        }
    }
}
