/// One thing that is wrong with authoring files, or odd about them.
package struct AuthoringFinding: Sendable, Hashable {
    package enum Severity: String, Sendable, Hashable {
        /// Nothing can be applied.
        case error
        case warning
    }

    package var severity: Severity
    package var message: String
    package var hint: String?
    /// JSON Pointer into the file; `nil` when it is about the folder or a file as a whole.
    package var pointer: String?
    /// The file, with line and column when it has a text.
    package var place: SourcePlace?
    /// The file when there is no place in it.
    package var file: String?

    package init(
        _ severity: Severity = .error,
        _ message: String,
        hint: String? = nil,
        pointer: String? = nil,
        place: SourcePlace? = nil,
        file: String? = nil
    ) {
        self.severity = severity
        self.message = message
        self.hint = hint
        self.pointer = pointer
        self.place = place
        self.file = place?.file ?? file
    }

    /// The error that stands for this alone.
    package var error: HeraldError {
        HeraldError(.badAuthoring, message, pointer: pointer, hint: hint, place: place)
    }

    /// The same with files named as seen from elsewhere.
    package func inFolder(_ prefix: String) -> AuthoringFinding {
        var finding = self
        finding.file = file.map { prefix + $0 }
        finding.place?.file = prefix + (place?.file ?? "")
        return finding
    }
}

extension AuthoringFinding {
    package var json: JSON {
        var members: [(String, JSON)] = [("severity", .string(severity.rawValue)), ("message", .string(message))]
        if let hint { members.append(("hint", .string(hint))) }
        if let file { members.append(("file", .string(file))) }
        if let place {
            members.append(("line", .int(Int64(place.line))))
            if let column = place.column { members.append(("column", .int(Int64(column)))) }
        }
        if let pointer { members.append(("pointer", .string(pointer))) }
        return .object(JSONObject(members))
    }

    /// Reads what ``json`` wrote; `nil` for anything else.
    package init?(_ json: JSON) {
        guard let message = json["message"].string else { return nil }
        let file = json["file"].string
        let line = json["line"].int.flatMap(Int.init(exactly:))
        let column = json["column"].int.flatMap(Int.init(exactly:))
        self.init(
            json["severity"].string.flatMap(Severity.init) ?? .error,
            message,
            hint: json["hint"].string,
            pointer: json["pointer"].string,
            place: line.map { SourcePlace(file: file ?? "", line: $0, column: column) },
            file: file
        )
    }
}

extension HeraldError {
    /// One error for all that is wrong: the first, with the number of the others and all of them in `details`, as text
    /// under `problems` and in full under `findings`.
    package init(_ findings: [AuthoringFinding]) {
        let errors = findings.filter { $0.severity == .error }
        self = errors.first?.error ?? HeraldError(.badAuthoring, "the authoring files cannot be applied")
        if errors.count > 1 { message += " (and \(errors.count - 1) more)" }
        details = [
            "problems": .array(errors.map { .string($0.error.description) }),
            "findings": .array(errors.map(\.json)),
        ]
    }

    /// The same with its place in the files said in words: whoever applies files from a script has a place there.
    package var tellingFiles: HeraldError {
        guard code == .badAuthoring, let place else { return self }
        var error = self
        error.message = "\(place): \(message)" + (shownPointer.map { " (at \($0))" } ?? "")
        (error.place, error.pointer) = (nil, nil)
        return error
    }

    /// What is wrong with authoring files, one by one; the error itself when it is about something else.
    package var authoringFindings: [AuthoringFinding]? {
        guard code == .badAuthoring else { return nil }
        let all = (details["findings"].array ?? []).compactMap(AuthoringFinding.init)
        return all.isEmpty ? [AuthoringFinding(.error, message, hint: hint, pointer: pointer, place: place)] : all
    }
}
