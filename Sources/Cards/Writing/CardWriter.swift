package import Values

/// Writes a card in the strict form, whatever form it was read from.
///
/// The shapes are those of ``CardSchema``.
package struct CardWriter {
    /// Ids that have been written.
    private var ids: Set<String> = []

    /// The card as a server or builder may write it: what was read leniently in its strict form, what was skipped left
    /// out, nothing that is unset.
    ///
    /// An action of a type that the format does not name is kept as it was written, since a plugin may know it;
    /// ``StrictCheck`` tells of it, since other readers do not.
    package static func strict(_ card: Card) -> JSON {
        var writer = CardWriter()
        var object = JSONObject([("version", .string(CardSchema.version))])
        let body = writer.elements(card.body, of: card)
        object["style"] = style(card)
        object["body"] = body
        object["fallbackText"] = .string(card.fallbackText)
        return .object(object)
    }

    /// The card in the strict form, for scripts; actions that only a plugin may know are kept here, too.
    ///
    /// - Throws: ``HeraldError`` with `bad_card` and the pointer for what the strict form cannot say.
    package static func checked(_ reading: CardReading) throws(HeraldError) -> JSON {
        guard let card = reading.card else { throw HeraldError(.badCard, "the card cannot be drawn") }
        let written = strict(card)
        if let refusal = StrictCheck.refusals(written).first(where: { $0.code != .unknownAction }) {
            throw HeraldError(.badCard, refusal.message, pointer: refusal.pointer)
        }
        return written
    }

    private static func style(_ card: Card) -> JSON {
        let fields = StrictFields(card.source["style"].object ?? JSONObject())
        var style = fields.members(of: CardSchema.style)
        let standard = ThemeToken.backgroundColor.standard
        style["background"] = style["background"] ?? StrictFields.json(card.style.background ?? standard)
        return .object(style)
    }

    private mutating func elements(_ elements: [CardElement], of card: Card) -> JSON {
        .array(elements.map { element($0, of: card) })
    }

    private mutating func element(_ element: CardElement, of card: Card) -> JSON {
        let raw = (try? JSONPointer(element.pointer)).flatMap { card.source[$0]?.object } ?? JSONObject()
        let fields = StrictFields(raw)
        let kind = Self.kind(element.content)
        var object = JSONObject([("id", .string(unique(element.id))), ("type", .string(kind.rawValue))])
        guard let shape = CardSchema.element(kind.rawValue) else { return .object(object) }
        for (key, value) in fields.members(of: shape) where key != "id" && key != "type" { object[key] = value }
        for (key, value) in content(element, of: card) { object[key] = value.isNull ? Optional<JSON>.none : value }
        return .object(object)
    }

    /// A chip with an action is a button in the strict form.
    private static func kind(_ content: CardElement.Content) -> ElementKind {
        if case .chip(let chip) = content, chip.action != nil { return .button }
        return content.kind
    }

    private mutating func unique(_ id: String) -> String {
        var candidate = id
        var number = 2
        while !ids.insert(candidate).inserted {
            candidate = "\(id)-\(number)"
            number += 1
        }
        return candidate
    }

    /// The properties that are what the reader made of them, and not what is written; `null` for one that is left out.
    private mutating func content(_ element: CardElement, of card: Card) -> [(String, JSON)] {
        switch element.content {
        case .text(let text):
            let variant = text.variant == .body ? nil : JSON.string(text.variant.rawValue)
            return [("content", .string(text.content)), ("variant", variant)]
        case .image(let image): return [("url", .string(image.url.light))]
        case .avatar(let avatar):
            return [("imageUrl", avatar.imageUrl.map { .string($0.light) } ?? .null)]
        case .icon(let icon): return [("padding", icon.padding > 0 ? StrictFields.json(icon.padding) : nil)]
        case .spacer(let spacer): return [("height", StrictFields.json(spacer.height))]
        case .progressBar(let bar): return [("value", StrictFields.json(bar.value))]
        case .table(let table):
            let rows = table.rows.map { JSON.array($0.map(JSON.string)) }
            return [("columns", .array(table.columns.map(JSON.string))), ("rows", .array(rows))]
        case .chip(let chip):
            guard let action = chip.action else { return [] }
            return [
                ("label", .string(chip.text)), ("action", StrictFields.action(action.json, owner: element.id)),
                ("textColor", chip.color.map(StrictFields.json) ?? .null),
            ]
        case .button(let button):
            let size = button.size == ButtonElement.standardSize ? nil : StrictFields.json(button.size)
            return [("action", StrictFields.action(button.action.json, owner: element.id)), ("size", size)]
        case .iconButton(let button): return [("action", StrictFields.action(button.action.json, owner: element.id))]
        case .link(let link): return [("action", StrictFields.action(link.action.json, owner: element.id))]
        default: return container(element, of: card)
        }
    }

    private mutating func container(_ element: CardElement, of card: Card) -> [(String, JSON)] {
        switch element.content {
        case .row(let row):
            return [("items", elements(row.items, of: card)), ("scrollable", row.scrollable ? true : nil)]
        case .column(let column):
            var members: [(String, JSON)] = [("items", elements(column.items, of: card))]
            // Children that are stretched have no place of their own, and those that have one are not stretched.
            if column.align == .stretch {
                members.append((column.crossAlign == .start ? "crossAlign" : "align", .null))
            }
            return members
        case .grid(let grid):
            // One column is what a column is; no more can be said of it here.
            let columns = grid.columns > 2 ? JSON.int(Int64(grid.columns)) : nil
            return [("items", elements(grid.items, of: card)), ("columns", columns)]
        case .accordion(let accordion):
            let header = accordion.headerItems.isEmpty ? accordion.header : Self.words(accordion.headerItems)
            return [("header", .string(header)), ("body", elements(accordion.body, of: card))]
        case .tabs(let tabs):
            let panels = tabs.tabs.map { tab in
                JSON.object(
                    JSONObject([("label", .string(tab.label)), ("content", elements(tab.content, of: card))])
                )
            }
            let active = tabs.defaultActiveTab > 0 ? JSON.int(Int64(tabs.defaultActiveTab)) : nil
            return [("tabs", .array(panels)), ("defaultActiveTab", active)]
        default: return []
        }
    }

    private static func words(_ elements: [CardElement]) -> String {
        let card = Card(style: CardStyle(), body: elements, fallbackText: "", source: .null)
        return card.plainText.split(separator: "\n").joined(separator: " ")
    }
}
