#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs blocking work, such as reading a file, on a thread of its own and not on the cooperative pool.
package enum BlockingWork {
    /// What the thread does; answers the waiting task once, whoever comes first.
    private final class Job<Value: Sendable>: Sendable {
        private let waiting = Lock<CheckedContinuation<Result<Value, HeraldError>, Never>?>(nil)
        let body: @Sendable () throws(HeraldError) -> Value

        init(_ body: @escaping @Sendable () throws(HeraldError) -> Value) { self.body = body }

        func wait(_ continuation: CheckedContinuation<Result<Value, HeraldError>, Never>) {
            waiting.withLock { $0 = continuation }
        }

        func answer(_ result: Result<Value, HeraldError>) {
            let continuation = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            continuation?.resume(returning: result)
        }

        func run() {
            do throws(HeraldError) { answer(.success(try body())) } catch { answer(.failure(error)) }
        }
    }

    private final class Box: Sendable {
        let body: @Sendable () -> Void

        init(body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` and gives what it gives.
    ///
    /// - Throws: what `body` throws; `cancelled` as soon as the task is, while the thread may go on and be forgotten.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws(HeraldError) -> Value
    ) async throws(HeraldError) -> Value {
        let job = Job(body)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                job.wait(continuation)
                if Task.isCancelled {
                    job.answer(.failure(cancelled))
                } else if !start({ job.run() }) {
                    job.answer(.failure(HeraldError(.io, "no more threads can be started")))
                }
            }
        } onCancel: {
            job.answer(.failure(cancelled))
        }
        return try result.get()
    }

    private static var cancelled: HeraldError {
        HeraldError(.cancelled, "the task was cancelled while it waited for a file")
    }

    private static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let box = Unmanaged.passRetained(Box(body: body))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, enter, box.toOpaque()) == 0 else {
            box.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
        guard let pointer else { return nil }
        Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
    }
}
