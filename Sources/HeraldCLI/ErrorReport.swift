internal import Values

/// Draws an error for a person: what, where with the line and a caret, and what to do.
enum ErrorReport {
    /// The error as lines; `source` is the text of the file at ``HeraldError/place``, when it could be read.
    static func text(_ error: HeraldError, source: [UInt8]? = nil, color: Bool = false) -> String {
        var lines = [paint("error:", "1;31", color) + " " + visible(error.message)]
        var hintIsShown = false
        if let place = error.place {
            let pointer = error.pointer.map { "  (\($0.isEmpty ? "the root" : visible($0)))" } ?? ""
            lines.append("  --> \(visible(place.description))\(pointer)")
            let excerpt = excerpt(place, source, hint: error.hint, color)
            lines += excerpt.lines
            hintIsShown = excerpt.hasCaret
        } else if let pointer = error.pointer {
            lines.append("  --> \(pointer.isEmpty ? "the root" : visible(pointer))")
        }
        if let hint = error.hint, !hintIsShown {
            lines.append("  \(paint("help:", "1;36", color)) \(visible(hint))")
        }
        if let traceback = error.traceback {
            lines += traceback.split(separator: "\n").map { line in
                "  " + visible(String(line).replacing("\t", with: "    "))
            }
        }
        var cause = error.cause
        while let current = cause {
            lines.append("  caused by: \(visible(current.description))")
            cause = current.cause
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func excerpt(
        _ place: SourcePlace,
        _ source: [UInt8]?,
        hint: String?,
        _ color: Bool
    ) -> (lines: [String], hasCaret: Bool) {
        guard let source, place.line >= 1 else { return ([], false) }
        let all = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard place.line <= all.count else { return ([], false) }
        let excerpt = SourceExcerpt(all[place.line - 1], column: place.column)
        let number = String(place.line)
        let gutter = String(repeating: " ", count: number.count)
        let lines = ["\(gutter) |", "\(number) | \(visible(excerpt.text, tabs: true))"]
        guard let lead = excerpt.lead else { return (lines, false) }
        let blanks = TerminalColumns.blanks(under: visible(lead, tabs: true))
        let caret = paint("^", "1;31", color) + (hint.map { " " + visible($0) } ?? "")
        return (lines + ["\(gutter) | \(blanks)\(caret)"], true)
    }

    /// Control characters as escapes: an error may quote what a stranger wrote.
    private static func visible(_ text: String, tabs: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09 where tabs, 0x0A where !tabs: result.unicodeScalars.append(scalar)
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069:
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func paint(_ text: String, _ code: String, _ color: Bool) -> String {
        color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
