internal import Values

/// Gathers what one reading notices; stays in the task that reads.
final class ReadingLog {
    private var diagnostics: [CardDiagnostic] = []
    private var ids: Set<String> = []

    func note(
        _ severity: CardDiagnostic.Severity,
        _ code: CardDiagnostic.Code,
        _ pointer: JSONPointer,
        _ message: String,
        elementId: String? = nil,
        value: JSON? = nil
    ) {
        diagnostics.append(
            CardDiagnostic(
                severity: severity,
                code: code,
                pointer: pointer.text,
                elementId: elementId,
                message: message,
                value: value.map(Self.short)
            )
        )
    }

    /// False when the id was there before.
    func register(id: String) -> Bool { ids.insert(id).inserted }

    /// The notes in the order of the places in the text; those of one place as they were made.
    func inDocumentOrder(of root: JSON) -> [CardDiagnostic] {
        guard diagnostics.count > 1 else { return diagnostics }
        var places: [String: Int] = [:]
        let wanted = Set(diagnostics.map(\.pointer))
        var counter = 0
        func walk(_ value: JSON, _ pointer: String) {
            if wanted.contains(pointer) { places[pointer] = counter }
            counter += 1
            switch value {
            case .array(let elements):
                for (index, element) in elements.enumerated() { walk(element, "\(pointer)/\(index)") }
            case .object(let members):
                for member in members { walk(member.value, "\(pointer)/\(JSONPointer.escape(member.key))") }
            default: break
            }
        }
        walk(root, "")
        let ordered = diagnostics.enumerated().sorted { left, right in
            let places = (places[left.element.pointer] ?? .max, places[right.element.pointer] ?? .max)
            return places.0 == places.1 ? left.offset < right.offset : places.0 < places.1
        }
        return ordered.map(\.element)
    }

    private static func short(_ value: JSON) -> String {
        let text = value.text
        guard text.count > CardDiagnostic.longestValue else { return text }
        return text.prefix(CardDiagnostic.longestValue - 1) + "…"
    }
}
