package import Values

/// Keeps one realtime connection up for any number of subscribers and resumes where it broke.
///
/// Handlers are called in order, one after the other, on the listener's executor: they hand the event on and return.
package actor RealtimeListener {
    package typealias Handler = @Sendable (RealtimeEvent) -> Void

    /// Names one subscription.
    package struct Subscription: Sendable, Hashable {
        fileprivate let id: Int
    }

    private static let path = "/v1/realtime"

    private let client: CampaignClient
    private let clock: any HeraldClock
    private let random: any RandomSource
    private var schedule: ReconnectSchedule
    private var state = RealtimeState()
    private var handlers: [(id: Int, handler: Handler)] = []
    private var lastId = 0
    private var running: Task<Void, Never>?
    private var connection: (any WebSocketConnection)?

    package init(
        client: CampaignClient,
        clock: any HeraldClock,
        random: any RandomSource,
        schedule: ReconnectSchedule = ReconnectSchedule()
    ) {
        self.client = client
        self.clock = clock
        self.random = random
        self.schedule = schedule
    }

    /// Hears every event from now on.
    package func subscribe(_ handler: @escaping Handler) -> Subscription {
        lastId += 1
        handlers.append((lastId, handler))
        return Subscription(id: lastId)
    }

    /// Ends one subscription; safe to repeat, the others stay.
    package func unsubscribe(_ subscription: Subscription) {
        handlers.removeAll { $0.id == subscription.id }
    }

    /// The newest unread count the server told.
    package var unread: UnreadCount? { state.unread }

    /// Whether a connection stands and has said hello.
    package private(set) var isConnected = false

    /// Connects, once; safe to repeat.
    package func start() {
        guard running == nil else { return }
        running = Task { await self.run() }
    }

    /// Closes the connection and returns when it is gone; a later ``start()`` resumes.
    package func stop() async {
        guard let task = running else { return }
        task.cancel()
        await connection?.close(code: 1000, reason: "")
        await task.value
        if running == task { running = nil }
    }

    private func run() async {
        while !Task.isCancelled {
            do {
                try await listen()
            } catch {
                guard !Task.isCancelled else { return }
                if Self.isFinal(error) {
                    running = nil
                    send(.failed(error))
                    return
                }
                send(.disconnected(error))
            }
            do {
                try await clock.sleep(for: schedule.next(random))
            } catch {
                return
            }
        }
    }

    /// One connection from hello to its end.
    private func listen() async throws(HeraldError) {
        state.beginConnection()
        let socket = try await client.socket(Self.path, query: state.query)
        connection = socket
        defer {
            connection = nil
            isConnected = false
        }
        do {
            while let text = try await socket.receive() { take(text) }
            throw HeraldError(.network, "the server closed the realtime connection")
        } catch {
            await socket.close(code: 1000, reason: "")
            throw HeraldError(error)
        }
    }

    private func take(_ text: String) {
        let outcome = state.receive(text)
        outcome.diagnostics.report(to: client.log, from: Self.path)
        if outcome.isHello {
            schedule.reset()
            isConnected = true
        }
        for event in outcome.events { send(event) }
    }

    private func send(_ event: RealtimeEvent) {
        for (_, handler) in handlers { handler(event) }
    }

    /// Trying again does not help without other credentials or another server.
    private static func isFinal(_ error: HeraldError) -> Bool {
        [.unauthorized, .denied, .notFound, .badURL, .invalidArgument].contains(error.code)
    }
}
