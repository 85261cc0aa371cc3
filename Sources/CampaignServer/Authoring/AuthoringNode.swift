import Values

/// What was found so far; a check goes on after each finding.
final class AuthoringFindings {
    /// Nobody reads more, and each costs a search for its place.
    static let most = 100
    private(set) var all: [AuthoringFinding] = []
    /// Counted apart, so that warnings never crowd out an error.
    private var errors = 0
    /// A card that several templates share is read for each of them.
    private var told: Set<AuthoringFinding> = []

    var isFull: Bool { errors >= Self.most }

    func add(_ finding: AuthoringFinding) {
        if isFull || (finding.severity == .warning && all.count >= 2 * Self.most) { return }
        guard told.insert(finding).inserted else { return }
        if finding.severity == .error { errors += 1 }
        all.append(finding)
    }
}

/// A value within an authoring file, which knows where it stands.
struct AuthoringNode {
    let value: JSON
    let file: AuthoringFile
    let pointer: JSONPointer
    let findings: AuthoringFindings

    /// Reports a fault of this value, or of its key.
    func report(_ message: String, hint: String? = nil, key: Bool = false) {
        add(.error, message, hint: hint, key: key)
    }

    /// Reports what may well be meant, and may be a slip.
    func warn(_ message: String, hint: String? = nil, key: Bool = false) {
        add(.warning, message, hint: hint, key: key)
    }

    func add(_ severity: AuthoringFinding.Severity, _ message: String, hint: String? = nil, key: Bool = false) {
        if findings.isFull { return }
        findings.add(
            AuthoringFinding(
                severity,
                message,
                hint: hint,
                pointer: pointer.text,
                place: file.place(of: pointer, key: key),
                file: file.path
            )
        )
    }

    func child(_ token: String, _ value: JSON) -> AuthoringNode {
        AuthoringNode(value: value, file: file, pointer: pointer.appending(token), findings: findings)
    }

    /// The value at a pointer that starts at this node; only good for reports.
    func descendant(_ text: String) -> AuthoringNode {
        let tokens = (try? JSONPointer(text))?.tokens ?? []
        return tokens.reduce(self) { $0.child($1, .null) }
    }

    /// The member of that name; `nil` when it is absent or `null`.
    func member(_ name: String) -> AuthoringNode? {
        guard let value = value.object?[name], !value.isNull else { return nil }
        return child(name, value)
    }

    /// The elements of a list; anything else is reported.
    func elements() -> [AuthoringNode] {
        guard let elements = value.array else {
            report("expected a list, found \(value.kind)")
            return []
        }
        return elements.enumerated().map { child(String($0.offset), $0.element) }
    }

    /// The elements of the list in member `name`; none when it is absent.
    func list(_ name: String) -> [AuthoringNode] { member(name)?.elements() ?? [] }

    /// Whether this is an object with all `required` members; unknown ones are reported too.
    func isObject(_ what: String, required: [String], optional: [String] = []) -> Bool {
        guard let object = value.object else {
            report("\(what) is an object, found \(value.kind)")
            return false
        }
        let known = required + optional
        for key in object.keys where !known.contains(key) {
            child(key, object[key] ?? .null).report(
                "\(what) has no member \"\(key)\"",
                hint: Suggestion.hint(for: key, among: known),
                key: true
            )
        }
        let missing = required.filter { object[$0]?.isNull ?? true }
        for key in missing { report("\(what) lacks \"\(key)\"") }
        return missing.isEmpty
    }

    /// A text that is not blank; anything else is reported.
    func text() -> String? {
        guard let text = value.string else {
            report("expected a string, found \(value.kind)")
            return nil
        }
        guard text.utf8.contains(where: { $0 > 0x20 }) else {
            report("the text is blank")
            return nil
        }
        return text
    }

    func text(_ name: String) -> String? { member(name)?.text() }

    func flag(_ name: String) -> Bool? {
        guard let member = member(name) else { return nil }
        if member.value.bool == nil { member.report("expected true or false, found \(member.value.kind)") }
        return member.value.bool
    }

    /// The object in member `name`; anything else is reported.
    func object(_ name: String) -> JSON? {
        guard let member = member(name) else { return nil }
        guard member.value.object != nil else {
            member.report("expected an object, found \(member.value.kind)")
            return nil
        }
        return member.value
    }

    /// A text that is one of the given.
    func choice(_ name: String, of choices: [String]) -> String? {
        guard let member = member(name), let text = member.text() else { return nil }
        guard choices.contains(text) else {
            member.report("\"\(text)\" is not a known \(name)", hint: Suggestion.hint(for: text, among: choices))
            return nil
        }
        return text
    }

    /// A name of ASCII letters, digits, `_` and `-`, 1 to 128 of them, and none of the words that mean something else in
    /// paths.
    func slug(_ name: String, notOf words: Set<String> = []) -> String? {
        guard let member = member(name), let text = member.text() else { return nil }
        guard AuthoringRules.isSlug(text) else {
            member.report(
                "\"\(text)\" cannot be used as \(name)",
                hint: "use 1 to 128 ASCII letters, digits, \"-\" and \"_\""
            )
            return nil
        }
        guard !words.contains(text) else {
            member.report(
                "\"\(text)\" cannot be used as \(name)",
                hint: "the word has a meaning of its own in paths of the server; choose another"
            )
            return nil
        }
        return text
    }
}
