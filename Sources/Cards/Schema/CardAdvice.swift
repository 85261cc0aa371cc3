package import Values

/// What a valid card should do better: beyond the schema, and never a reason to refuse it.
package struct CardAdvice {
    /// Most bytes of a card that all readers take.
    package static let largestCard = 60_000
    /// Deepest nesting of containers that all readers draw.
    package static let deepestContainer = 5
    /// Longest id that can serve as the topic of an engagement.
    static let longestId = 64

    private let log = ReadingLog()

    /// Advice in document order; `byteCount` is the size of the text that the card was read from.
    package static func notes(_ card: JSON, byteCount: Int? = nil) -> [CardDiagnostic] {
        let advice = CardAdvice()
        let root = JSONPointer()
        let size = byteCount ?? card.text.utf8.count
        if size > largestCard {
            advice.log.note(
                .warning,
                .largeCard,
                root,
                "the card has \(size) bytes; some readers stop at \(largestCard)"
            )
        }
        if let text = card["fallbackText"].string, text.isBlank {
            let place = root.appending("fallbackText")
            advice.log.note(.info, .blankFallback, place, "say what a reader without cards shows")
        }
        advice.texts(card["fallbackText"], root.appending("fallbackText"), owner: nil)
        advice.properties(card["style"], CardSchema.style, root.appending("style"), owner: nil, depth: 0)
        advice.elements(card["body"], root.appending("body"), depth: 0)
        return advice.log.inDocumentOrder(of: card)
    }

    private func note(
        _ code: CardDiagnostic.Code,
        _ pointer: JSONPointer,
        _ message: String,
        owner: String?,
        _ severity: CardDiagnostic.Severity = .info
    ) {
        log.note(severity, code, pointer, message, elementId: owner)
    }

    private func elements(_ value: JSON, _ pointer: JSONPointer, depth: Int) {
        for (index, element) in (value.array ?? []).enumerated() {
            self.element(element, pointer.appending(String(index)), depth: depth)
        }
    }

    private func element(_ value: JSON, _ pointer: JSONPointer, depth: Int) {
        guard depth <= ElementReader.deepestContainer, let members = value.object, let type = members["type"]?.string,
            let shape = CardSchema.element(type)
        else { return }
        let id = members["id"]?.string
        if let id, !id.isBlank, !Self.isSafe(id) {
            let message =
                "an id of letters, digits, _ and - (at most \(Self.longestId)) serves as a topic of engagements"
            note(.unsafeId, pointer.appending("id"), message, owner: id)
        }
        if id != nil, Array(members.keys.prefix(2)) != ["id", "type"] {
            note(.keyOrder, pointer, "`id` and `type` come first", owner: id)
        }
        // Noted once, where the limit is passed.
        if depth == Self.deepestContainer, ElementKind(rawValue: type)?.isContainer == true {
            let message = "nested deeper than \(Self.deepestContainer); some readers drop what lies below"
            note(.deepNesting, pointer, message, owner: id, .warning)
        }
        if type == "image" { image(members, pointer, owner: id) }
        if type == "icon" { icon(value, pointer, owner: id) }
        properties(value, shape, pointer, owner: id, depth: depth + 1)
    }

    private func properties(_ value: JSON, _ shape: SchemaShape, _ pointer: JSONPointer, owner: String?, depth: Int) {
        guard let members = value.object else { return }
        for (key, member) in members where key != "id" && key != "type" {
            let place = pointer.appending(key)
            switch shape.property(key)?.type {
            case .elements: elements(member, place, depth: depth)
            case .tabs:
                for (index, tab) in (member.array ?? []).enumerated() {
                    let tabPlace = place.appending(String(index))
                    properties(tab, CardSchema.tab, tabPlace, owner: owner, depth: depth)
                }
            case .action: action(member, place, owner: owner)
            case .icon:
                icon(member, place, owner: owner)
                texts(member, place, owner: owner)
            case .color: color(member, place, owner: owner)
            case nil: break
            default: texts(member, place, owner: owner)
            }
        }
    }

    private static func isSafe(_ id: String) -> Bool {
        id.utf8.count <= longestId
            && id.utf8.allSatisfy { byte in
                let character = Character(Unicode.Scalar(byte))
                return character.isASCII && (character.isLetter || character.isNumber) || byte == 0x5F || byte == 0x2D
            }
    }
}

extension CardAdvice {
    private func image(_ members: JSONObject, _ pointer: JSONPointer, owner: String?) {
        if (members["altText"]?.string ?? "").isBlank {
            note(
                .missingAltText,
                pointer,
                "`altText` says what the picture shows to those who do not see it",
                owner: owner
            )
        }
        if let url = members["url"]?.string { picture(url, pointer.appending("url"), owner: owner) }
    }

    private func icon(_ value: JSON, _ pointer: JSONPointer, owner: String?) {
        if let url = value["url"].string { return picture(url, pointer.appending("url"), owner: owner) }
        guard let name = value["name"].string ?? value.string, IconGlyphs.glyph(name) == nil else { return }
        note(.unknownIcon, pointer, "no sign is known for the icon \"\(name)\"", owner: owner)
    }

    private func picture(_ url: String, _ pointer: JSONPointer, owner: String?) {
        guard !url.contains("{{"), case .refused(let reason) = PictureSource(url) else { return }
        note(.imageFailed, pointer, "the picture is not loaded: \(reason)", owner: owner)
    }

    private func action(_ value: JSON, _ pointer: JSONPointer, owner: String?) {
        if let url = value["url"].string, !url.contains("{{"), let read = try? URLGate.read(url), read.scheme == "http"
        {
            note(.insecureURL, pointer.appending("url"), "use https", owner: owner)
        }
        for pair in [("receiverUid", "receiverGuid"), ("uid", "guid")]
        where value[pair.0].string != nil && value[pair.1].string != nil {
            note(.ambiguousReceiver, pointer, "of `\(pair.0)` and `\(pair.1)` only the first counts", owner: owner)
        }
        texts(value, pointer, owner: owner)
    }

    private func color(_ value: JSON, _ pointer: JSONPointer, owner: String?) {
        guard let members = value.object else { return }
        for (key, side) in members {
            guard let text = side.string, text.hasPrefix("#"), text != text.uppercased() else { continue }
            note(.colorCase, pointer.appending(key), "colours are written in upper case", owner: owner)
        }
    }

    /// Texts that a template left open.
    private func texts(_ value: JSON, _ pointer: JSONPointer, owner: String?) {
        switch value {
        case .string(let text):
            guard let key = CardTemplate.keys(in: .string(text)).first else { return }
            note(.unresolvedVariable, pointer, "`{{\(key)}}` is filled in by templates only", owner: owner)
        case .array(let values):
            for (index, value) in values.enumerated() { texts(value, pointer.appending(String(index)), owner: owner) }
        case .object(let members):
            for (key, member) in members { texts(member, pointer.appending(key), owner: owner) }
        default: break
        }
    }
}
