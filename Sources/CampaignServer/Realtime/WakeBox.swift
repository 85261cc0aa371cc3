import Values

/// What a subscriber is told; things told before it listens are merged, so that a slow one costs no memory.
protocol Wake: Sendable {
    mutating func merge(_ later: Self)
}

/// Holds what one subscriber has not heard yet.
final class WakeBox<Content: Wake>: Sendable {
    private struct State: Sendable {
        var pending: Content?
        var waiter: CheckedContinuation<Content?, Never>?
        var isClosed = false
    }

    private let state = Lock(State())

    func post(_ wake: Content) {
        let waiter = state.withLock { state -> CheckedContinuation<Content?, Never>? in
            guard !state.isClosed else { return nil }
            guard state.waiter == nil else {
                defer { state.waiter = nil }
                return state.waiter
            }
            if state.pending == nil { state.pending = wake } else { state.pending?.merge(wake) }
            return nil
        }
        waiter?.resume(returning: wake)
    }

    /// What was told since the last call, or `nil` after ``close()``; one call at a time.
    func next() async -> Content? {
        await withCheckedContinuation { continuation in
            let (isReady, wake) = state.withLock { state -> (Bool, Content?) in
                if let pending = state.pending {
                    state.pending = nil
                    return (true, pending)
                }
                if state.isClosed || state.waiter != nil { return (true, nil) }
                state.waiter = continuation
                return (false, nil)
            }
            if isReady { continuation.resume(returning: wake) }
        }
    }

    /// Ends the subscription; what was told before is still given out.
    func close() {
        let waiter = state.withLock { state -> CheckedContinuation<Content?, Never>? in
            state.isClosed = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }
}

/// Who listens to what.
final class SubscriberTable<Content: Wake>: Sendable {
    private let boxes = Lock<[String: [ObjectIdentifier: WakeBox<Content>]]>([:])

    func subscribe(_ key: String) -> WakeBox<Content> {
        let box = WakeBox<Content>()
        boxes.withLock { $0[key, default: [:]][ObjectIdentifier(box)] = box }
        return box
    }

    func unsubscribe(_ key: String, _ box: WakeBox<Content>) {
        boxes.withLock { boxes in
            boxes[key]?[ObjectIdentifier(box)] = nil
            if boxes[key]?.isEmpty == true { boxes[key] = nil }
        }
    }

    /// Tells everyone who listens to `key`, but not `except`.
    func post(_ key: String, _ wake: Content, except: WakeBox<Content>? = nil) {
        let listeners = boxes.withLock { boxes in boxes[key].map { Array($0.values) } ?? [] }
        for box in listeners where box !== except { box.post(wake) }
    }
}
