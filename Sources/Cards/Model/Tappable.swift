package import Values

/// Something in a card that can be tapped.
package struct Tappable: Sendable, Hashable {
    /// From 1, in reading order, hidden ones counted; what the text rendering shows.
    package var number: Int
    package var elementId: String
    /// Pointer to the element.
    package var pointer: String
    /// What a person reads on it.
    package var label: String
    /// The action's own JSON.
    package var action: JSON
    /// Why a tap does nothing; `nil` when it works.
    package var inertReason: String?
}

extension Card {
    /// The element of that id; of several the first in reading order.
    package func element(id: String) -> CardElement? {
        var rest = Array(body.reversed())
        while let element = rest.popLast() {
            if element.id == id { return element }
            rest.append(contentsOf: element.children.reversed())
        }
        return nil
    }

    /// Everything that can be tapped, in reading order.
    package var tappables: [Tappable] {
        var found: [Tappable] = []
        var rest = Array(body.reversed())
        while let element = rest.popLast() {
            for (label, action) in element.taps {
                found.append(
                    Tappable(
                        number: found.count + 1,
                        elementId: element.id,
                        pointer: element.pointer,
                        label: label,
                        action: action.json,
                        inertReason: action.inertReason
                    )
                )
            }
            rest.append(contentsOf: element.children.reversed())
        }
        return found
    }

    /// The tap that a person or script names: an element's id (its first link for markdown) or a number.
    ///
    /// - Throws: ``HeraldError`` with `bad_card` when nothing of that name can be tapped, with what can be.
    package func tappable(_ name: String) throws(HeraldError) -> Tappable {
        let tappables = tappables
        if let match = tappables.first(where: { $0.elementId == name }) { return match }
        if let number = Int(name), let match = tappables.first(where: { $0.number == number }) { return match }
        let ids = tappables.map(\.elementId)
        if element(id: name) != nil {
            throw HeraldError(.badCard, "the element \"\(name)\" cannot be tapped", hint: Self.hint(ids))
        }
        throw HeraldError(
            .badCard,
            "there is no element \"\(name)\"",
            hint: Suggestion.hint(for: name, among: ids) ?? Self.hint(ids)
        )
    }

    private static func hint(_ ids: [String]) -> String {
        ids.isEmpty ? "nothing in this card can be tapped" : "what can be tapped: \(ids.joined(separator: ", "))"
    }
}

extension CardElement {
    /// The element's own taps, without those of its children.
    var taps: [(label: String, action: CardAction)] {
        switch content {
        case .button(let button): [(button.label, button.action)]
        case .iconButton(let button): [(button.icon.label, button.action)]
        case .link(let link): [(link.text, link.action)]
        case .chip(let chip): chip.action.map { [(chip.text, $0)] } ?? []
        case .markdown(let markdown):
            MarkdownDocument.read(markdown.content).links.map { link in
                (link.label, ActionReader.link(link.url))
            }
        default: []
        }
    }
}

extension IconReference {
    /// The name in words.
    package var label: String {
        guard let name, !name.isBlank else { return "icon" }
        let words = name.split(whereSeparator: { $0 == "_" || $0 == "-" })
        // Icon sets number their variants: `qr_code_2`.
        let isVariant = words.count > 1 && words.last?.allSatisfy(\.isNumber) == true
        return words.dropLast(isVariant ? 1 : 0).joined(separator: " ")
    }
}
