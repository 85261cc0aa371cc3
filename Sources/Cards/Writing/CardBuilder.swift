package import Values

/// Makes parts of cards from their properties, in the strict form: elements, actions, and the tabs of tabs.
///
/// The properties are those of ``CardSchema``. Values may have the forms that readers forgive, such as `"#FFF"` for a
/// colour; they are written strictly.
package struct CardBuilder {
    /// Everything that can be made: the types of elements and actions, and `tab`.
    package static let names = (CardSchema.elements + CardSchema.actions + [CardSchema.tab]).map(\.name)

    private let shape: SchemaShape
    private let kind: Kind
    /// Gives an element without an id one that no other has.
    private let newID: (_ type: String) -> String

    private enum Kind {
        case element
        case action
        case tab
    }

    /// Makes a part; a plain array in place of the properties is the children of a container.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument` and the pointer for a property that the part has not, or a value
    ///   that it does not take, with near names.
    package static func build(
        _ name: String,
        _ given: JSON,
        newID: (_ type: String) -> String
    ) throws(HeraldError) -> JSON {
        try withoutActuallyEscaping(newID) { newID throws(HeraldError) in
            guard let builder = CardBuilder(name, newID) else {
                let hint = Suggestion.hint(for: name, among: names)
                throw HeraldError(.invalidArgument, "a card has no \"\(name)\"", hint: hint)
            }
            return try builder.build(given)
        }
    }

    private init?(_ name: String, _ newID: @escaping (String) -> String) {
        if let shape = CardSchema.element(name) {
            (self.shape, kind) = (shape, .element)
        } else if let shape = CardSchema.action(name) {
            (self.shape, kind) = (shape, .action)
        } else if name == CardSchema.tab.name {
            (shape, kind) = (CardSchema.tab, .tab)
        } else {
            return nil
        }
        self.newID = newID
    }

    private func build(_ given: JSON) throws(HeraldError) -> JSON {
        let members = try members(of: given)
        for key in members.keys where shape.property(key) == nil {
            let known = shape.properties.map(\.name).filter { $0 != "type" }
            throw HeraldError(
                .invalidArgument,
                "there is no property \"\(key)\"",
                pointer: JSONPointer().appending(key).text,
                hint: Suggestion.closest(to: key, among: known).map { "did you mean \"\($0)\"?" }
                    ?? "known: \(known.joined(separator: ", "))"
            )
        }
        if let type = members["type"], type != .string(shape.name) {
            throw HeraldError(.invalidArgument, "the type is \"\(shape.name)\", not \(type.text)", pointer: "/type")
        }
        return try strict(complete(members))
    }

    private func members(of given: JSON) throws(HeraldError) -> JSONObject {
        switch given {
        case .object(let members): return members
        case .array(let items) where items.isEmpty: return [:]
        case .array(let items) where shape.property("items") != nil: return ["items": .array(items)]
        default: throw HeraldError(.invalidArgument, "expected a table of properties, got \(given.kind)")
        }
    }

    /// The part with its type, ids where they are missing, and lists where a table is empty.
    private func complete(_ members: JSONObject) -> JSON {
        var whole = JSONObject()
        if kind == .element { whole["id"] = members["id"] ?? .string(newID(shape.name)) }
        if kind != .tab { whole["type"] = .string(shape.name) }
        for (key, value) in members where key != "id" && key != "type" {
            whole[key] = shape.property(key).map { complete(value, as: $0.type) } ?? value
        }
        return .object(whole)
    }

    private func complete(_ value: JSON, as type: SchemaType) -> JSON {
        switch type {
        case .elements, .tabs, .texts, .rows:
            // An empty table is no object where a list is wanted.
            let values = value.array ?? (value.object?.isEmpty == true ? [] : nil)
            guard let values else { return value }
            guard type == .elements || type == .tabs else { return .array(values) }
            return .array(values.map { type == .tabs ? completeTab($0) : completeElement($0) })
        default: return value
        }
    }

    private func completeTab(_ tab: JSON) -> JSON {
        var tab = tab
        if !tab["content"].isNull { tab["content"] = complete(tab["content"], as: .elements) }
        return tab
    }

    /// Elements that were not made by a builder may lack ids, too.
    private func completeElement(_ element: JSON) -> JSON {
        guard let type = element["type"].string, let shape = CardSchema.element(type) else { return element }
        var whole: JSON = ["id": element["id"].isNull ? .string(newID(type)) : element["id"]]
        for (key, value) in element.object ?? [:] where key != "id" {
            whole[key] = shape.property(key).map { complete(value, as: $0.type) } ?? value
        }
        return whole
    }

    /// Reads the part within a card of its own, as every reader would, and writes what was read.
    private func strict(_ part: JSON) throws(HeraldError) -> JSON {
        let (element, place): (JSON, [String]) =
            switch kind {
            case .element: (part, ["body", "0"])
            case .action: (["id": "b", "type": "button", "label": "B", "action": part], ["body", "0", "action"])
            case .tab: (["id": "t", "type": "tabs", "tabs": [part]], ["body", "0", "tabs", "0"])
            }
        let reading = CardReading.read([
            "version": .string(CardSchema.version), "fallbackText": "F", "body": [element],
            "style": ["background": ["light": "#FFFFFF", "dark": "#000000"]],
        ])
        let start = place.reduce(JSONPointer()) { $0.appending($1) }
        let problems = reading.diagnostics.filter { !Self.isHarmless($0) }
        // That something is left empty is what other problems come to.
        let isOutcome: Set<CardDiagnostic.Code> = [.cardUnusable, .emptyContainer]
        if let diagnostic = problems.first(where: { !isOutcome.contains($0.code) }) ?? problems.last {
            let own = diagnostic.pointer.hasPrefix(start.text)
            throw HeraldError(
                .invalidArgument,
                diagnostic.message,
                pointer: own ? String(diagnostic.pointer.dropFirst(start.text.count)) : nil,
                hint: Self.knownAction(near: diagnostic).map { "did you mean \"\($0)\"?" }
            )
        }
        guard let written = reading.card.map(CardWriter.strict)?[start], !written.isNull else {
            throw HeraldError(.invalidArgument, "nothing of it can be drawn")
        }
        return written
    }

    /// What a strict writer makes good, or what only a send or a plugin can know.
    private static func isHarmless(_ diagnostic: CardDiagnostic) -> Bool {
        switch diagnostic.code {
        case .coerced, .missingId: return true
        case .badAction: return diagnostic.value?.contains("{{") == true
        // With a near name it is a slip; else a plugin's own.
        case .unknownAction: return knownAction(near: diagnostic) == nil
        default: return false
        }
    }

    private static func knownAction(near diagnostic: CardDiagnostic) -> String? {
        guard diagnostic.code == .unknownAction, let value = diagnostic.value,
            let type = try? JSONText.parse(Array(value.utf8)).string
        else { return nil }
        return Suggestion.closest(to: type, among: CardSchema.actions.map(\.name))
    }
}
