internal import Herald
internal import Values

/// `herald check FILE…`: what is wrong with cards and authoring files, and what could be better.
struct CheckCommand: Sendable {
    let settings: Settings

    func perform() async -> ExitStatus {
        var status = ExitStatus.done
        for file in settings.invocation.operands {
            if let authoring = await AuthoringCheckReport(file: file, isStrict: settings.has(CommandTable.strict)) {
                authoring.show(settings)
                if !authoring.isGood, status == .done { status = .checkFailed }
                continue
            }
            let (report, text, isReadable) = check(file)
            if settings.has(CommandTable.json) {
                StandardStreams.output(report.json.text + "\n")
            } else {
                let color = StandardStreams.wantsColor(of: settings)
                StandardStreams.output(report.text(source: text, color: color))
            }
            if !isReadable {
                status = .badInput
            } else if !report.isGood, status == .done {
                status = .checkFailed
            }
        }
        return status
    }

    private func check(_ file: String) -> (CheckReport, [UInt8]?, isReadable: Bool) {
        do throws(HeraldError) {
            let text = try TextFile.read(file)
            // What is no JSON may have been meant as a campaign file as well.
            do {
                _ = try JSONText.salvage(text)
            } catch {
                var note = CardNote(error)
                (note.code, note.message) = ("badJSON", "not JSON: \(error.message)")
                (note.line, note.column) = (error.place?.line, error.place?.column)
                return (CheckReport(file: file, notes: [note], kind: "unknown"), text, true)
            }
            let card = CardDocument(text: text)
            let found = settings.has(CommandTable.strict) ? card.refusals : card.notes
            return (CheckReport(file: file, notes: found + card.advice), text, true)
        } catch {
            return (CheckReport(file: file, notes: [CardNote(error)]), nil, false)
        }
    }
}

/// What a check found in one file.
struct CheckReport: Sendable {
    let file: String
    /// In the order of the file, as far as places are known.
    let notes: [CardNote]
    /// What the file is taken for.
    let kind: String

    init(file: String, notes: [CardNote], kind: String = "card") {
        self.file = file
        self.kind = kind
        self.notes = notes.enumerated().sorted { left, right in
            let places = [left, right].map { ($0.element.line ?? 0, $0.element.column ?? 0, $0.offset) }
            return places[0] < places[1]
        }.map(\.element)
    }

    var isGood: Bool { notes.allSatisfy { $0.severity != .error } }

    var json: JSON {
        [
            "file": .string(file), "kind": .string(kind), "ok": .bool(isGood),
            "diagnostics": .array(notes.map(Self.json)),
        ]
    }

    private static func json(_ note: CardNote) -> JSON {
        var object = JSONObject([
            ("severity", .string(note.severity.rawValue)), ("code", .string(note.code)),
            ("pointer", .string(note.pointer)),
        ])
        if let line = note.line { object["line"] = .int(Int64(line)) }
        if let column = note.column { object["column"] = .int(Int64(column)) }
        if let id = note.elementId { object["elementId"] = .string(id) }
        object["message"] = .string(note.message)
        if let value = note.value { object["value"] = .string(value) }
        return .object(object)
    }

    /// The notes as errors are shown, and a line that sums them up.
    func text(source: [UInt8]?, color: Bool) -> String {
        notes.map { ErrorReport.text($0, file: file, source: source, color: color) }.joined()
            + "\(VisibleText.line(file)): \(summary)\n"
    }

    private var summary: String {
        let words: [(CardNote.Severity, one: String, more: String)] = [
            (.error, "error", "errors"), (.warning, "warning", "warnings"), (.info, "info", "info"),
        ]
        let counts = words.compactMap { severity, one, more -> String? in
            let count = notes.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(count == 1 ? one : more)"
        }
        return counts.isEmpty ? "good" : counts.joined(separator: ", ")
    }
}
