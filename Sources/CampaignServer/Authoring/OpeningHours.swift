import Values

/// When somebody answers on a channel: `{"timezone": "Europe/Berlin", "mon": ["09:00-12:30", "14:00-18:00"]}`.
///
/// A day that is not named is closed. Clients show the hours; the server hands them out as they are.
enum OpeningHours {
    static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// The hours in their one order of members; faults are reported.
    static func read(_ node: AuthoringNode) -> JSON? {
        guard node.isObject("opening hours", required: ["timezone"], optional: days),
            let timezone = node.text("timezone")
        else { return nil }
        if !TimeZones.system.contains(timezone) {
            node.member("timezone")?.report(
                "\"\(timezone)\" is no time zone",
                hint: TimeZones.system.hint(for: timezone)
            )
        }
        var hours = JSONObject([("timezone", .string(timezone))])
        for day in days where node.member(day) != nil {
            hours[day] = .array(spans(node.list(day)).map(JSON.string))
        }
        if hours.count == 1 {
            node.report("the hours name no day", hint: "write for example \"mon\": [\"09:00-17:00\"]")
        }
        return .object(hours)
    }

    private static func spans(_ nodes: [AuthoringNode]) -> [String] {
        var end = -1
        return nodes.compactMap { node in
            guard let text = node.text() else { return nil }
            guard let span = span(text) else {
                node.report(
                    "\"\(text)\" is no span of a day",
                    hint: "write it like \"09:00-17:30\"; a day ends at 24:00"
                )
                return nil
            }
            if span.lowerBound <= end { node.report("\"\(text)\" begins before the span before it has ended") }
            end = span.upperBound
            return text
        }
    }

    /// Minutes of the day.
    private static func span(_ text: String) -> Range<Int>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(minutes)
        guard parts.count == 2, let start = parts[0], let end = parts[1], start < end else { return nil }
        return start..<end
    }

    private static func minutes(_ text: Substring) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        let digits = [0, 1, 3, 4].map { Int(bytes[$0]) - 0x30 }
        guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        return minute < 60 && hour * 60 + minute <= 24 * 60 ? hour * 60 + minute : nil
    }
}
