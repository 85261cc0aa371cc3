package import Values

/// One conversation over a channel: start, talk, finish, and start again.
///
/// Handlers are called in order on the session's executor: they hand the event on and return.
package actor ChannelSession {
    package typealias Handler = @Sendable (SessionEvent) -> Void
    package typealias Status = SessionStateMachine.Status

    /// Names one subscription.
    package struct Subscription: Sendable, Hashable {
        fileprivate let id: Int
    }

    /// How long a broken channel may take to come back.
    package static let reconnectWindow: Duration = .seconds(300)
    /// How long a channel may take to close; whoever ends a session does not wait longer for a server that is gone.
    package static let closeTime: Duration = .seconds(3)

    package nonisolated let item: SessionItem
    let driver: any ChannelDriver
    let clock: any HeraldClock
    let random: any RandomSource
    let log: LogSink
    private let coordinator: SessionCoordinator
    private let onConflict: SessionCoordinator.OnConflict

    var machine = SessionStateMachine()
    var channel: (any Channel)?
    /// The engagement that the channel told of last.
    package private(set) var engagement: JSON = .null
    /// Grows with each start, so that what belongs to an earlier one is known to be late.
    private var generation = 0
    private var opening: Task<HeraldError?, Never>?
    private var closing: Task<Void, Never>?
    private var reconnectTimer: Task<Void, Never>?
    /// When the reconnect window ends, in milliseconds of the clock, while it runs.
    private(set) var reconnectEnd: Int64?
    private var gapTimer: Task<Void, Never>?
    private var events: AsyncStream<ChannelEvent>.Continuation?
    private var handlers: [(id: Int, handler: Handler)] = []
    private var lastId = 0
    var inbox = SessionInbox()
    var typingSentAt: Int64?
    var readPosition: Int64 = 0

    package init(
        item: SessionItem,
        driver: any ChannelDriver,
        coordinator: SessionCoordinator,
        onConflict: SessionCoordinator.OnConflict = .end,
        clock: any HeraldClock,
        random: any RandomSource,
        log: @escaping LogSink = { _, _ in }
    ) {
        self.item = item
        self.driver = driver
        self.coordinator = coordinator
        self.onConflict = onConflict
        self.clock = clock
        self.random = random
        self.log = log
    }

    package var status: Status { machine.status }

    /// Hears every event from now on.
    package func subscribe(_ handler: @escaping Handler) -> Subscription {
        lastId += 1
        handlers.append((lastId, handler))
        return Subscription(id: lastId)
    }

    /// Ends one subscription; safe to repeat.
    package func unsubscribe(_ subscription: Subscription) {
        handlers.removeAll { $0.id == subscription.id }
    }

    // MARK: Start and finish

    /// Opens the channel and returns when the session is active.
    ///
    /// - Throws: `invalid_state` when it is live already, `conflict` when another is and may not be ended, and what the
    ///   channel says when it does not open; the session is then `failed` and can be started again.
    package func start() async throws(HeraldError) {
        try item.validate()
        perform(try machine.apply(.start))
        guard let task = opening else { return }
        let failure = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        if let failure { throw failure }
    }

    /// Ends the conversation at the server and returns when the channel is gone, ``closeTime`` at most; safe to repeat.
    ///
    /// - Throws: `invalid_state` when the session was never started; `cancelled`, and the session ends all the same.
    package func finish() async throws(HeraldError) {
        if machine.status == .initial {
            throw HeraldError(.invalidState, "finish is not allowed while the session is initial")
        }
        let (over, continuation) = AsyncStream.makeStream(of: Never.self)
        Task {
            await self.endIfLive()
            continuation.finish()
        }
        for await _ in over {}
        if Task.isCancelled, machine.status.isLive {
            throw HeraldError(.cancelled, "the task was cancelled while the session was ending")
        }
    }

    func endIfLive() async {
        feed(.finish)
        _ = await opening?.value
        await closing?.value
    }

    private func open(_ started: Int) async -> HeraldError? {
        let (stream, continuation) = AsyncStream.makeStream(of: ChannelEvent.self)
        do {
            try await coordinator.claim(self, onConflict: onConflict)
            let channel = try await driver.open(item) { continuation.yield($0) }
            guard machine.status == .connecting, !Task.isCancelled else {
                await end(channel, reason: "finished")
                continuation.finish()
                let error = HeraldError(.cancelled, "the session was ended while it was opening")
                feed(machine.status == .ending ? .closed : .openFailed(error))
                return error
            }
            self.channel = channel
            events = continuation
            feed(.opened)
            Task { for await event in stream { self.take(event, of: started) } }
            return nil
        } catch {
            continuation.finish()
            feed(machine.status == .ending ? .closed : .openFailed(error))
            return error
        }
    }

    private func close(_ reason: String) {
        guard let channel else {
            opening?.cancel()
            return
        }
        self.channel = nil
        closing = Task {
            await self.end(channel, reason: reason)
            self.feed(.closed)
        }
    }

    /// Closes a channel, or leaves it to itself when it takes too long.
    private func end(_ channel: any Channel, reason: String) async {
        let (outcomes, continuation) = AsyncStream.makeStream(of: Bool.self)
        // Not children: what does not heed its cancellation would be waited for.
        let closer = Task {
            await channel.close(reason: reason)
            continuation.yield(true)
        }
        let timer = Task {
            guard (try? await clock.sleep(for: Self.closeTime)) != nil else { return }
            continuation.yield(false)
        }
        // The caller's task may be cancelled, which is no reason to leave the channel.
        let first = Task { await outcomes.first { _ in true } ?? false }
        if await !first.value {
            log(.warning, "session: the channel did not close within \(Self.closeTime) and is left behind")
            closer.cancel()
        }
        timer.cancel()
    }

    // MARK: Decisions

    func feed(_ input: SessionStateMachine.Input) {
        do {
            perform(try machine.apply(input))
        } catch {
            // Only a start can be refused, and starts do not come this way.
            log(.warning, "session: \(error.message)")
        }
    }

    private func perform(_ actions: [SessionStateMachine.Action]) {
        for action in actions {
            switch action {
            case .status(let old, let new): changed(from: old, to: new)
            case .open: beginOpening()
            case .close(let reason): close(reason)
            case .startReconnectWindow: startReconnectTimer()
            case .stopReconnectWindow:
                reconnectTimer?.cancel()
                reconnectEnd = nil
            case .ended(let reason): send(.ended(reason: reason))
            case .error(let error): send(.error(error))
            }
        }
    }

    private func changed(from old: Status, to new: Status) {
        send(.status(old: old, new: new))
        guard new == .ended || new == .failed else { return }
        inbox.end()
        gapTimer?.cancel()
        events?.finish()
        events = nil
        let coordinator = coordinator
        Task { await coordinator.release(self) }
    }

    private func beginOpening() {
        generation += 1
        inbox = SessionInbox()
        typingSentAt = nil
        readPosition = 0
        let started = generation
        closing = nil
        gapTimer = nil
        opening = Task { await self.open(started) }
    }

    private func startReconnectTimer() {
        let started = generation
        reconnectEnd = clock.monotonicMilliseconds + Self.reconnectWindow.milliseconds
        reconnectTimer = Task {
            do {
                try await clock.sleep(for: Self.reconnectWindow)
            } catch {
                return
            }
            if started == self.generation { self.feed(.reconnectWindowPassed) }
        }
    }

    func send(_ event: SessionEvent) {
        for (_, handler) in handlers { handler(event) }
    }

    // MARK: Events of the channel

    private func take(_ event: ChannelEvent, of started: Int) {
        guard started == generation, machine.status.isLive else {
            log(.debug, "session: a late \"\(event.name)\" was dropped")
            return
        }
        let payload = event.payload
        switch event.name {
        case "started":
            engagement = payload["engagement"].isNull ? payload : payload["engagement"]
            send(.started(engagement: engagement))
        case "message": takeMessage(payload)
        case "typing": send(.typing(payload))
        case "disconnected": feed(.disconnected)
        case "reconnected": feed(.reconnected)
        case "ended": feed(.remoteEnded(reason: payload["reason"].string ?? "remote"))
        case "error":
            let code = payload["code"].string.map(HeraldError.Code.init(rawValue:)) ?? .failed
            send(.error(HeraldError(code, payload["message"].string ?? "the channel reported an error")))
        default: send(.other(event))
        }
    }

    private func takeMessage(_ payload: JSON) {
        let (message, diagnostics) = ChannelMessage.read(payload)
        diagnostics.report(to: log, from: "message")
        guard let message else { return }
        deliver(inbox.order(message))
        if inbox.hasGap {
            startGapTimer()
        } else {
            gapTimer?.cancel()
            gapTimer = nil
        }
    }

    private func deliver(_ messages: [ChannelMessage]) {
        for message in messages {
            if message.isOwn {
                send(.sent(message))
            } else {
                send(.message(message))
                if message.from.kind != .system { inbox.add(message) }
            }
        }
    }

    private func startGapTimer() {
        guard gapTimer == nil else { return }
        let started = generation
        gapTimer = Task {
            do {
                try await clock.sleep(for: SessionInbox.gapPatience)
            } catch {
                return
            }
            guard started == self.generation else { return }
            self.gapTimer = nil
            self.deliver(self.inbox.skipGap())
        }
    }
}
