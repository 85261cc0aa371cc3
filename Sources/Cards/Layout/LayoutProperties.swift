internal import Values

/// What a renderer must know of an element besides its colours, as JSON; lengths in px, paddings as
/// `[top, right, bottom, left]`.
enum LayoutProperties {
    static func of(_ content: CardElement.Content) -> [(String, JSON)] {
        switch content {
        case .text(let text):
            properties([
                ("content", .string(text.content)), ("fontSize", .double(text.variant.size)),
                ("fontWeight", name(text.fontWeight)), ("align", name(text.align)),
                ("maxLines", number(text.maxLines)), ("padding", LayoutJSON.padding(text.padding)),
            ])
        case .image(let image):
            properties([
                ("url", url(image.url.light)), ("darkUrl", image.url.isOne ? nil : url(image.url.dark)),
                ("fit", name(image.fit)), ("width", dimension(image.width)), ("height", dimension(image.height)),
                ("borderRadius", .double(image.borderRadius)), ("padding", LayoutJSON.padding(image.padding)),
            ])
        case .icon(let icon):
            properties([
                ("icon", self.icon(icon.icon)), ("size", .double(icon.size)),
                ("borderRadius", .double(icon.borderRadius)), ("padding", .double(icon.padding)),
            ])
        case .avatar(let avatar):
            properties([
                ("url", avatar.imageUrl.flatMap { url($0.light) }), ("initials", avatar.initials.map(JSON.string)),
                ("size", .double(avatar.size)), ("borderRadius", .double(avatar.borderRadius)),
                ("fontSize", .double(avatar.fontSize)), ("fontWeight", name(avatar.fontWeight)),
            ])
        case .badge(let badge):
            properties([
                ("text", .string(badge.text)), ("size", .double(badge.size)), ("fontSize", .double(badge.fontSize)),
                ("box", LayoutJSON.box(badge.box)),
            ])
        case .chip(let chip):
            properties([
                ("text", .string(chip.text)), ("icon", chip.icon.flatMap(icon)), ("fontSize", .double(chip.fontSize)),
                ("box", LayoutJSON.box(chip.box)),
            ])
        case .divider(let divider):
            [("thickness", .double(divider.thickness)), ("margin", .double(divider.margin))]
        case .spacer(let spacer): [("height", .double(spacer.height))]
        case .progressBar(let bar):
            properties([
                ("value", .double(bar.value)), ("text", bar.label.map(JSON.string)), ("height", .double(bar.height)),
                ("borderRadius", .double(bar.borderRadius)), ("labelFontSize", .double(bar.labelFontSize)),
            ])
        case .codeBlock(let code):
            properties([
                ("content", .string(code.content)), ("language", code.language.map(JSON.string)),
                ("fontSize", .double(code.fontSize)), ("languageLabelFontSize", .double(code.languageLabelFontSize)),
                ("borderRadius", .double(code.borderRadius)), ("padding", LayoutJSON.padding(code.padding)),
            ])
        case .markdown(let markdown):
            [
                ("content", .string(markdown.content)), ("fontSize", .double(markdown.baseFontSize)),
                ("lineHeight", .double(markdown.lineHeight)),
            ]
        case .table(let table): self.table(table)
        default: ofControl(content)
        }
    }

    private static func ofControl(_ content: CardElement.Content) -> [(String, JSON)] {
        switch content {
        case .row(let row):
            properties([
                ("gap", .double(row.gap)), ("align", name(row.align)), ("crossAlign", name(row.crossAlign)),
                ("wrap", .bool(row.wrap)), ("scrollable", .bool(row.scrollable)),
                ("peek", row.scrollable ? .double(row.peek) : nil), ("snap", row.scrollable ? name(row.snap) : nil),
                ("box", LayoutJSON.box(row.box)),
            ])
        case .column(let column):
            [
                ("gap", .double(column.gap)), ("align", name(column.align)), ("crossAlign", name(column.crossAlign)),
                ("box", LayoutJSON.box(column.box)),
            ]
        case .grid(let grid):
            [
                ("columns", .int(Int64(grid.columns))), ("gap", .double(grid.gap)), ("box", LayoutJSON.box(grid.box)),
            ]
        case .accordion(let accordion):
            properties([
                ("icon", accordion.headerIcon.flatMap(icon)), ("border", .bool(accordion.border)),
                ("padding", LayoutJSON.padding(accordion.padding)), ("fontSize", .double(accordion.fontSize)),
                ("fontWeight", name(accordion.fontWeight)), ("borderRadius", .double(accordion.borderRadius)),
            ])
        case .tabs(let tabs):
            [
                ("tabAlign", name(tabs.tabAlign)), ("tabPadding", LayoutJSON.padding(tabs.tabPadding)),
                ("contentPadding", LayoutJSON.padding(tabs.contentPadding)), ("fontSize", .double(tabs.fontSize)),
            ]
        case .button(let button):
            properties([
                ("icon", button.icon.flatMap(icon)), ("iconPosition", name(button.iconPosition)),
                ("size", .double(button.size)), ("fullWidth", .bool(button.fullWidth)),
                ("fontSize", .double(button.fontSize)), ("box", LayoutJSON.box(button.box)),
                ("action", button.action.json),
            ])
        case .iconButton(let button):
            properties([
                ("icon", icon(button.icon)), ("size", .double(button.size)),
                ("borderRadius", .double(button.borderRadius)), ("action", button.action.json),
            ])
        case .link(let link):
            [
                ("underline", .bool(link.underline)), ("fontSize", .double(link.fontSize)),
                ("action", link.action.json),
            ]
        default: []
        }
    }

    private static func table(_ table: TableElement) -> [(String, JSON)] {
        [
            ("columns", .array(table.columns.map(JSON.string))),
            ("rows", .array(table.rows.map { .array($0.map(JSON.string)) })), ("border", .bool(table.border)),
            ("cellPadding", .double(table.cellPadding)), ("fontSize", .double(table.fontSize)),
        ]
    }

    private static func properties(_ list: [(String, JSON?)]) -> [(String, JSON)] {
        // `null` is a literal of JSON, too; here it says the same as nothing.
        list.compactMap { name, value in value.flatMap { $0.isNull ? nil : (name, $0) } }
    }

    private static func name<Choice: RawRepresentable>(_ choice: Choice) -> JSON where Choice.RawValue == String {
        .string(choice.rawValue)
    }

    private static func number(_ number: Int?) -> JSON? { number.map { .int(Int64($0)) } }

    private static func dimension(_ dimension: Dimension?) -> JSON? {
        switch dimension {
        case .points(let number): .double(number)
        case .percent(let number): .string(JSON.double(number).text + "%")
        case nil: nil
        }
    }

    /// Only what passes the gate; a renderer need not judge again.
    private static func url(_ text: String) -> JSON? {
        guard case .allowed(let url) = PictureSource(text) else { return nil }
        return .string(url)
    }

    private static func icon(_ icon: IconReference) -> JSON? {
        var object = JSONObject()
        if let name = icon.name { object["name"] = .string(name) }
        if let text = icon.url, let url = url(text) { object["url"] = url }
        return object.isEmpty ? nil : .object(object)
    }
}

extension ModalText {
    /// Whether both modes have the same.
    var isOne: Bool { light == dark }
}

extension CardElement.Content {
    var kind: ElementKind {
        switch self {
        case .text: .text
        case .image: .image
        case .icon: .icon
        case .avatar: .avatar
        case .badge: .badge
        case .chip: .chip
        case .divider: .divider
        case .spacer: .spacer
        case .progressBar: .progressBar
        case .codeBlock: .codeBlock
        case .markdown: .markdown
        case .table: .table
        case .row: .row
        case .column: .column
        case .grid: .grid
        case .accordion: .accordion
        case .tabs: .tabs
        case .button: .button
        case .iconButton: .iconButton
        case .link: .link
        }
    }
}
