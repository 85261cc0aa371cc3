import PluginKit

/// When to connect again: 0.5 s at first, doubling up to 15 s, each up to a quarter less.
///
/// What is taken off follows from the conversation's id and the attempt, so that many clients do not come back at the
/// same moment and a test sees the same times every run.
struct ChatBackoff {
    private static let firstMilliseconds: UInt64 = 500
    private static let longestMilliseconds: UInt64 = 15_000

    private var attempt: UInt64 = 0
    private let seed: UInt64

    init(seed: String) {
        // FNV-1a.
        self.seed = seed.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    mutating func next() -> Duration {
        let full = min(Self.longestMilliseconds, Self.firstMilliseconds << min(attempt, 16))
        attempt += 1
        let mixed = ((seed &+ attempt) &* 0x9e37_79b9_7f4a_7c15) >> 32
        return .milliseconds(Int64(full - mixed % (full / 4)))
    }
}
