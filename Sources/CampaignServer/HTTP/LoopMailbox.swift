import CNetBridge
import Values

/// Something that other threads ask the loop to do.
enum LoopJob: Sendable {
    /// A handler is done.
    case answer(ticket: UInt64, ServerReply)
    /// A socket has something to send, or is to be closed.
    case flush(socket: UInt64)
    /// A socket's waiting messages were taken.
    case resumeReading(socket: UInt64)
    /// The time between two pings is over.
    case ping
    /// Stop listening, close everything, end.
    case stop
}

/// Hands jobs to the loop's thread and wakes it; any thread may post.
final class LoopMailbox: Sendable {
    /// Readable while jobs wait.
    let descriptor: Int32
    private let jobs = Lock<[LoopJob]>([])

    /// Makes a mailbox, or `nil` when the process may open no more files.
    init?() {
        descriptor = herald_wakeup_create()
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { closeDescriptor(descriptor) }
    }

    /// Adds a job; after the loop has ended it is dropped with the mailbox.
    func post(_ job: LoopJob) {
        let wasEmpty = jobs.withLock { jobs -> Bool in
            jobs.append(job)
            return jobs.count == 1
        }
        if wasEmpty { herald_wakeup_signal(descriptor) }
    }

    /// All jobs in order of posting.
    func take() -> [LoopJob] {
        herald_wakeup_drain(descriptor)
        return jobs.withLock { jobs in
            let taken = jobs
            jobs = []
            return taken
        }
    }
}
