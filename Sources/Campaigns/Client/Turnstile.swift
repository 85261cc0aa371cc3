internal import Values

/// Lets one task in at a time, in the order they came; a waiting task can be cancelled.
actor Turnstile {
    private var isTaken = false
    private var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    private var lastId = 0

    /// Waits for the turn; who gets it calls ``leave()``.
    func enter() async throws(HeraldError) {
        guard isTaken else {
            isTaken = true
            return
        }
        lastId += 1
        let id = lastId
        let granted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: false)
                } else {
                    waiting.append((id, continuation))
                }
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
        if !granted { throw HeraldError(.cancelled, "the task was cancelled while it waited for its turn") }
    }

    /// Gives the turn to who waits longest.
    func leave() {
        guard !waiting.isEmpty else {
            isTaken = false
            return
        }
        waiting.removeFirst().continuation.resume(returning: true)
    }

    private func cancel(_ id: Int) {
        guard let place = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: place).continuation.resume(returning: false)
    }
}
