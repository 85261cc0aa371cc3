/// ISO 8601 dates and date-times of the wire, in the extended form, in UTC or with an offset.
enum ISOTime {
    /// Milliseconds since 1970-01-01 UTC, or `nil` when `text` is not such a date.
    ///
    /// A date alone is a UTC day: its start for a lower bound, its last millisecond for an upper one.
    static func parse(_ text: String, bound: WireTime.Bound = .lower) -> Int64? {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(digits: 4), scanner.skip("-"), let month = scanner.number(digits: 2),
            scanner.skip("-"), let day = scanner.number(digits: 2),
            (1...12).contains(month), (1...daysIn(month, of: year)).contains(day)
        else { return nil }
        let start = daysFromEpoch(year, month, day) * millisecondsPerDay
        if scanner.isAtEnd { return bound == .lower ? start : start + millisecondsPerDay - 1 }
        guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), let time = timeOfDay(&scanner),
            let offset = zone(&scanner), scanner.isAtEnd
        else { return nil }
        return start + time - offset
    }

    private static let millisecondsPerDay: Int64 = 86_400_000

    private static func timeOfDay(_ scanner: inout DigitScanner) -> Int64? {
        guard let hour = scanner.number(digits: 2), hour < 24, scanner.skip(":"),
            let minute = scanner.number(digits: 2), minute < 60
        else { return nil }
        var time = (hour * 60 + minute) * 60_000
        guard scanner.skip(":") else { return time }
        // A leap second reads as the second before it.
        guard let second = scanner.number(digits: 2), second <= 60 else { return nil }
        time += min(second, 59) * 1000
        guard scanner.skip(".") || scanner.skip(",") else { return time }
        guard let fraction = scanner.fractionMilliseconds() else { return nil }
        return time + fraction
    }

    /// The offset from UTC in milliseconds; a time without a zone is UTC.
    private static func zone(_ scanner: inout DigitScanner) -> Int64? {
        if scanner.isAtEnd || scanner.skip("Z") || scanner.skip("z") { return 0 }
        let sign: Int64
        if scanner.skip("+") {
            sign = 1
        } else if scanner.skip("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = scanner.number(digits: 2), hours < 24 else { return nil }
        if scanner.isAtEnd { return sign * hours * 3_600_000 }
        _ = scanner.skip(":")
        guard let minutes = scanner.number(digits: 2), minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes) * 60_000
    }

    private static func daysIn(_ month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar, counted in years that start in March.
    private static func daysFromEpoch(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

/// Walks over digits and single characters.
private struct DigitScanner {
    private let bytes: [UInt8]
    private var place = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { place == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.count, UInt32(bytes[place]) == character.value else { return false }
        place += 1
        return true
    }

    private mutating func digit() -> Int64? {
        guard place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) else { return nil }
        defer { place += 1 }
        return Int64(bytes[place] - UInt8(ascii: "0"))
    }

    mutating func number(digits: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Any number of decimals, cut to milliseconds.
    mutating func fractionMilliseconds() -> Int64? {
        guard var value = digit() else { return nil }
        var count = 1
        while let digit = digit() {
            if count < 3 { value = value * 10 + digit }
            count += 1
        }
        for _ in count..<max(count, 3) { value *= 10 }
        return value
    }
}
