/// A date of the proleptic Gregorian calendar.
struct CivilDate {
    var year: Int64
    var month: Int64
    var dayOfMonth: Int64

    /// The date of a day counted from 1970-01-01; years are counted from March, so that the leap day comes last.
    init(day: Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// `nil` for a date that is not in the calendar.
    init?(year: Int64, month: Int64, dayOfMonth: Int64) {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), (1...lengths[Int(month - 1)]).contains(dayOfMonth) else { return nil }
        self.year = year
        self.month = month
        self.dayOfMonth = dayOfMonth
    }

    /// Days since 1970-01-01.
    var day: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + dayOfMonth - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

/// Reads ISO 8601: `2026-03-01`, `2026-03-01T10:00Z`, `2026-03-01 10:00:00.5+01:00`.
struct ISOScan {
    private let text: [UInt8]
    private var place = 0

    init(_ text: String) { self.text = Array(text.utf8) }

    /// Milliseconds since 1970-01-01 UTC.
    mutating func read(_ edge: WireTime.Edge) -> Int64? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2),
            let date = CivilDate(year: year, month: month, dayOfMonth: day)
        else { return nil }
        let midnight = date.day * 86_400_000
        if place == text.count { return edge == .start ? midnight : midnight + 86_399_999 }
        guard take("T") || take("t") || take(" ") else { return nil }
        guard let time = time(), let offset = offset(), place == text.count else { return nil }
        return midnight + time - offset
    }

    private mutating func time() -> Int64? {
        guard let hour = digits(2), hour < 24, take(":"), let minute = digits(2), minute < 60 else { return nil }
        var milliseconds = (hour * 60 + minute) * 60_000
        guard take(":") else { return milliseconds }
        // 60 is a leap second; it is read as the start of the next minute.
        guard let second = digits(2), second <= 60 else { return nil }
        milliseconds += second * 1000
        guard take(".") || take(",") else { return milliseconds }
        let start = place
        var unit: Int64 = 100
        while place < text.count, let digit = digits(1) {
            milliseconds += digit * unit
            unit /= 10
        }
        return place > start ? milliseconds : nil
    }

    private mutating func offset() -> Int64? {
        if place == text.count || take("Z") || take("z") { return 0 }
        let sign: Int64 = take("-") ? -1 : 1
        guard sign < 0 || take("+"), let hours = digits(2), hours < 24 else { return nil }
        _ = take(":")
        guard place < text.count else { return sign * hours * 3_600_000 }
        guard let minutes = digits(2), minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes) * 60_000
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard place < text.count, UInt32(text[place]) == character.value else { return false }
        place += 1
        return true
    }

    private mutating func digits(_ count: Int) -> Int64? {
        guard place + count <= text.count else { return nil }
        var value: Int64 = 0
        for byte in text[place..<place + count] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        place += count
        return value
    }
}
