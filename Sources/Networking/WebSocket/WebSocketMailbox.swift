internal import Values

/// Messages between the loop's thread and the task that receives them.
final class WebSocketMailbox: Sendable {
    /// How a connection ended.
    enum End: Sendable {
        /// In good order, or by our own close.
        case closed
        case failed(HeraldError)
    }

    private struct State {
        var messages: [String] = []
        var first = 0
        var bytes = 0
        var waiting: Promise<String?>?
        var end: End?
        var isPaused = false
    }

    private let state = Lock(State())
    private let maximumMessages: Int
    private let maximumBytes: Int

    init(settings: WebSocketSettings) {
        maximumMessages = max(1, settings.maximumWaitingMessages)
        maximumBytes = max(1, settings.maximumWaitingBytes)
    }

    /// Adds a message; loop's thread.
    func deliver(_ text: String) {
        state.withLock { state -> Void in
            if let waiting = state.waiting {
                state.waiting = nil
                // A wait that was cancelled at this moment leaves the message to the next one.
                if waiting.fulfil(.success(text)) { return }
            }
            state.messages.append(text)
            state.bytes += text.utf8.count
        }
    }

    /// Whether so much waits that the socket should not be read; loop's thread.
    func shouldPause() -> Bool {
        state.withLock { state in
            let waiting = state.messages.count - state.first
            state.isPaused = waiting >= maximumMessages || state.bytes >= maximumBytes
            return state.isPaused
        }
    }

    /// Says that nothing more comes, once; loop's thread.
    func end(_ end: End) {
        let waiting = state.withLock { state -> Promise<String?>? in
            guard state.end == nil else { return nil }
            state.end = end
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.fulfil(end.result)
    }

    /// What a `receive` gets: a promise to wait for, and whether the socket can be read again; any thread.
    func receive() throws(HeraldError) -> (promise: Promise<String?>, resumes: Bool) {
        try state.withLock { (state) throws(HeraldError) -> (Promise<String?>, Bool) in
            let promise = Promise<String?>()
            if state.first < state.messages.count {
                promise.fulfil(.success(state.messages[state.first]))
                return (promise, Self.removeFirst(&state, half: maximumMessages / 2, maximumBytes / 2))
            }
            if let end = state.end {
                promise.fulfil(end.result)
                return (promise, false)
            }
            guard state.waiting == nil else {
                throw HeraldError(.invalidState, "receive is not allowed while another receive waits")
            }
            state.waiting = promise
            return (promise, false)
        }
    }

    /// Forgets a wait that was cancelled; any thread.
    func forget(_ promise: Promise<String?>) {
        state.withLock { state -> Void in
            if state.waiting === promise { state.waiting = nil }
        }
    }

    /// Drops the oldest message; `true` when a paused socket should be read again.
    private static func removeFirst(_ state: inout State, half messages: Int, _ bytes: Int) -> Bool {
        state.bytes -= state.messages[state.first].utf8.count
        state.messages[state.first] = ""
        state.first += 1
        if state.first == state.messages.count {
            state.messages.removeAll(keepingCapacity: true)
            state.first = 0
        } else if state.first >= 1024 {
            state.messages.removeFirst(state.first)
            state.first = 0
        }
        let isRoomy = state.messages.count - state.first <= messages && state.bytes <= bytes
        guard state.isPaused, isRoomy else { return false }
        state.isPaused = false
        return true
    }
}

extension WebSocketMailbox.End {
    fileprivate var result: Result<String?, any Error> {
        switch self {
        case .closed: .success(nil)
        case .failed(let error): .failure(error)
        }
    }
}
