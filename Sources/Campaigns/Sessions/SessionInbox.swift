/// What the other side wrote and the script has not yet received.
struct SessionInbox {
    /// How long messages wait for one that is missing before they are delivered without it.
    static let gapPatience: Duration = .seconds(1)
    /// Of messages that nobody receives the oldest are forgotten beyond this many.
    static let capacity = 10_000

    private var sequence = MessageOrder()
    private var messages: [ChannelMessage] = []
    private var waiters: [(id: Int, continuation: CheckedContinuation<Answer, Never>)] = []
    private var lastId = 0
    private(set) var isOver = false

    /// What a wait for a message ends with.
    enum Answer: Sendable {
        case message(ChannelMessage)
        /// The session is over.
        case over
        case timeout
        case cancelled
    }

    var hasGap: Bool { sequence.hasGap }

    mutating func order(_ message: ChannelMessage) -> [ChannelMessage] { sequence.receive(message) }
    mutating func skipGap() -> [ChannelMessage] { sequence.skipGap() }

    mutating func add(_ message: ChannelMessage) {
        if !waiters.isEmpty {
            waiters.removeFirst().continuation.resume(returning: .message(message))
            return
        }
        messages.append(message)
        if messages.count > Self.capacity { messages.removeFirst() }
    }

    /// The oldest message that was not received, if there is one.
    mutating func take() -> ChannelMessage? { messages.isEmpty ? nil : messages.removeFirst() }

    /// A new name for a wait.
    mutating func nextWaiter() -> Int {
        lastId += 1
        return lastId
    }

    mutating func wait(_ id: Int, _ continuation: CheckedContinuation<Answer, Never>) {
        waiters.append((id, continuation))
    }

    mutating func stopWaiting(_ id: Int, _ answer: Answer) {
        guard let place = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: place).continuation.resume(returning: answer)
    }

    /// Says that no further message comes; who waits is told, what is there can still be received.
    mutating func end() {
        isOver = true
        for waiter in waiters { waiter.continuation.resume(returning: .over) }
        waiters.removeAll()
    }
}
