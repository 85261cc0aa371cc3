import Values

/// The time by which the loop gives up on peers.
///
/// Read from the machine and not from the injected clock: these are deadlines for the kernel and for peers outside,
/// as the idle time of a connection is, and a clock that a test holds still must not keep a dead peer alive.
enum LoopTime {
    /// Monotonic milliseconds.
    static var now: Int64 { SystemClock().monotonicMilliseconds }
}
