import Glibc
import Values

/// Threads that are no task's, as a host may have them.
enum RawThreads {
    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Runs something on a thread of its own.
    static func start(_ body: @escaping () -> Void) {
        var thread = pthread_t()
        pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            },
            Unmanaged.passRetained(Work(body)).toOpaque()
        )
        pthread_detach(thread)
    }

    /// Runs something on one of a few threads that answer for the host: ten thousand replies need no more.
    static func answer(_ body: @escaping () -> Void) { pool.add(body) }

    private static let pool = Pool(threads: 4)

    private final class Pool: @unchecked Sendable {
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let filled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        private var waiting: [() -> Void] = []

        init(threads: Int) {
            pthread_mutex_init(mutex, nil)
            pthread_cond_init(filled, nil)
            for _ in 0..<threads { RawThreads.start { while true { self.next()() } } }
        }

        func add(_ body: @escaping () -> Void) {
            pthread_mutex_lock(mutex)
            waiting.append(body)
            pthread_cond_signal(filled)
            pthread_mutex_unlock(mutex)
        }

        private func next() -> () -> Void {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            while waiting.isEmpty { pthread_cond_wait(filled, mutex) }
            return waiting.removeFirst()
        }
    }
}
