/// Times as they come over the wire, in whatever form a server chose.
///
/// `null`, nothing and 0 are no time; a number from 1e11 on is milliseconds, below it seconds, also when written as text;
/// other text is an ISO 8601 date or date and time, UTC unless it says otherwise.
package enum WireTime: Sendable, Hashable {
    case none
    /// Milliseconds since 1970-01-01 UTC.
    case instant(Int64)
    /// Something that is no time.
    case invalid

    /// Which end of a day a date without time stands for.
    package enum Edge: Sendable {
        case start
        case end
    }

    /// From here on a number is taken for milliseconds: as seconds it would lie beyond the year 5000.
    private static let firstMilliseconds = 1e11

    /// What callers may write, to go on after "must be".
    package static let forms = "a time: Unix seconds, or text such as 2026-05-01 or 2026-05-01T12:00:00Z"

    /// Reads a value; a date without time is the given edge of its day in UTC.
    package init(_ value: JSON, edge: Edge = .start) {
        switch value {
        case .null: self = .none
        case .int(let number): self = Self.number(Double(number), whole: number)
        case .double(let number): self = Self.number(number, whole: nil)
        case .string(let text): self = Self.text(text, edge)
        case .bool, .array, .object: self = .invalid
        }
    }

    /// Milliseconds since 1970-01-01 UTC; `nil` for no time and for what is no time.
    package var milliseconds: Int64? {
        if case .instant(let milliseconds) = self { milliseconds } else { nil }
    }

    /// Whole seconds since 1970-01-01 UTC, rounded down.
    package var seconds: Int64? {
        milliseconds.map { ($0 >= 0 ? $0 : $0 - 999) / 1000 }
    }

    /// The ISO 8601 form with milliseconds and `Z`.
    package static func iso8601(milliseconds: Int64) -> String {
        let day = floorDivide(milliseconds, 86_400_000)
        let rest = milliseconds - day * 86_400_000
        let date = CivilDate(day: day)
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, 2) }
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.dayOfMonth, 2))T"
            + time.joined(separator: ":") + ".\(padded(rest % 1000, 3))Z"
    }

    private static func number(_ number: Double, whole: Int64?) -> WireTime {
        if number == 0 { return .none }
        guard number.isFinite, abs(number) < 1e17 else { return .invalid }
        if abs(number) >= firstMilliseconds { return .instant(whole ?? Int64(number)) }
        return .instant(whole.map { $0 * 1000 } ?? Int64((number * 1000).rounded()))
    }

    private static func text(_ text: String, _ edge: Edge) -> WireTime {
        if text.isEmpty { return .none }
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int64(text).map { number(Double($0), whole: $0) } ?? .invalid
        }
        var scan = ISOScan(text)
        return scan.read(edge).map(WireTime.instant) ?? .invalid
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
    }
}
