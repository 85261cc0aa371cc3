internal import Values

/// Runs a piece of work that SIGINT and SIGTERM cancel.
enum Interruption {
    private static let last = Lock<ExitStatus?>(nil)

    /// The status of the signal that came, if one did, also after the work: while things are put away.
    static var signal: ExitStatus? { last.withLock { $0 } }

    /// The work's result, and the status of the signal that came meanwhile, if one did.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(HeraldError) -> Value
    ) async -> (result: Result<Value, HeraldError>, signal: ExitStatus?) {
        let task = Task { () async -> Result<Value, HeraldError> in
            do throws(HeraldError) { return .success(try await work()) } catch { return .failure(error) }
        }
        SignalWatch.handle { status in
            last.withLock { $0 = $0 ?? status }
            task.cancel()
        }
        let result = await task.value
        return (result, signal)
    }
}
