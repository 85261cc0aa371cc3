internal import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Runs tasks on the threads that read the database, so that a task which mostly reads need not change threads.
final class ReadingExecutor: TaskExecutor {
    private let jobs: JobQueue
    /// Each reading thread keeps its connection here; `nil` when the process has no room for another key.
    private let place: pthread_key_t?

    init(jobs: JobQueue) {
        self.jobs = jobs
        var key = pthread_key_t()
        place = pthread_key_create(&key, nil) == 0 ? key : nil
    }

    deinit {
        if let place { pthread_key_delete(place) }
    }

    /// The connection of the thread that this is called on, when it is one of the reading threads.
    var ownConnection: Connection? {
        guard let place, let pointer = pthread_getspecific(place) else { return nil }
        return Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Does what waits for a connection until the queue is closed and empty; the whole life of a reading thread.
    func serve(_ connection: Connection) {
        if let place { pthread_setspecific(place, Unmanaged.passUnretained(connection).toOpaque()) }
        defer { if let place { pthread_setspecific(place, nil) } }
        while let work = jobs.take(atMost: 1) {
            for piece in work {
                switch piece {
                case .transaction(let job): Transactions.read(job, on: connection)
                case .step(let step): step.runSynchronously(on: asUnownedTaskExecutor())
                }
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let step = UnownedJob(job)
        // A task must go on to its end, also when there are no threads for it any more; it finds the database closed.
        if !jobs.add(.step(step)) { step.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
