import Values

#if canImport(Glibc)
import Glibc
#endif

/// Runs short blocking work, such as reading a file, on a thread of its own and not on the cooperative pool.
enum BlockingWork {
    private final class Box {
        let body: () -> Void

        init(body: @escaping () -> Void) { self.body = body }
    }

    /// Runs `body` and gives what it gives.
    static func run<T: Sendable>(
        _ body: @escaping @Sendable () throws(HeraldError) -> T
    ) async throws(HeraldError) -> T {
        let result: Result<T, HeraldError> = await withCheckedContinuation { continuation in
            let box = Unmanaged.passRetained(
                Box {
                    do throws(HeraldError) {
                        continuation.resume(returning: .success(try body()))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
            )
            var thread = pthread_t()
            let status = pthread_create(&thread, nil, start, box.toOpaque())
            if status == 0 {
                pthread_detach(thread)
            } else {
                box.release()
                continuation.resume(returning: .failure(HeraldError(.io, "no more threads can be started")))
            }
        }
        return try result.get()
    }

    private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
        guard let pointer else { return nil }
        Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
    }
}
