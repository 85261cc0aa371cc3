internal import CHeraldPlugin

/// One wait on the host's clock.
final class TimerWait: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Bool, Never>?
        var timer: UInt64?
        var isCancelled = false
    }

    private let state = Lock(State())

    /// Waits; `false` when the task was cancelled or the host is stopping.
    static func wait(_ link: HostLink, parent: herald_call, milliseconds: UInt64) async -> Bool {
        guard let time = link.time else { return false }
        let table = SharedTable(address: time)
        let wait = TimerWait()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait.state.withLock { $0.continuation = continuation }
                wait.start(link, table, parent, milliseconds)
            }
        } onCancel: {
            let timer = wait.state.withLock { state in
                state.isCancelled = true
                return state.timer
            }
            if let timer { wait.cancel(link, table, timer) }
        }
    }

    private func start(
        _ link: HostLink,
        _ table: SharedTable<herald_host_time_v1>,
        _ parent: herald_call,
        _ milliseconds: UInt64
    ) {
        // Given back by `fire`, or by a cancel in time.
        let user = Unmanaged.passRetained(self)
        var timer: UInt64 = 0
        let status = table.address.pointee.after?(
            link.context,
            parent,
            milliseconds,
            { TimerWait.fire($0) },
            user.toOpaque(),
            &timer
        )
        guard status == ABI.ok else {
            user.release()
            return resume(false)
        }
        let isCancelled = state.withLock { state in
            state.timer = timer
            return state.isCancelled
        }
        if isCancelled { cancel(link, table, timer) }
    }

    private func cancel(_ link: HostLink, _ table: SharedTable<herald_host_time_v1>, _ timer: UInt64) {
        // Any other answer means that `fire` has run or is about to.
        guard table.address.pointee.cancel?(link.context, timer) == ABI.ok else { return }
        Unmanaged.passUnretained(self).release()
        resume(false)
    }

    private static func fire(_ user: UnsafeMutableRawPointer?) {
        guard let user else { return }
        Unmanaged<TimerWait>.fromOpaque(user).takeRetainedValue().resume(true)
    }

    private func resume(_ fired: Bool) {
        let continuation = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: fired)
    }
}
