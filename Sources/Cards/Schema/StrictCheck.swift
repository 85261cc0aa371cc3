package import Values

/// Holds a card against the strict form of the format: what a server or builder may write.
package struct StrictCheck {
    private let log = ReadingLog()

    /// Why the card is refused, in document order; empty when it is valid and its ids are unique.
    ///
    /// `{{key}}` in a text is legal: the card may be a template.
    package static func refusals(_ card: JSON) -> [CardDiagnostic] {
        let check = StrictCheck()
        check.object(card, CardSchema.root, JSONPointer(), owner: nil, depth: 0)
        return check.log.inDocumentOrder(of: card)
    }

    private func refuse(
        _ code: CardDiagnostic.Code,
        _ pointer: JSONPointer,
        _ message: String,
        owner: String?,
        value: JSON? = nil
    ) {
        log.note(.error, code, pointer, message, elementId: owner, value: value)
    }

    private func object(_ value: JSON, _ shape: SchemaShape, _ pointer: JSONPointer, owner: String?, depth: Int) {
        guard let members = value.object else {
            return refuse(
                .badType,
                pointer,
                "expected an object (\(shape.name)), got \(value.kind)",
                owner: owner,
                value: value
            )
        }
        for property in shape.properties where property.isRequired && members[property.name] == nil {
            refuse(.missingProperty, pointer, "`\(property.name)` is missing", owner: owner)
        }
        if !shape.needsOneOf.isEmpty, !shape.needsOneOf.contains(where: { members[$0] != nil }) {
            let names = shape.needsOneOf.map { "`\($0)`" }.joined(separator: " or ")
            refuse(.missingProperty, pointer, "\(names) is missing", owner: owner)
        }
        for (key, member) in members {
            guard let property = shape.property(key) else {
                let hint = Suggestion.closest(to: key, among: shape.properties.map(\.name))
                let advice = hint.map { "; did you mean `\($0)`?" } ?? ""
                refuse(.unknownProperty, pointer.appending(key), "unknown property `\(key)`\(advice)", owner: owner)
                continue
            }
            check(member, property, pointer.appending(key), owner: owner, depth: depth)
        }
    }

    private func check(
        _ value: JSON,
        _ property: SchemaProperty,
        _ pointer: JSONPointer,
        owner: String?,
        depth: Int
    ) {
        switch property.type {
        case .elements: elements(value, pointer, owner: owner, depth: depth)
        case .tabs:
            list(value, pointer, owner: owner, isEmptyAllowed: false) { tab, place in
                object(tab, CardSchema.tab, place, owner: owner, depth: depth)
            }
        case .action: action(value, pointer, owner: owner)
        case .style: object(value, CardSchema.style, pointer, owner: owner, depth: depth)
        case .icon: object(value, CardSchema.icon, pointer, owner: owner, depth: depth)
        case .texts:
            list(value, pointer, owner: owner, isEmptyAllowed: false) { text($0, $1, owner: owner) }
        case .rows:
            list(value, pointer, owner: owner, isEmptyAllowed: true) { row, place in
                list(row, place, owner: owner, isEmptyAllowed: true) { text($0, $1, owner: owner) }
            }
        case .textMap:
            guard let members = value.object else {
                return refuse(.badType, pointer, "expected an object of texts", owner: owner, value: value)
            }
            for (key, member) in members { text(member, pointer.appending(key), owner: owner) }
        default:
            for fault in StrictValue.faults(of: value, as: property.type) {
                let place = fault.key.map(pointer.appending) ?? pointer
                refuse(fault.code, place, "`\(property.name)`: \(fault.message)", owner: owner, value: fault.value)
            }
        }
    }

    private func elements(_ value: JSON, _ pointer: JSONPointer, owner: String?, depth: Int) {
        list(value, pointer, owner: owner, isEmptyAllowed: false) { element, place in
            self.element(element, place, depth: depth)
        }
    }

    private func element(_ value: JSON, _ pointer: JSONPointer, depth: Int) {
        let id = value["id"].string
        if let id, !log.register(id: id) {
            refuse(.duplicateId, pointer.appending("id"), "the id is used twice", owner: id)
        }
        guard let members = value.object, let type = members["type"]?.string else {
            guard value.object == nil || value["type"].isNull else {
                return refuse(.badType, pointer.appending("type"), "`type` is a text", owner: id, value: value["type"])
            }
            let isObject = value.object != nil
            let message = isObject ? "`type` is missing" : "expected an element, got \(value.kind)"
            return refuse(isObject ? .missingProperty : .badType, pointer, message, owner: id)
        }
        guard let shape = CardSchema.element(type) else {
            let advice = Suggestion.clause(for: type, among: CardSchema.elements.map(\.name))
            return refuse(
                .unknownElement,
                pointer.appending("type"),
                "unknown element type \"\(type)\"\(advice)",
                owner: id
            )
        }
        // No reader would follow deeper, and the check must end on any input.
        guard depth <= ElementReader.deepestContainer else {
            return refuse(.tooDeep, pointer, "nested deeper than \(ElementReader.deepestContainer)", owner: id)
        }
        object(value, shape, pointer, owner: id, depth: depth + 1)
    }

    private func action(_ value: JSON, _ pointer: JSONPointer, owner: String?) {
        guard let type = value["type"].string else {
            return refuse(.badAction, pointer, "an action is an object with a `type`", owner: owner, value: value)
        }
        guard let shape = CardSchema.action(type) else {
            let advice = Suggestion.clause(for: type, among: CardSchema.actions.map(\.name))
            return refuse(
                .unknownAction,
                pointer.appending("type"),
                "unknown action type \"\(type)\"\(advice)",
                owner: owner
            )
        }
        object(value, shape, pointer, owner: owner, depth: 0)
    }

    private func list(
        _ value: JSON,
        _ pointer: JSONPointer,
        owner: String?,
        isEmptyAllowed: Bool,
        _ each: (JSON, JSONPointer) -> Void
    ) {
        guard let values = value.array else {
            return refuse(.badType, pointer, "expected an array, got \(value.kind)", owner: owner, value: value)
        }
        if values.isEmpty, !isEmptyAllowed { refuse(.outOfRange, pointer, "expected one at least", owner: owner) }
        for (index, value) in values.enumerated() { each(value, pointer.appending(String(index))) }
    }

    private func text(_ value: JSON, _ pointer: JSONPointer, owner: String?) {
        guard value.string == nil else { return }
        refuse(.badType, pointer, "expected a text, got \(value.kind)", owner: owner, value: value)
    }
}
