internal import Herald
internal import Values

/// Draws an error for a person: what, where with the line and a caret, and what to do.
enum ErrorReport {
    /// What is wrong after so many problems has likely the same cause.
    private static let mostProblems = 20
    /// Codes are words; a longer one was made by a script to be long.
    private static let longestCode = 60

    /// The error as lines; `source` is the text of the file at ``HeraldError/place``, when it could be read.
    static func text(
        _ error: HeraldError,
        source: [UInt8]? = nil,
        color: Bool = false,
        isWarning: Bool = false
    ) -> String {
        let title = isWarning ? paint("warning:", "1;33", color) : paint(Self.title(error), "1;31", color)
        var lines = [title + " " + VisibleText.lines(error.message)]
        var hintIsShown = false
        if let place = error.place {
            let pointer = error.shownPointer.map { "  (\(VisibleText.lines($0)))" } ?? ""
            lines.append("  --> \(VisibleText.lines(place.description))\(pointer)")
            let excerpt = excerpt(place, source, hint: error.hint, color)
            lines += excerpt.lines
            hintIsShown = excerpt.hasCaret
        } else if let pointer = error.shownPointer {
            lines.append("  --> \(VisibleText.lines(pointer))")
        }
        if let hint = error.hint, !hintIsShown {
            lines.append("  \(paint("help:", "1;36", color)) \(VisibleText.lines(hint))")
        }
        lines += others(error) + tasks(error)
        if let traceback = error.traceback {
            lines += traceback.split(separator: "\n").map { line in
                "  " + VisibleText.lines(String(line).replacing("\t", with: "    "))
            }
        }
        var cause = error.cause
        while let current = cause {
            lines.append("  caused by: \(VisibleText.lines(current.description))")
            cause = current.cause
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A note about a card as lines.
    static func text(_ note: CardNote, file: String, source: [UInt8]?, color: Bool) -> String {
        let (word, code) =
            switch note.severity {
            case .error: ("error", "1;31")
            case .warning: ("warning", "1;33")
            case .info: ("info", "1;36")
            }
        let title = paint("\(word)[\(VisibleText.line(note.code))]:", code, color)
        var lines = ["\(title) \(VisibleText.lines(note.message))"]
        let pointer = note.pointer.isEmpty ? "" : "  (\(VisibleText.line(note.pointer)))"
        guard let line = note.line else { return lines[0] + pointer + "\n" }
        let place = SourcePlace(file: file, line: line, column: note.column)
        lines.append("  --> \(VisibleText.line(place.description))\(pointer)")
        lines += excerpt(place, source, hint: nil, color).lines
        return lines.joined(separator: "\n") + "\n"
    }

    /// Writes it on standard error, with the line of the file that it points into.
    ///
    /// Blocks for as long as the disk takes.
    static func show(_ error: HeraldError, color: Bool) {
        let source = error.place.flatMap { try? TextFile.read($0.file) }
        StandardStreams.error(text(error, source: source, color: color))
    }

    /// `error[not_found]:`; the code is what scripts and programs compare, whoever made it up.
    private static func title(_ error: HeraldError) -> String {
        let code = error.code.rawValue.prefix(longestCode)
        return code.isEmpty ? "error:" : "error[\(VisibleText.line(String(code)))]:"
    }

    /// The other problems of an input that has several, the error itself being the first; `details` holds them all.
    private static func others(_ error: HeraldError) -> [String] {
        let others = (error.details["problems"].array ?? []).compactMap(\.string).dropFirst()
        let shown = others.prefix(mostProblems - 1).map { "  also: \(VisibleText.lines($0))" }
        let left = others.count - shown.count
        return shown + (left > 0 ? ["  and \(left) more"] : [])
    }

    /// What the tasks of a script did when its time was up.
    private static func tasks(_ error: HeraldError) -> [String] {
        let tasks = error.details["tasks"].array ?? []
        let shown = tasks.prefix(mostProblems).map { task in
            let place = task["place"].string ?? "?"
            let doing = task["waits"].string.map { "waits in \($0)" } ?? (task["begun"] == false ? "not begun" : "runs")
            return "  task: \(VisibleText.lines("\(place) \(doing)"))"
        }
        let left = tasks.count - shown.count
        return shown + (left > 0 ? ["  and \(left) more"] : [])
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
        let lines = ["\(gutter) |", "\(number) | \(VisibleText.excerpt(excerpt.text))"]
        guard let lead = excerpt.lead else { return (lines, false) }
        let blanks = TerminalColumns.blanks(under: VisibleText.excerpt(lead))
        let caret = paint("^", "1;31", color) + (hint.map { " " + VisibleText.lines($0) } ?? "")
        return (lines + ["\(gutter) | \(blanks)\(caret)"], true)
    }

    private static func paint(_ text: String, _ code: String, _ color: Bool) -> String {
        color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
