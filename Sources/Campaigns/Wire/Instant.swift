internal import Values

/// A point in time of the wire, in milliseconds since 1970-01-01 UTC.
package struct Instant: Sendable, Hashable, Comparable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Whole seconds, rounded down.
    package var seconds: Int64 { WireTime.instant(milliseconds).seconds ?? 0 }

    package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}
