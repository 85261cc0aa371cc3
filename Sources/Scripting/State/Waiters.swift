internal import Values

/// Tasks of Swift that wait for one thing; each is woken once.
final class Waiters: Sendable {
    typealias Ticket = Int

    private struct Content {
        var isOver = false
        var next: Ticket = 0
        var waiting: [Ticket: CheckedContinuation<Void, Never>] = [:]
        var woken: Set<Ticket> = []
    }

    private let content = Lock(Content())

    /// Returns when ``finish()`` was called, or the calling task is cancelled.
    nonisolated(nonsending) func wait() async {
        let ticket = content.withLock { content -> Ticket in
            content.next += 1
            return content.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = content.withLock { content -> Bool in
                    if content.isOver || content.woken.remove(ticket) != nil { return true }
                    content.waiting[ticket] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake(ticket)
        }
        content.withLock { _ = $0.woken.remove(ticket) }
    }

    /// Returns when ``finish()`` was called, also when the calling task is cancelled.
    nonisolated(nonsending) func waitToEnd() async {
        await withCheckedContinuation { continuation in
            let isOver = content.withLock { content -> Bool in
                if content.isOver { return true }
                content.next += 1
                content.waiting[content.next] = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Wakes one; when it does not wait yet, it will not.
    func wake(_ ticket: Ticket) {
        let continuation = content.withLock { content -> CheckedContinuation<Void, Never>? in
            if let continuation = content.waiting.removeValue(forKey: ticket) { return continuation }
            content.woken.insert(ticket)
            return nil
        }
        continuation?.resume()
    }

    /// Wakes all, now and later.
    func finish() {
        let all = content.withLock { content -> [CheckedContinuation<Void, Never>] in
            content.isOver = true
            defer { content.waiting = [:] }
            return Array(content.waiting.values)
        }
        for continuation in all { continuation.resume() }
    }
}

extension Waiters {
    /// Something that became true once.
    final class Flag: Sendable {
        private let value = Lock(false)

        var isSet: Bool { value.withLock { $0 } }

        func set() { value.withLock { $0 = true } }
    }
}
