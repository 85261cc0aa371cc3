internal import Values

/// Judges the values of the strict form that hold no elements.
enum StrictValue {
    struct Fault {
        var code: CardDiagnostic.Code
        /// The member to blame; `nil` blames the value itself.
        var key: String?
        var message: String
        var value: JSON
    }

    private static let sides = ["top", "right", "bottom", "left"]

    static func faults(of value: JSON, as type: SchemaType) -> [Fault] {
        switch type {
        case .text, .shortText, .constant, .choice, .weight: text(value, type)
        case .bool: value.bool == nil ? [badType("true or false", value)] : []
        case .length, .number, .integer, .integerChoice: number(value, type)
        case .color: color(value)
        case .padding: padding(value)
        case .dimension: dimension(value)
        case .object: value.object == nil ? [badType("an object", value)] : []
        case .icon, .elements, .tabs, .action, .style, .texts, .rows, .textMap: []
        }
    }

    private static func badType(_ expected: String, _ value: JSON) -> Fault {
        Fault(code: .badType, message: "expected \(expected), got \(value.kind)", value: value)
    }

    private static func text(_ value: JSON, _ type: SchemaType) -> [Fault] {
        guard let text = value.string else { return [badType("a text", value)] }
        switch type {
        // JSON Schema counts code points. What a template leaves open has a length when it is filled in.
        case .shortText(let limit) where text.unicodeScalars.count > limit && CardTemplate.keys(in: value).isEmpty:
            return [Fault(code: .outOfRange, message: "at most \(limit) characters", value: value)]
        case .constant(let wanted) where text != wanted:
            let code: CardDiagnostic.Code = wanted == CardSchema.version ? .badVersion : .badEnum
            return [Fault(code: code, message: "expected \"\(wanted)\"", value: value)]
        case .choice(let names) where !names.contains(text): return [choice(text, names, value)]
        case .weight:
            let names = FontWeight.allCases.map(\.rawValue)
            return names.contains(text) ? [] : [choice(text, names, value)]
        default: return []
        }
    }

    private static func choice(_ text: String, _ names: [String], _ value: JSON) -> Fault {
        let advice = Suggestion.clause(for: text, among: names)
        return Fault(code: .badEnum, message: "there is no \"\(text)\"\(advice)", value: value)
    }

    private static func number(_ value: JSON, _ type: SchemaType) -> [Fault] {
        guard let number = value.number else { return [badType("a number", value)] }
        func outside(_ message: String) -> [Fault] { [Fault(code: .outOfRange, message: message, value: value)] }
        // JSON Schema takes 2.0 for an integer.
        let isWhole = number.rounded() == number
        switch type {
        case .length: return number < 0 ? outside("expected 0 or more") : []
        case .number(let minimum, let maximum):
            let isInside = number >= minimum && number <= maximum ?? number
            return isInside
                ? [] : outside("expected " + (maximum.map { "\(short(minimum)) to \(short($0))" } ?? "0 or more"))
        case .integer(let minimum):
            return isWhole && number >= Double(minimum) ? [] : outside("expected a whole number from \(minimum)")
        case .integerChoice(let numbers):
            return numbers.contains { Double($0) == number }
                ? [] : outside("expected \(numbers.map(String.init).joined(separator: ", "))")
        default: return []
        }
    }

    private static func short(_ number: Double) -> String { JSON.int(Int64(number)).text }

    private static func color(_ value: JSON) -> [Fault] {
        guard let members = value.object else { return [badType("an object of `light` and `dark`", value)] }
        var faults: [Fault] = []
        for key in ["light", "dark"] {
            guard let side = members[key] else {
                faults.append(Fault(code: .badColor, message: "`\(key)` is missing", value: value))
                continue
            }
            if !isColorSide(side.string) {
                faults.append(
                    Fault(code: .badColor, key: key, message: "expected #RRGGBB or transparent", value: side)
                )
            }
        }
        return faults + unknown(members, among: ["light", "dark"])
    }

    private static func isColorSide(_ text: String?) -> Bool {
        guard let text else { return false }
        let digits = text.utf8.dropFirst()
        return text == "transparent"
            || text.utf8.first == UInt8(ascii: "#") && digits.count == 6
                && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    private static func padding(_ value: JSON) -> [Fault] {
        guard let members = value.object else { return number(value, .length) }
        let faults = sides.flatMap { side in
            members[side].map { number($0, .length) }?.map { fault in
                Fault(code: fault.code, key: side, message: fault.message, value: fault.value)
            } ?? []
        }
        return faults + unknown(members, among: sides)
    }

    private static func dimension(_ value: JSON) -> [Fault] {
        guard let text = value.string else { return number(value, .length) }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        let isShare =
            text.last == "%" && parts.count <= 2
            && parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        return isShare ? [] : [badType("a number or a percentage such as \"50%\"", value)]
    }

    private static func unknown(_ members: JSONObject, among names: [String]) -> [Fault] {
        members.keys.filter { !names.contains($0) }.map { key in
            Fault(code: .unknownProperty, key: key, message: "unknown property `\(key)`", value: members[key] ?? .null)
        }
    }
}
