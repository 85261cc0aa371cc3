internal import Values

/// Work that must end in time.
enum Deadline {
    /// Runs `work`; when the time is over it is cancelled and awaited, and the error is `timeout`.
    static func run<Value: Sendable>(
        _ limit: Duration?,
        clock: any HeraldClock,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let limit else { return try await work() }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await clock.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else {
                throw HeraldError(.timeout, "not done within \(Double(limit.milliseconds) / 1000) s")
            }
            return value
        }
    }
}
