import Testing
import Values

@testable import Campaigns

@Suite("Channel sessions")
struct ChannelSessionTests {
    private let clock = ManualClock()
    private let coordinator = SessionCoordinator()
    private let journal = Journal<String>()

    private static func item(_ entry: String = "e1", channel: String = "chat", apiKey: String = "k") -> SessionItem {
        SessionItem(channel: channel, target: .entry(id: entry), apiKey: apiKey)
    }

    private func session(
        _ driver: ScriptedDriver,
        item: SessionItem = item(),
        onConflict: SessionCoordinator.OnConflict = .end
    ) async -> ChannelSession {
        let session = ChannelSession(
            item: item,
            driver: driver,
            coordinator: coordinator,
            onConflict: onConflict,
            clock: clock,
            random: FixedRandom()
        )
        _ = await session.subscribe { [journal] in journal.add($0.line) }
        return session
    }

    private static let opening = ["initial→connecting", "connecting→active"]

    private func error(_ body: () async throws -> Void) async -> HeraldError? {
        await #expect(throws: HeraldError.self) { try await body() }
    }

    @Test("start, talk, finish, start again")
    func life() async throws {
        let driver = ScriptedDriver()
        let session = await session(driver)
        try await session.start()
        driver.emit("started", ["engagement": ["id": "g1"]])
        driver.emitMessage(1, "Hello")
        _ = await journal.wait(for: 4)
        #expect(await session.engagement["id"] == "g1")
        #expect(try await session.receive()?.text == "Hello")
        try await session.finish()
        try await session.finish()
        #expect(await session.status == .ended)
        #expect(
            journal.entries == Self.opening + [
                "started", "message Hello", "active→ending", "ending→ended", "ended finished",
            ]
        )
        #expect(driver.journal.entries == ["open", "close finished"])
        try await session.start()
        #expect(await session.status == .active)
    }

    @Test("a call that is not allowed names itself and the state")
    func notAllowed() async throws {
        let session = await session(ScriptedDriver())
        let calls: [(String, () async throws -> Void)] = [
            ("send", { _ = try await session.send("x") }), ("receive", { _ = try await session.receive() }),
            ("typing", { try await session.typing() }), ("finish", { try await session.finish() }),
            ("view", { _ = try await session.command("view") }), ("mark_read", { try await session.markRead(1) }),
        ]
        for (name, call) in calls {
            let error = await error(call)
            #expect(
                error?.code == .invalidState && error?.message == "\(name) is not allowed while the session is initial"
            )
        }
        try await session.start()
        let again = await error { try await session.start() }
        #expect(again?.message == "start is not allowed while the session is active")
    }

    @Test("a channel that does not open leaves a session that can be started again")
    func openFails() async throws {
        let fails = Lock(true)
        let driver = ScriptedDriver(opening: { () throws(HeraldError) in
            if fails.withLock({ $0 }) { throw HeraldError(.unauthorized, "who?") }
        })
        let session = await session(driver)
        let failure = await error { try await session.start() }
        #expect(failure?.code == .unauthorized)
        #expect(await session.status == .failed)
        fails.withLock { $0 = false }
        try await session.start()
        #expect(
            journal.entries == [
                "initial→connecting", "connecting→failed", "error unauthorized", "failed→connecting",
                "connecting→active",
            ]
        )
    }

    @Test(
        "what cannot be opened is refused before anything is",
        arguments: [
            item("", channel: "chat"), item("e", channel: ""), item("e", apiKey: ""),
        ]
    )
    func invalid(item: SessionItem) async {
        let driver = ScriptedDriver()
        let session = await session(driver, item: item)
        let error = await error { try await session.start() }
        #expect(error?.code == .invalidArgument && driver.journal.entries.isEmpty && journal.entries.isEmpty)
    }

    @Test("messages out of order are sorted, repeats dropped, own ones and notices are not received")
    func order() async throws {
        let driver = ScriptedDriver()
        let session = await session(driver)
        try await session.start()
        driver.emitMessage(2, "b")
        driver.emitMessage(1, "a", kind: "user")
        driver.emitMessage(2, "b")
        driver.emitMessage(3, "n", kind: "system")
        driver.emitMessage(4, "c", kind: "bot")
        #expect(await journal.wait(for: 6).dropFirst(2) == ["sent a", "message b", "message n", "message c"])
        #expect(try await session.receive()?.text == "b")
        #expect(try await session.receive()?.text == "c")
    }

    @Test("a message that never comes does not hold the others for ever")
    func gap() async throws {
        let driver = ScriptedDriver()
        let session = await session(driver)
        try await session.start()
        driver.emitMessage(5, "late")
        try await clock.waitForSleepers()
        #expect(journal.entries == Self.opening)
        clock.advance(by: SessionInbox.gapPatience)
        #expect(await journal.wait(for: 3).last == "message late")
    }

    @Test("receive waits, runs into its time-out, is cancelled, and ends with the session")
    func receive() async throws {
        let driver = ScriptedDriver()
        let session = await session(driver)
        try await session.start()
        let timed = Task { try await session.receive(timeout: .seconds(5)) }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        let timeout = await error { _ = try await timed.value }
        #expect(timeout?.code == .timeout && timeout?.message == "no message came within 5.0 s")

        let cancelled = Task { try await session.receive() }
        cancelled.cancel()
        #expect(await error { _ = try await cancelled.value }?.code == .cancelled)

        let answered = Task { try await session.receive(timeout: .seconds(5)) }
        try await clock.waitForSleepers()
        driver.emitMessage(1, "now")
        #expect(try await answered.value?.text == "now")

        driver.emitMessage(2, "last")
        _ = await journal.wait(for: 4)
        try await session.finish()
        #expect(try await session.receive()?.text == "last")
        #expect(try await session.receive() == nil)
    }

    @Test("the end is told once, whichever side ends and however many frames say so")
    func remoteEnd() async throws {
        let driver = ScriptedDriver()
        let session = await session(driver)
        try await session.start()
        let waiting = Task { try await session.receive() }
        driver.emit("ended", ["reason": "expired"])
        driver.emit("ended", ["reason": "remote"])
        #expect(await journal.wait(for: 5) == Self.opening + ["active→ending", "ending→ended", "ended expired"])
        try await session.finish()
        #expect(try await waiting.value == nil)
        #expect(journal.entries.count == 5)
    }

    @Test("a broken channel may come back; what comes too late fails the session")
    func reconnect() async throws {
        let driver = ScriptedDriver()
        let session = await session(driver)
        try await session.start()
        driver.emit("disconnected")
        driver.emit("disconnected")
        driver.emit("reconnected")
        driver.emit("reconnected")
        #expect(await journal.wait(for: 4).suffix(2) == ["active→reconnecting", "reconnecting→active"])
        driver.emit("disconnected")
        _ = await journal.wait(for: 5)
        try await clock.waitForSleepers()
        clock.advance(by: ChannelSession.reconnectWindow)
        #expect(await journal.wait(for: 7).suffix(2) == ["reconnecting→failed", "error timeout"])
        #expect(await driver.journal.wait(for: 2).last == "close failed")
    }

    @Test("a message whose acknowledgement was lost is tried again under the same token")
    func resend() async throws {
        let tokens = Journal<String>()
        let driver = ScriptedDriver(answer: { (_, parameters) throws(HeraldError) in
            tokens.add(parameters["token"].string ?? "")
            if tokens.entries.count < 3 { throw HeraldError(.network, "cut") }
            return ["id": "m9", "sequence": 9]
        })
        let session = await session(driver)
        try await session.start()
        let sending = Task { try await session.send("hi") }
        for _ in 0..<2 {
            try await clock.waitForSleepers()
            clock.advanceToNext()
        }
        let message = try await sending.value
        #expect(message.id == "m9" && message.sequence == 9 && message.isOwn && message.token == tokens.entries[0])
        #expect(Set(tokens.entries).count == 1 && tokens.entries.count == 3)
        #expect(await error { _ = try await session.send("") }?.code == .invalidArgument)
    }

    // MARK: A server that is gone for good

    /// A channel whose connection is broken, and which waits without end for a server to close it.
    private static func goneDriver() -> ScriptedDriver {
        ScriptedDriver(
            answer: { (_, _) throws(HeraldError) in throw HeraldError(.network, "broken") },
            closing: {
                // Heeds no cancellation, as a plugin may.
                await Task.detached { for await _ in AsyncStream<Never>.makeStream().stream {} }.value
            }
        )
    }

    @Test("finish does not wait for ever", arguments: [true, false])
    func finishWithoutServer(isReconnecting: Bool) async throws {
        let driver = Self.goneDriver()
        let session = await session(driver)
        try await session.start()
        if isReconnecting {
            driver.emit("disconnected")
            _ = await journal.wait(for: 3)
        }
        let finishing = Task { try await session.finish() }
        _ = await driver.journal.wait(for: 2)
        while clock.nextDue != ChannelSession.closeTime { await Task.yield() }
        #expect(await session.status == .ending)
        clock.advance(by: ChannelSession.closeTime)
        try await finishing.value
        #expect(await session.status == .ended)
        #expect(journal.entries.last == "ended finished")
    }

    @Test("finish can be cancelled, and the session ends all the same")
    func cancelledFinish() async throws {
        let driver = Self.goneDriver()
        let session = await session(driver)
        try await session.start()
        let finishing = Task { try await session.finish() }
        _ = await driver.journal.wait(for: 2)
        finishing.cancel()
        #expect(await error { try await finishing.value }?.code == .cancelled)
        #expect(await session.status == .ending)
        try await clock.waitForSleepers()
        clock.advance(by: ChannelSession.closeTime)
        #expect(await journal.wait(for: 5).last == "ended finished")
    }

    @Test("a message is given up with the session, at the end of the reconnect window")
    func sendWithoutServer() async throws {
        let driver = Self.goneDriver()
        let session = await session(driver)
        try await session.start()
        driver.emit("disconnected")
        _ = await journal.wait(for: 3)
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(100))
        let sending = Task { try await session.send("hi") }
        let end = clock.monotonicMilliseconds - 100_000 + ChannelSession.reconnectWindow.milliseconds
        // The window's timer and the message's next attempt.
        while clock.monotonicMilliseconds < end {
            try await clock.waitForSleepers(2)
            clock.advanceToNext()
        }
        let error = await error { _ = try await sending.value }
        #expect(error?.code == .timeout && error?.cause?.code == .network)
        #expect(clock.monotonicMilliseconds == end)
    }

    @Test("a message that waits for the channel can be cancelled at once")
    func cancelledSend() async throws {
        let driver = Self.goneDriver()
        let session = await session(driver)
        try await session.start()
        let sending = Task { try await session.send("hi") }
        try await clock.waitForSleepers()
        sending.cancel()
        #expect(await error { _ = try await sending.value }?.code == .cancelled)
    }

    @Test("typing goes out once in five seconds, the read position only forward")
    func throttle() async throws {
        let driver = ScriptedDriver()
        let session = await session(driver)
        try await session.start()
        for _ in 0..<3 { try await session.typing() }
        clock.advance(by: .seconds(5))
        try await session.typing()
        for sequence in [3, 2, 3, 4] { try await session.markRead(Int64(sequence)) }
        #expect(driver.journal.entries == ["open", "typing", "typing", "read", "read"])
    }

    @Test("ending while it opens gives up the opening")
    func finishWhileOpening() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let driver = ScriptedDriver(opening: { () throws(HeraldError) in
            for await _ in gate.stream { break }
            if Task.isCancelled { throw HeraldError(.cancelled, "cancelled") }
        })
        let session = await session(driver)
        let starting = Task { try await session.start() }
        _ = await driver.journal.wait(for: 1)
        try await session.finish()
        #expect(await error { try await starting.value }?.code == .cancelled)
        #expect(journal.entries == ["initial→connecting", "connecting→ending", "ending→ended", "ended finished"])
    }

    @Test("what an earlier conversation still says is dropped")
    func late() async throws {
        let driver = ScriptedDriver()
        let session = await session(driver)
        try await session.start()
        try await session.finish()
        try await session.start()
        driver.emit("message", ["id": "old", "sequence": 1, "text": "old"], channel: 0)
        driver.emitMessage(1, "new")
        let messages = await journal.wait(for: 8).filter { $0.hasPrefix("message") }
        #expect(messages == ["message new"])
    }

    // MARK: One live session for each channel

    @Test("another session ends the first, completely, before it opens")
    func conflictEnd() async throws {
        let driver = ScriptedDriver()
        let (first, second) = (await session(driver), await session(driver, item: Self.item("e2")))
        try await first.start()
        try await second.start()
        #expect(driver.journal.entries == ["open", "close finished", "open"])
        #expect(await first.status == .ended)
        #expect(await second.status == .active)
    }

    @Test("or is refused, or asks", arguments: [nil, true, false] as [Bool?])
    func conflictOther(answer: Bool?) async throws {
        let driver = ScriptedDriver()
        let first = await session(driver)
        try await first.start()
        let policy =
            answer.map { end in
                SessionCoordinator.OnConflict.decide { live, new in
                    #expect(live.target == .entry(id: "e1") && new.target == .entry(id: "e2"))
                    return end
                }
            } ?? .error
        let second = await session(driver, item: Self.item("e2"), onConflict: policy)
        if answer == true {
            try await second.start()
            #expect(await first.status == .ended)
        } else {
            #expect(await error { try await second.start() }?.code == .conflict)
            #expect(await first.status == .active)
            #expect(await second.status == .failed)
        }
    }

    @Test("sessions of different channels live side by side, and a change of user ends all")
    func sideBySide() async throws {
        let driver = ScriptedDriver()
        let sessions = [
            await session(driver), await session(driver, item: Self.item(channel: "zva")),
            await session(driver, item: Self.item(channel: "video")),
        ]
        for session in sessions { try await session.start() }
        for session in sessions { #expect(await session.status == .active) }
        await coordinator.finishAll()
        for session in sessions { #expect(await session.status == .ended) }
    }

    @Test("the same campaign fetched again is the same session; another key or entry is not")
    func keys() async throws {
        let wire: JSON = ["id": "linen", "name": "Linen", "channels": ["chat"]]
        let (first, again) = (WebCampaign.read(wire, at: "").entry, WebCampaign.read(wire, at: "").entry)
        let campaign = try #require(first)
        #expect(campaign == again)
        let item = SessionItem(channel: "chat", target: .campaign(campaign), apiKey: "k")
        var renamed = campaign
        renamed.revision = 2
        #expect(SessionItem(channel: "chat", target: .campaign(renamed), apiKey: "k").key == item.key)
        #expect(SessionItem(channel: "chat", target: .campaign(campaign), apiKey: "other").key != item.key)
        #expect(SessionItem(channel: "chat", target: .entry(id: "linen"), apiKey: "k").key != item.key)
        let session = await session(ScriptedDriver(), item: item)
        try await session.start()
        #expect(await coordinator.liveSession(item.key) === session)
        #expect(item.parameters["campaign"] == wire)
        try await session.finish()
        let video = SessionItem(channel: "video", target: .campaign(campaign), apiKey: "k")
        #expect(await error { try await self.session(ScriptedDriver(), item: video).start() }?.code == .invalidArgument)
    }
}
