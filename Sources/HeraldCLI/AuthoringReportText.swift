internal import Values

/// What applying authoring files did, for people.
struct AuthoringReportText: Sendable {
    /// Longest value that is shown whole, in characters.
    private static let longestValue = 60

    let report: JSON

    var lines: String {
        var lines = (report["changes"].array ?? []).flatMap(Self.lines)
        lines.append(summary)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ change: JSON) -> [String] {
        let action = change["action"].string ?? ""
        let blanks = String(repeating: " ", count: max(0, 8 - action.count))
        let title = "\(action)\(blanks) \(change["kind"].string ?? "") \"\(change["name"].string ?? "")\""
        var lines = [VisibleText.line(title + "  " + place(change))]
        for field in change["fields"].array ?? [] {
            let text = "\(value(field, "old")) -> \(value(field, "new"))"
            lines.append("    " + VisibleText.line("\(place(field)): \(text)"))
        }
        if let more = change["moreFields"].int { lines.append("    and \(more) more") }
        return lines
    }

    /// `file:line:column (pointer)`.
    private static func place(_ json: JSON) -> String {
        guard let file = json["file"].string else { return "" }
        let numbers = ["line", "column"].compactMap { json[$0].int }.map { ":\($0)" }.joined()
        return "\(file)\(numbers) (\(json["pointer"].string.flatMap { $0.isEmpty ? nil : $0 } ?? "the root"))"
    }

    private static func value(_ field: JSON, _ name: String) -> String {
        guard let value = field.object?[name] else { return "nothing" }
        let text = value.text
        return text.count > longestValue ? text.prefix(longestValue) + "…" : text
    }

    private var summary: String {
        let counts = ["created", "updated", "removed"].compactMap { name -> String? in
            let count = report[name].int ?? 0
            return count == 0 ? nil : "\(count) \(name)"
        }
        let unchanged = "\(report["unchanged"].int ?? 0) unchanged"
        if counts.isEmpty { return "nothing changed, \(unchanged)" }
        let text = (counts + [unchanged]).joined(separator: ", ")
        if report["dryRun"] == true { return "would be \(text); nothing was written" }
        let sent = report["sent"].int ?? 0
        return sent == 0 ? text : "\(text); \(sent) item\(sent == 1 ? "" : "s") sent"
    }
}
