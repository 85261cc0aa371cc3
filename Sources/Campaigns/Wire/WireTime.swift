package import Values

/// An instant as the wire has it, kept in milliseconds since 1970-01-01 UTC.
package struct WireTime: Sendable, Hashable, Comparable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Whole seconds, rounded down.
    package var seconds: Int64 {
        milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
    }

    package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// A number this large is in milliseconds: as seconds it would lie after the year 5000.
    private static let millisecondsFrom = 1e11

    /// What a wire value says about a time.
    package enum Reading: Sendable, Hashable {
        case time(WireTime)
        /// `null` or 0: it has not happened.
        case none
        case unreadable
    }

    /// Which end of the day a date without a time stands for.
    package enum Bound: Sendable {
        case lower
        case upper
    }

    /// Reads seconds, milliseconds, either as digits in a string, or an ISO 8601 date or date-time.
    package static func read(_ value: JSON, bound: Bound = .lower) -> Reading {
        switch value {
        case .null: return .none
        case .int(let number): return read(number: number)
        case .double(let number): return read(number: number)
        case .string(let text):
            if let number = Int64(text) { return read(number: number) }
            return ISOTime.parse(text, bound: bound).map { .time(WireTime(milliseconds: $0)) } ?? .unreadable
        default: return .unreadable
        }
    }

    private static func read(number: Int64) -> Reading {
        if number == 0 { return .none }
        if Double(number) >= millisecondsFrom { return .time(WireTime(milliseconds: number)) }
        let (product, overflow) = number.multipliedReportingOverflow(by: 1000)
        return overflow ? .unreadable : .time(WireTime(milliseconds: product))
    }

    private static func read(number: Double) -> Reading {
        if number == 0 { return .none }
        let milliseconds = (number >= millisecondsFrom ? number : number * 1000).rounded(.down)
        return Int64(exactly: milliseconds).map { .time(WireTime(milliseconds: $0)) } ?? .unreadable
    }
}
