import Storage
import Values

/// One socket of an engagement: greeting, what was missed, and then what both sides say.
struct EngagementSession: Sendable {
    /// Messages read from the store at once.
    private static let pageSize = 100

    let engagement: Engagement
    let agent: ChatAuthor?
    let visitor: ChatAuthor
    /// Sequence of the last message that the client has.
    let after: Int64
    /// The token that let the client in; `nil` for an admin.
    let token: OpenToken?
    let desk: EngagementDesk
    let log: LogSink

    func run(_ socket: ServerSocket) async {
        // Before anything is read, so that what happens in between is heard.
        let news = desk.hub.subscribe(engagement.id)
        async let end: Void = hear(socket, news)
        do {
            try await tell(socket, news)
        } catch {
            log(.error, "a chat connection ended: \(HeraldError(error))")
            socket.close(code: 1011, reason: "an error on the server")
        }
        await end
        desk.hub.unsubscribe(engagement.id, news)
    }

    // MARK: To the client

    private func tell(_ socket: ServerSocket, _ news: WakeBox<EngagementHub.News>) async throws {
        guard let now = try await desk.store.engagement(engagement.id) else { return socket.close() }
        let hello: JSON = ["type": "hello", "engagement": now.json(agent: agent), "sequence": .int(now.sequence)]
        socket.send(hello.text)
        var position = after
        try await catchUp(socket, &position)
        if now.status == .ended { return finish(socket, now.endReason) }
        while let wake = await news.next() {
            let state = try await token?.state() ?? .good
            if state == .bad { return socket.close(code: 1008, reason: OpenToken.reason) }
            // With an erased user the conversation ends, too, and says so.
            guard state == .good || wake.ended != nil else { continue }
            if state == .good, wake.hasMessages || wake.ended != nil { try await catchUp(socket, &position) }
            if let author = wake.typing {
                socket.send(JSON.object(JSONObject([("type", "typing"), ("from", author.json)])).text)
            }
            if let reason = wake.ended { return finish(socket, reason) }
        }
        socket.close()
    }

    private func catchUp(_ socket: ServerSocket, _ position: inout Int64) async throws {
        while !Task.isCancelled {
            let page = try await desk.store.messages(of: engagement.id, after: position, limit: Self.pageSize)
            for message in page {
                await socket.ready()
                socket.send(message.frame.text)
                position = message.sequence
            }
            guard page.count == Self.pageSize else { return }
        }
    }

    private func finish(_ socket: ServerSocket, _ reason: String?) {
        let frame: JSON = ["type": "ended", "reason": .string(reason ?? "finished")]
        socket.send(frame.text)
        socket.close(code: 1000, reason: "ended")
    }

    // MARK: From the client

    private func hear(_ socket: ServerSocket, _ news: WakeBox<EngagementHub.News>) async {
        while let text = await socket.receive() {
            let frame = EngagementFrame(text)
            do {
                if let token, try await token.state() != .good {
                    socket.close(code: 1008, reason: OpenToken.reason)
                    break
                }
                try await take(frame, socket, news)
            } catch {
                socket.send(desk.refusal(error, token: frame.token).text)
            }
        }
        news.close()
    }

    private func take(
        _ frame: EngagementFrame,
        _ socket: ServerSocket,
        _ news: WakeBox<EngagementHub.News>
    ) async throws {
        switch frame {
        case .message(let text, let token):
            let stored = try await desk.receive(text, token: token, from: visitor, in: engagement)
            // The first time it comes with the others; a client that repeats itself has missed the echo.
            if !stored.isNew { socket.send(stored.message.frame.text) }
        case .typing: desk.hub.publishTyping(engagement.id, by: visitor, except: news)
        case .read(let sequence): try await desk.markRead(upTo: sequence, in: engagement)
        case .end: _ = try await desk.end(engagement.id, reason: "finished")
        case .bad(let problem, _): throw RequestFault.validation(problem)
        }
    }
}
