internal import Values

/// The problems found so far; a check goes on after each of them.
final class AuthoringProblems {
    private(set) var all: [HeraldError] = []

    func add(_ problem: HeraldError) { all.append(problem) }
}

/// A value within an authoring file, which knows where it stands.
struct AuthoringNode {
    let value: JSON
    let file: AuthoringFile
    let pointer: JSONPointer
    let problems: AuthoringProblems

    /// Reports a fault of this value, or of its key.
    func report(_ message: String, hint: String? = nil, key: Bool = false) {
        problems.add(
            HeraldError(
                .badAuthoring,
                message,
                pointer: pointer.text,
                hint: hint,
                place: file.place(of: pointer, key: key)
            )
        )
    }

    func child(_ token: String, _ value: JSON) -> AuthoringNode {
        AuthoringNode(value: value, file: file, pointer: pointer.appending(token), problems: problems)
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

    /// A text that is one of the given.
    func choice(_ name: String, of choices: [String]) -> String? {
        guard let member = member(name), let text = member.text() else { return nil }
        guard choices.contains(text) else {
            member.report("\"\(text)\" is not a known \(name)", hint: Suggestion.hint(for: text, among: choices))
            return nil
        }
        return text
    }

    /// A name of ASCII letters, digits, `_` and `-`, 1 to 128 of them.
    func slug(_ name: String) -> String? {
        guard let member = member(name), let text = member.text() else { return nil }
        guard AuthoringRules.isSlug(text) else {
            member.report(
                "\"\(text)\" cannot be used as \(name)",
                hint: "use 1 to 128 ASCII letters, digits, \"-\" and \"_\""
            )
            return nil
        }
        return text
    }
}
