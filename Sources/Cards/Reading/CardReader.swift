internal import Values

/// Reads the root of a card.
struct CardReader {
    private let root: JSONObject
    private let log = ReadingLog()

    /// `oddities` are those of the text that the card was read from.
    init(root: JSONObject, oddities: [JSONWarning] = []) {
        self.root = root
        for oddity in oddities {
            let pointer = (try? JSONPointer(oddity.pointer)) ?? JSONPointer()
            let code: CardDiagnostic.Code = oddity.kind == .duplicateKey ? .duplicateKey : .lostValue
            log.note(.warning, code, pointer, oddity.message)
        }
    }

    func read(alternativeText: String?) -> CardReading {
        let fields = FieldReader(root, at: JSONPointer(), elementId: nil, log: log)
        readVersion(fields)
        let style = readStyle(fields)
        if (root["fallbackText"] ?? .null).isNull {
            log.note(.warning, .missingProperty, JSONPointer(), "`fallbackText` is missing")
        }
        let written = fields.optionalString("fallbackText")
        let candidates = [written, alternativeText, oddText]
        let fallbackText = candidates.compactMap { $0 }.first { !$0.isBlank } ?? CardReading.lastResort
        let body = readBody(fields)
        fields.noteUnknown()
        let source = JSON.object(root)
        return CardReading(
            card: body.isEmpty ? nil : Card(style: style, body: body, fallbackText: fallbackText, source: source),
            diagnostics: log.inDocumentOrder(of: source),
            fallbackText: fallbackText
        )
    }

    /// Title and body of content that is a message rather than a card.
    private var oddText: String? {
        let parts = [root["title"]?.string, root["body"]?.string].compactMap { $0 }.filter { !$0.isBlank }
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    private func readVersion(_ fields: FieldReader) {
        let isKnown =
            switch fields.take("version") {
            case .string(let text): text == "1" || text.hasPrefix("1.")
            case .int(let number): number == 1
            case .double(let number): number >= 1 && number < 2
            default: false
            }
        if !isKnown {
            let version = root["version"]
            log.note(.warning, .badVersion, JSONPointer(), "the version is not \"1.0\"", value: version)
        }
    }

    private func readStyle(_ fields: FieldReader) -> CardStyle {
        guard let style = fields.optionalObject("style") else {
            if (root["style"] ?? .null).isNull {
                log.note(.warning, .missingProperty, JSONPointer(), "`style` is missing")
            }
            return CardStyle()
        }
        let inner = FieldReader(style, at: JSONPointer().appending("style"), elementId: nil, log: log)
        var result = CardStyle()
        result.background = inner.color("background")
        result.box = inner.box(padding: Padding())
        result.maxWidth = inner.optionalNumber("maxWidth")
        for key in ["width", "minWidth", "height", "minHeight", "maxHeight"] { _ = inner.take(key) }
        inner.noteUnknown()
        return result
    }

    private func readBody(_ fields: FieldReader) -> [CardElement] {
        let pointer = JSONPointer().appending("body")
        switch fields.take("body") {
        case .array(let elements):
            let body = ElementReader(log: log).elements(elements, at: pointer, depth: 0)
            if body.isEmpty { log.note(.error, .cardUnusable, pointer, "nothing in `body` can be drawn") }
            return body
        case .string(let text) where !text.isBlank: return plainBody(text)
        case .null:
            log.note(.error, .cardUnusable, JSONPointer(), "the card has no `body`")
        case let other:
            log.note(.error, .cardUnusable, pointer, "`body` is an array, not \(other.kind)", value: other)
        }
        return []
    }

    /// An older form of content is a title and a plain text.
    private func plainBody(_ text: String) -> [CardElement] {
        log.note(.info, .coerced, JSONPointer(), "a title and a text were taken as a card")
        var body: [CardElement] = []
        if let title = root["title"]?.string, !title.isBlank {
            body.append(element("title", title, .heading4))
        }
        body.append(element("body", text, .body))
        return body
    }

    private func element(_ name: String, _ text: String, _ variant: TextVariant) -> CardElement {
        let content = TextElement(
            content: text,
            variant: variant,
            align: .left,
            fontWeight: .regular,
            padding: Padding()
        )
        return CardElement(id: name, pointer: "/\(name)", content: .text(content))
    }
}
