package import Values

extension ChannelSession {
    /// A typing notice goes out at most once in this time.
    private static let typingInterval: Duration = .seconds(5)

    /// Sends a message and returns when the server has stored it.
    ///
    /// While the channel is broken the same message is tried again, under one token, so the server stores it once.
    ///
    /// - Throws: `timeout` when the channel does not come back in time, `cancelled`, `invalid_state` when the session is
    ///   not up, and what the channel says.
    package func send(_ text: String) async throws(HeraldError) -> ChannelMessage {
        guard !text.isEmpty else { throw HeraldError(.invalidArgument, "text: an empty message cannot be sent") }
        let token = IdentifierSource(clock: clock, random: random).next("msg")
        let deadline = clock.monotonicMilliseconds + Self.reconnectWindow.milliseconds
        var schedule = ReconnectSchedule()
        var broken: HeraldError?
        while true {
            if let broken, machine.status == .failed { throw Self.lost(broken) }
            do {
                let answer = try await command("send", ["text": .string(text), "token": .string(token)])
                return Self.sent(text, token: token, answer)
            } catch {
                let isBroken = error.code == .network || error.code == .unreachable
                guard isBroken else { throw error }
                broken = error
                log(.debug, "session: a message is tried again: \(error.message)")
            }
            // Not past the time when the session gives up.
            let left = min(deadline, reconnectEnd ?? deadline) - clock.monotonicMilliseconds
            if left <= 0, let broken { throw Self.lost(broken) }
            do {
                try await clock.sleep(for: min(schedule.next(random), .milliseconds(left)))
            } catch {
                throw HeraldError(.cancelled, "the task was cancelled while a message waited for the channel")
            }
        }
    }

    /// The next message of the other side that was not yet received; system notices are left to listeners.
    ///
    /// - Returns: `nil` when the session is over and everything was received.
    /// - Throws: `timeout`, `cancelled`, and `invalid_state` when the session was never started.
    package func receive(timeout: Duration? = nil) async throws(HeraldError) -> ChannelMessage? {
        try machine.require("receive", in: [.connecting, .active, .reconnecting, .ending, .ended, .failed])
        if let message = inbox.take() { return message }
        if inbox.isOver { return nil }
        switch await waitForMessage(timeout) {
        case .message(let message): return message
        case .over: return nil
        case .cancelled: throw HeraldError(.cancelled, "the task was cancelled while it waited for a message")
        case .timeout:
            let seconds = Double((timeout ?? .zero).milliseconds) / 1000
            throw HeraldError(.timeout, "no message came within \(seconds) s")
        }
    }

    /// Tells the other side that the user is writing; more than one in five seconds are left out.
    package func typing() async throws(HeraldError) {
        try machine.require("typing", in: [.active])
        let now = clock.monotonicMilliseconds
        if let last = typingSentAt, now - last < Self.typingInterval.milliseconds { return }
        typingSentAt = now
        _ = try await command("typing", [:])
    }

    /// Reports what was read; the position only moves forward.
    package func markRead(_ sequence: Int64) async throws(HeraldError) {
        try machine.require("mark_read", in: [.active])
        guard sequence > readPosition else { return }
        readPosition = sequence
        _ = try await command("read", ["sequence": .int(sequence)])
    }

    /// Runs any command of the channel, for example `view`.
    package func command(_ name: String, _ parameters: JSON = [:]) async throws(HeraldError) -> JSON {
        try machine.require(name, in: [.active, .reconnecting])
        guard let channel else { throw HeraldError(.invalidState, "\(name) is not allowed: the channel is closed") }
        return try await channel.command(name, parameters)
    }

    private func waitForMessage(_ timeout: Duration?) async -> SessionInbox.Answer {
        let id = inbox.nextWaiter()
        let timer = timeout.map { limit in
            Task {
                do {
                    try await clock.sleep(for: limit)
                } catch {
                    return
                }
                self.inbox.stopWaiting(id, .timeout)
            }
        }
        defer { timer?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: .cancelled)
                } else {
                    inbox.wait(id, continuation)
                }
            }
        } onCancel: {
            Task { await self.stopWaiting(id) }
        }
    }

    private func stopWaiting(_ id: Int) { inbox.stopWaiting(id, .cancelled) }

    private static func lost(_ cause: HeraldError) -> HeraldError {
        HeraldError(.timeout, "the message was not sent: the channel did not come back in time", cause: cause)
    }

    private static func sent(_ text: String, token: String, _ answer: JSON) -> ChannelMessage {
        ChannelMessage(
            wire: answer,
            id: answer["id"].string ?? token,
            sequence: answer["sequence"].int,
            from: ChannelMessage.Author(kind: .user),
            text: text,
            token: token
        )
    }
}
