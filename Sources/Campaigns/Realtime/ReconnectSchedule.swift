package import Values

/// When to try again: exponential with jitter, the one schedule for realtime and sessions.
package struct ReconnectSchedule: Sendable {
    /// Delay of the first attempt before jitter.
    package var first: Duration
    /// No delay is longer.
    package var longest: Duration
    private var attempts = 0

    /// Half a second at first, doubling up to half a minute.
    package init(first: Duration = .milliseconds(500), longest: Duration = .seconds(30)) {
        self.first = first
        self.longest = longest
    }

    /// The next delay: between half and all of the exponential value, so that clients do not come back together.
    package mutating func next(_ random: any RandomSource) -> Duration {
        let doublings = min(attempts, 20)
        attempts += 1
        let full = min(first.milliseconds << Int64(doublings), longest.milliseconds)
        let half = full / 2
        return .milliseconds(half + Int64(random.next() % UInt64(max(1, full - half + 1))))
    }

    /// Starts over after a connection that worked.
    package mutating func reset() { attempts = 0 }
}
