#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The one source of time: server, client, plugins and scripts all ask an injected clock, so that time can be virtual.
package protocol HeraldClock: Sendable {
    /// Milliseconds since 1970-01-01 UTC.
    var wallMilliseconds: Int64 { get }
    /// Milliseconds that never go back, from an arbitrary start.
    var monotonicMilliseconds: Int64 { get }
    /// Returns after `duration` of this clock.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    nonisolated(nonsending) func sleep(for duration: Duration) async throws
}

extension HeraldClock {
    /// Seconds since 1970-01-01 UTC, whole.
    package var wallSeconds: Int64 { wallMilliseconds / 1000 }
}

/// The machine's own clock.
package struct SystemClock: HeraldClock {
    package init() {}

    package var wallMilliseconds: Int64 { Self.read(CLOCK_REALTIME) }
    package var monotonicMilliseconds: Int64 { Self.read(CLOCK_MONOTONIC) }

    package nonisolated(nonsending) func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

extension Duration {
    /// Whole milliseconds, cut toward zero and clamped to what `Int64` holds.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        return product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000).partialValue
    }
}
