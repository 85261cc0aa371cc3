internal import CHeraldPlugin

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What runs in a plugin: calls, and what sessions do in the background.
///
/// A condition variable and not an `await` ends the wait in `stop`, which the host calls on a thread that may block.
final class PluginWork: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let idle = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    // All behind the mutex.
    private var calls: [herald_call: CallRecord] = [:]
    private var background: [herald_session: [Int: Task<Void, Never>]] = [:]
    private var backgroundCount = 0
    private var nextTask = 0
    private var isStopping = false

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(idle, nil)
    }

    deinit {
        pthread_cond_destroy(idle)
        pthread_mutex_destroy(mutex)
        idle.deallocate()
        mutex.deallocate()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Notes a call; `false` when the plugin is stopping.
    func begin(_ record: CallRecord) -> Bool {
        locked {
            guard !isStopping else { return false }
            calls[record.id] = record
            return true
        }
    }

    func end(_ record: CallRecord) {
        locked {
            calls[record.id] = nil
            pthread_cond_broadcast(idle)
        }
    }

    func cancel(_ call: herald_call) { locked { calls[call] }?.cancel() }

    /// Starts a task that belongs to a session; nothing when the plugin is stopping.
    func start(for session: herald_session, _ body: @escaping @Sendable () async -> Void) {
        locked {
            guard !isStopping else { return }
            nextTask += 1
            backgroundCount += 1
            let number = nextTask
            background[session, default: [:]][number] = Task {
                await body()
                self.end(number, of: session)
            }
        }
    }

    private func end(_ number: Int, of session: herald_session) {
        locked {
            background[session]?[number] = nil
            if background[session]?.isEmpty == true { background[session] = nil }
            backgroundCount -= 1
            pthread_cond_broadcast(idle)
        }
    }

    /// Cancels what a session does in the background.
    func endBackground(of session: herald_session) {
        for task in locked({ Array((background[session] ?? [:]).values) }) { task.cancel() }
    }

    /// Cancels everything; `false` when it has not ended within the grace.
    func stop(graceMilliseconds: UInt32) -> Bool {
        let (calls, tasks) = locked {
            isStopping = true
            return (Array(self.calls.values), background.values.flatMap(\.values))
        }
        for call in calls { call.cancel() }
        for task in tasks { task.cancel() }
        // The machine's clock, not the host's: the grace bounds a thread that really waits.
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += Int(graceMilliseconds / 1000)
        deadline.tv_nsec += Int(graceMilliseconds % 1000) * 1_000_000
        if deadline.tv_nsec >= 1_000_000_000 {
            deadline.tv_sec += 1
            deadline.tv_nsec -= 1_000_000_000
        }
        return locked {
            while !self.calls.isEmpty || backgroundCount > 0 {
                if pthread_cond_timedwait(idle, mutex, &deadline) == ETIMEDOUT { return false }
            }
            return true
        }
    }
}
