package import Values

/// What parameters look like: a subset of JSON Schema 2020-12 that is checked before plugin code runs.
///
/// Known: `type`, `required`, `properties`, `additionalProperties`, `items`, `enum`, `const`, `minLength`, `maxLength`,
/// `minimum`, `maximum`, and the notes `title`, `description`, `default`. Anything else is refused rather than ignored.
package struct ParameterSchema: Sendable, Hashable {
    enum ValueType: String, CaseIterable, Sendable {
        case null
        case boolean
        case integer
        case number
        case string
        case array
        case object
    }

    /// What is said of members or elements that have no schema of their own.
    indirect enum Rest: Sendable, Hashable {
        case allowed
        case refused
        case checked(ParameterSchema)
    }

    /// Deeper schemas are refused.
    static let maximumDepth = 32

    var types: Set<ValueType> = []
    var required: [String] = []
    var properties: [String: ParameterSchema] = [:]
    var additional: Rest = .allowed
    var items: Rest = .allowed
    var choices: [JSON]?
    var minimumLength: Int?
    var maximumLength: Int?
    var minimum: Double?
    var maximum: Double?

    init() {}

    /// Every fault of `value`, in the order of the schema; an empty list when it fits.
    func faults(in value: JSON, at pointer: String = "") -> [SchemaFault] {
        var found: [SchemaFault] = []
        check(value, pointer, &found)
        return found
    }

    /// Throws unless `value` fits.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument`, the pointer of the first fault and all in `details.faults`.
    package func check(_ value: JSON) throws(HeraldError) {
        if let error = SchemaFault.error(.invalidArgument, faults(in: value)) { throw error }
    }

    private func check(_ value: JSON, _ pointer: String, _ found: inout [SchemaFault]) {
        func fault(_ message: String) {
            let name = pointer.isEmpty ? "the value" : "\"\(pointer.dropFirst())\""
            found.append(SchemaFault(pointer: pointer, message: "\(name) \(message)"))
        }
        if !types.isEmpty, !types.contains(where: { $0.holds(value) }) {
            let names = types.map(\.rawValue).sorted().joined(separator: " or ")
            return fault("must be of type \(names), not \(value.kind)")
        }
        if let choices, !choices.contains(value) {
            return fault("must be \(choices.map(\.text).joined(separator: " or "))")
        }
        switch value {
        case .string(let text): checkLength(text, fault)
        case .int, .double: checkNumber(value.number ?? 0, fault)
        case .object(let members): checkMembers(members, pointer, &found)
        case .array(let elements):
            guard case .checked(let schema) = items else { return }
            for (place, element) in elements.enumerated() { schema.check(element, "\(pointer)/\(place)", &found) }
        case .null, .bool: break
        }
    }

    private func checkLength(_ text: String, _ fault: (String) -> Void) {
        // JSON Schema counts code points.
        let length = text.unicodeScalars.count
        if let minimumLength, length < minimumLength {
            fault(minimumLength == 1 ? "must not be empty" : "must have at least \(minimumLength) characters")
        }
        if let maximumLength, length > maximumLength { fault("must have at most \(maximumLength) characters") }
    }

    private func checkNumber(_ number: Double, _ fault: (String) -> Void) {
        if let minimum, number < minimum { fault("must be at least \(minimum)") }
        if let maximum, number > maximum { fault("must be at most \(maximum)") }
    }

    private func checkMembers(_ members: JSONObject, _ pointer: String, _ found: inout [SchemaFault]) {
        for key in required where members[key] == nil {
            found.append(
                SchemaFault(pointer: "\(pointer)/\(JSONPointer.escape(key))", message: "\"\(key)\" is missing")
            )
        }
        for (key, value) in members {
            let place = "\(pointer)/\(JSONPointer.escape(key))"
            if let schema = properties[key] {
                schema.check(value, place, &found)
                continue
            }
            switch additional {
            case .allowed: break
            case .refused:
                let hint = Suggestion.clause(for: key, among: properties.keys.sorted())
                found.append(SchemaFault(pointer: place, message: "unknown key \"\(key)\"\(hint)"))
            case .checked(let schema): schema.check(value, place, &found)
            }
        }
    }
}

extension ParameterSchema.ValueType {
    fileprivate func holds(_ value: JSON) -> Bool {
        switch (self, value) {
        case (.null, .null), (.boolean, .bool), (.integer, .int), (.number, .int), (.number, .double): true
        case (.integer, .double(let number)): number == number.rounded()
        case (.string, .string), (.array, .array), (.object, .object): true
        default: false
        }
    }
}
