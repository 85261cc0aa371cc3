internal import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A thread that owns one connection; SQLite blocks, and the threads of tasks must not.
enum DatabaseThread {
    /// Starts a thread, opens the connection there and serves until `serve` returns.
    ///
    /// Returns when the connection is open. `ended` is called as the thread's last act, after the connection is closed;
    /// it is not called when opening failed.
    static func start(
        opening open: @escaping @Sendable () throws -> Connection,
        serving serve: @escaping @Sendable (Connection) -> Void,
        ended: @escaping @Sendable () -> Void
    ) async throws {
        try await withCheckedThrowingContinuation { (opened: CheckedContinuation<Void, any Error>) in
            let status = spawn {
                let connection: Connection
                do {
                    connection = try open()
                } catch {
                    opened.resume(throwing: error)
                    return
                }
                opened.resume()
                serve(connection)
                connection.close()
                ended()
            }
            guard status == 0 else {
                let reason = String(cString: strerror(status))
                opened.resume(throwing: HeraldError(.io, "no thread for the database: \(reason)"))
                return
            }
        }
    }

    private final class Body {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs a closure on a new detached thread; gives 0, or the error number when there is none.
    private static func spawn(_ body: @escaping @Sendable () -> Void) -> Int32 {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Body(run: body))
        let status = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            box.toOpaque()
        )
        if status == 0 {
            pthread_detach(thread)
        } else {
            box.release()
        }
        return status
    }
}
