internal import Values

/// Thrown inside the reader when an element cannot be drawn; a diagnostic has been noted.
struct Skipped: Error {}

/// Reads the properties of one object leniently, and remembers which it knows.
final class FieldReader {
    let object: JSONObject
    let pointer: JSONPointer
    let elementId: String?
    let log: ReadingLog
    private var known: Set<String> = []

    init(_ object: JSONObject, at pointer: JSONPointer, elementId: String?, log: ReadingLog) {
        self.object = object
        self.pointer = pointer
        self.elementId = elementId
        self.log = log
    }

    /// The raw value; `null` when absent.
    func take(_ key: String) -> JSON {
        known.insert(key)
        return object[key] ?? .null
    }

    func note(
        _ severity: CardDiagnostic.Severity,
        _ code: CardDiagnostic.Code,
        _ key: String?,
        _ message: String,
        value: JSON? = nil
    ) {
        let place = key.map(pointer.appending) ?? pointer
        log.note(severity, code, place, message, elementId: elementId, value: value)
    }

    /// Says which properties nobody asked for.
    func noteUnknown() {
        for key in object.keys where !known.contains(key) {
            let hint = Suggestion.closest(to: key, among: known.sorted()).map { "; did you mean `\($0)`?" } ?? ""
            note(.info, .unknownProperty, key, "unknown property `\(key)`\(hint)")
        }
    }

    func badType(_ key: String, _ expected: String, _ value: JSON) {
        note(.warning, .badType, key, "`\(key)` is \(expected), not \(value.kind)", value: value)
    }

    func missing(_ key: String) {
        note(.warning, .missingProperty, nil, "`\(key)` is missing")
    }
}

extension FieldReader {
    func string(_ key: String) throws(Skipped) -> String {
        let value = take(key)
        guard !value.isNull else {
            missing(key)
            throw Skipped()
        }
        guard let text = text(of: value, key) else {
            badType(key, "a text", value)
            throw Skipped()
        }
        return text
    }

    func optionalString(_ key: String) -> String? {
        let value = take(key)
        if value.isNull { return nil }
        if let text = text(of: value, key) { return text }
        badType(key, "a text", value)
        return nil
    }

    /// Numbers and truth values become text.
    private func text(of value: JSON, _ key: String) -> String? {
        switch value {
        case .string(let text): return text
        case .int, .double, .bool:
            note(.info, .coerced, key, "`\(key)` was turned into text", value: value)
            return value.text
        default: return nil
        }
    }

    func bool(_ key: String, default standard: Bool) -> Bool {
        let value = take(key)
        switch value {
        case .null: return standard
        case .bool(let value): return value
        case .string("true"), .string("false"):
            note(.info, .coerced, key, "`\(key)` was turned into a boolean", value: value)
            return value == "true"
        default:
            badType(key, "a boolean", value)
            return standard
        }
    }

    func choice<Choice>(_ key: String, default standard: Choice) -> Choice
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        optionalChoice(key) ?? standard
    }

    func optionalChoice<Choice>(_ key: String) -> Choice?
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        let value = take(key)
        if value.isNull { return nil }
        guard let name = value.string else {
            badType(key, "a text", value)
            return nil
        }
        if let choice = Choice(rawValue: name) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        let hint = Suggestion.clause(for: name, among: names)
        note(.warning, .badEnum, key, "`\(key)` has no value \"\(name)\"\(hint)", value: value)
        return nil
    }

    func optionalObject(_ key: String) -> JSONObject? {
        let value = take(key)
        if value.isNull { return nil }
        if let object = value.object { return object }
        badType(key, "an object", value)
        return nil
    }
}
