import Storage
import Values

/// One realtime connection: greeting, what was missed, and then what happens.
struct RealtimeSession: Sendable {
    /// Where a client says that it stopped.
    struct Resume: Sendable {
        var offset: Int64
        var epoch: String?
    }

    /// Events read from the store at once.
    private static let pageSize = 100

    let user: String
    /// Whether the server knew the user when the connection was asked for.
    let isKnown: Bool
    let resume: Resume?
    /// The token that let the client in; `nil` for an admin who acts for the user.
    let token: OpenToken?
    let store: any CampaignStore
    let hub: RealtimeHub
    let log: LogSink

    func run(_ socket: ServerSocket) async {
        // Before the state is read: what happens in between is then told at least once, and the offset sorts it out.
        let news = hub.subscribe(user)
        async let end: Void = hear(socket, news)
        do {
            try await tell(socket, news)
            socket.close()
        } catch {
            log(.error, "a realtime connection ended: \(HeraldError(error))")
            socket.close(code: 1011, reason: "an error on the server")
        }
        await end
        hub.unsubscribe(user, news)
    }

    /// Clients have nothing to say here; the end of the socket ends the session.
    private func hear(_ socket: ServerSocket, _ news: WakeBox<RealtimeHub.News>) async {
        while await socket.receive() != nil {}
        news.close()
    }

    private func tell(_ socket: ServerSocket, _ news: WakeBox<RealtimeHub.News>) async throws {
        let state = try await store.realtimeState(for: user)
        // Erased before there was anybody to tell.
        if isKnown, try await store.user(user) == nil { return socket.close(code: 1008, reason: Self.erased) }
        var position = state.offset
        var newest = state.unread.version
        socket.send(Self.hello(state))
        if let resume {
            if resume.epoch == state.epoch, (0...state.offset).contains(resume.offset) {
                position = resume.offset
                try await catchUp(socket, &position, &newest)
            } else {
                socket.send(Self.gap)
            }
        }
        while let wake = await news.next() {
            if wake.isErased { return socket.close(code: 1008, reason: Self.erased) }
            if let token, try await token.state() != .good { return socket.close(code: 1008, reason: OpenToken.reason) }
            if wake.hasEvents { try await catchUp(socket, &position, &newest) }
            if let unread = wake.unread, unread.version > newest {
                newest = unread.version
                socket.send(JSON.object(JSONObject([("type", "unread"), ("unread", unread.json)])).text)
            }
        }
    }

    /// Sends the events behind `position`, in order.
    private func catchUp(_ socket: ServerSocket, _ position: inout Int64, _ newest: inout Int64) async throws {
        while !Task.isCancelled {
            switch try await store.events(for: user, after: position, limit: Self.pageSize) {
            case .gap(let latest):
                socket.send(Self.gap)
                position = latest
            case .events(let events, let upTo, let hasMore):
                if !events.isEmpty {
                    let unread = try await store.realtimeState(for: user).unread
                    newest = max(newest, unread.version)
                    for event in events {
                        await socket.ready()
                        socket.send(Self.message(event, unread))
                    }
                }
                position = max(position, upTo)
                guard hasMore else { return }
            }
        }
    }

    private static let erased = "the user was erased"

    // MARK: Frames

    private static let gap = #"{"type":"gap"}"#

    private static func hello(_ state: RealtimeState) -> String {
        let frame: JSON = [
            "type": "hello", "epoch": .string(state.epoch), "offset": .int(state.offset), "unread": state.unread.json,
        ]
        return frame.text
    }

    /// An event read from the store has no count of its own; the present one is at least as new.
    private static func message(_ event: FeedEvent, _ unread: UnreadCount) -> String {
        var frame = JSONTextBuilder()
        frame.openObject()
        frame.member("type", "event")
        frame.member("offset", event.offset)
        frame.name("event")
        frame.openObject()
        frame.member("appId", Application.localID)
        frame.member("type", "notification_feed_item")
        frame.member("receiver", event.receiver)
        frame.member("receiverType", "user")
        frame.member("sender", "server")
        frame.name("body")
        frame.openObject()
        frame.member("action", event.action.rawValue)
        frame.name("feedItem")
        event.item.write(to: &frame)
        frame.closeObject()
        frame.closeObject()
        frame.member("unread", unread.json)
        frame.closeObject()
        return frame.written.text
    }
}
