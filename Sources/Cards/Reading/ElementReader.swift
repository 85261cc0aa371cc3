internal import Values

/// Reads elements: what cannot be drawn is skipped and noted, its siblings stay.
struct ElementReader {
    /// Deepest nesting of containers.
    static let deepestContainer = 32

    let log: ReadingLog

    func elements(_ values: [JSON], at pointer: JSONPointer, depth: Int) -> [CardElement] {
        values.enumerated().compactMap { index, value in
            element(value, at: pointer.appending(String(index)), depth: depth)
        }
    }

    private func element(_ value: JSON, at pointer: JSONPointer, depth: Int) -> CardElement? {
        guard case .object(let object) = value else {
            log.note(.warning, .badType, pointer, "an element is an object, not \(value.kind)", value: value)
            return nil
        }
        let id = id(of: object, at: pointer)
        let fields = FieldReader(object, at: pointer, elementId: id, log: log)
        _ = fields.take("id")
        guard let type = fields.take("type").string else {
            let written = object["type"] ?? .null
            if written.isNull { fields.missing("type") } else { fields.badType("type", "a text", written) }
            return nil
        }
        guard let kind = ElementKind(rawValue: type == "carousel" ? "row" : type) else {
            let hint = Suggestion.closest(to: type, among: ElementKind.allCases.map(\.rawValue))
            let advice = hint.map { "; did you mean \"\($0)\"?" } ?? ""
            fields.note(
                .warning,
                .unknownElement,
                "type",
                "unknown element type \"\(type)\"\(advice)",
                value: .string(type)
            )
            return nil
        }
        if kind.isContainer, depth >= Self.deepestContainer {
            fields.note(.warning, .tooDeep, nil, "containers are nested deeper than \(Self.deepestContainer)")
            return nil
        }
        do {
            let content = try content(kind, fields, depth: depth)
            fields.noteUnknown()
            return CardElement(id: id, pointer: pointer.text, content: content)
        } catch {
            return nil
        }
    }

    private func id(of object: JSONObject, at pointer: JSONPointer) -> String {
        let written =
            switch object["id"] ?? .null {
            case .string(let text): text
            case .int(let number): String(number)
            case .double(let number): JSON.double(number).text
            default: ""
            }
        guard !written.isBlank else {
            let made =
                "auto-" + pointer.text.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "-")
            log.note(.warning, .missingId, pointer, "the element has no `id`", elementId: made)
            _ = log.register(id: made)
            return made
        }
        if object["id"]?.string == nil {
            let place = pointer.appending("id")
            log.note(.info, .coerced, place, "`id` was turned into text", elementId: written, value: object["id"])
        }
        if !log.register(id: written) {
            log.note(.warning, .duplicateId, pointer.appending("id"), "the id is used twice", elementId: written)
        }
        return written
    }
}

/// The types of the format.
enum ElementKind: String, CaseIterable {
    case text
    case image
    case icon
    case avatar
    case badge
    case divider
    case spacer
    case chip
    case progressBar
    case codeBlock
    case markdown
    case row
    case column
    case grid
    case accordion
    case tabs
    case button
    case iconButton
    case link
    case table

    var isContainer: Bool {
        switch self {
        case .row, .column, .grid, .accordion, .tabs: true
        default: false
        }
    }
}

extension ElementReader {
    private func content(
        _ kind: ElementKind,
        _ fields: FieldReader,
        depth: Int
    ) throws(Skipped) -> CardElement.Content {
        switch kind {
        case .text: .text(try fields.readText())
        case .image: .image(try fields.readImage())
        case .icon: .icon(try fields.readIcon())
        case .avatar: .avatar(fields.readAvatar())
        case .badge: .badge(try fields.readBadge())
        case .divider: .divider(fields.readDivider())
        case .spacer: .spacer(fields.readSpacer())
        case .chip: .chip(try fields.readChip())
        case .progressBar: .progressBar(try fields.readProgressBar())
        case .codeBlock: .codeBlock(try fields.readCodeBlock())
        case .markdown: .markdown(try fields.readMarkdown())
        case .row: .row(try row(fields, depth: depth))
        case .column: .column(try column(fields, depth: depth))
        case .grid: .grid(try grid(fields, depth: depth))
        case .accordion: .accordion(try accordion(fields, depth: depth))
        case .tabs: .tabs(try tabs(fields, depth: depth))
        case .button: .button(try fields.readButton())
        case .iconButton: .iconButton(try fields.readIconButton())
        case .link: .link(try fields.readLink())
        case .table: .table(try fields.readTable())
        }
    }
}
