internal import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Work that waits for a database thread.
protocol DatabaseJob: AnyObject, Sendable {
    /// About how many rows it writes.
    var weight: Int { get }
    /// Does the work and keeps its result; may be called again when a transaction was undone.
    func attempt(on connection: Connection) throws
    /// Hands out the result of the last attempt.
    func succeed()
    func fail(_ error: any Error)
}

/// What waits for a database thread.
enum QueuedWork: Sendable {
    case transaction(any DatabaseJob)
    /// A piece of a task, up to where it waits; see ``ReadingExecutor``.
    case step(UnownedJob)

    var weight: Int { transaction?.weight ?? 1 }

    /// The work of a transaction.
    var transaction: (any DatabaseJob)? {
        if case .transaction(let job) = self { job } else { nil }
    }
}

/// A queue between tasks and database threads.
final class JobQueue: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let filled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    // All below only under the mutex.
    private var waiting: [(ticket: UInt64, work: QueuedWork)] = []
    private var lastTicket: UInt64 = 0
    private var isClosed = false

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(filled, nil)
    }

    deinit {
        pthread_cond_destroy(filled)
        pthread_mutex_destroy(mutex)
        filled.deallocate()
        mutex.deallocate()
    }

    private func locked<T>(_ body: () -> T) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// A name under which a job can be withdrawn.
    func makeTicket() -> UInt64 {
        locked {
            lastTicket += 1
            return lastTicket
        }
    }

    /// Adds work, which cannot be withdrawn without a ticket; `false` when the queue is closed.
    func add(_ work: QueuedWork, ticket: UInt64 = 0) -> Bool {
        locked {
            guard !isClosed else { return false }
            waiting.append((ticket, work))
            pthread_cond_signal(filled)
            return true
        }
    }

    /// Takes a job back that no thread has begun.
    func withdraw(_ ticket: UInt64) -> (any DatabaseJob)? {
        locked {
            guard let place = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
            return waiting.remove(at: place).work.transaction
        }
    }

    /// Waits for work; `nil` when the queue is closed and empty.
    ///
    /// Takes what weighs no more than the limit together, or the first alone. Blocks, so only for database threads.
    func take(atMost limit: Int) -> [QueuedWork]? {
        locked {
            while waiting.isEmpty {
                if isClosed { return nil }
                pthread_cond_wait(filled, mutex)
            }
            var weight = 0
            let jobs = waiting.prefix { entry in
                weight += entry.work.weight
                return weight <= limit
            }.map(\.work)
            guard !jobs.isEmpty else { return [waiting.removeFirst().work] }
            waiting.removeFirst(jobs.count)
            return jobs
        }
    }

    /// Refuses further jobs; those that wait are still done.
    func close() {
        locked {
            isClosed = true
            pthread_cond_broadcast(filled)
        }
    }
}

extension JobQueue {
    /// Does `body` on a database thread and waits for the outcome.
    func perform<T: Sendable>(
        weight: Int = 1,
        _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        // A thread that is idle would take the job before it could be withdrawn.
        try Task.checkCancellation()
        let ticket = makeTicket()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let job = Job(weight: weight, body: body, continuation: continuation)
                guard add(.transaction(job), ticket: ticket) else {
                    job.fail(HeraldError(.invalidState, "the database is closed"))
                    return
                }
                // The handler may have run before there was a job to withdraw.
                if Task.isCancelled { withdraw(ticket)?.fail(CancellationError()) }
            }
        } onCancel: {
            withdraw(ticket)?.fail(CancellationError())
        }
    }
}

/// A closure, its result and who waits for it.
///
/// Whoever took the job out of the queue is the only one to touch it.
private final class Job<T: Sendable>: DatabaseJob, @unchecked Sendable {
    let weight: Int
    private let body: @Sendable (Connection) throws -> T
    private let continuation: CheckedContinuation<T, any Error>
    private var result: T?

    init(
        weight: Int,
        body: @escaping @Sendable (Connection) throws -> T,
        continuation: CheckedContinuation<T, any Error>
    ) {
        self.weight = weight
        self.body = body
        self.continuation = continuation
    }

    func attempt(on connection: Connection) throws {
        result = try body(connection)
    }

    func succeed() {
        if let result {
            continuation.resume(returning: result)
        } else {
            continuation.resume(throwing: HeraldError(.failed, "a database operation gave no result"))
        }
    }

    func fail(_ error: any Error) {
        continuation.resume(throwing: error)
    }
}
