package import Values

/// A card as it was read: what the JSON says, with the format's own defaults filled in.
///
/// Values that depend on the theme stay `nil` until the layout resolves them.
package struct Card: Sendable, Hashable {
    package var style: CardStyle
    /// Top to bottom; never empty.
    package var body: [CardElement]
    /// Not blank.
    package var fallbackText: String
    /// The JSON it was read from.
    package var source: JSON
}

/// How the card's own box looks.
package struct CardStyle: Sendable, Hashable {
    package var background: CardColor?
    package var box = BoxStyle()
    /// Widest that the card gets, in px.
    package var maxWidth: Double?
}

/// One element with its place in the card.
package struct CardElement: Sendable, Hashable {
    /// As written, or made from the pointer when the card gives none.
    package var id: String
    /// RFC 6901 from the card's root; unique where ids are not.
    package var pointer: String
    package var content: Content

    /// What it is; one case per element type of the format.
    package enum Content: Sendable, Hashable {
        case text(TextElement)
        case image(ImageElement)
        case icon(IconElement)
        case avatar(AvatarElement)
        case badge(BadgeElement)
        case chip(ChipElement)
        case divider(DividerElement)
        case spacer(SpacerElement)
        case progressBar(ProgressBarElement)
        case codeBlock(CodeBlockElement)
        case markdown(MarkdownElement)
        case table(TableElement)
        case row(RowElement)
        case column(ColumnElement)
        case grid(GridElement)
        case accordion(AccordionElement)
        case tabs(TabsElement)
        case button(ButtonElement)
        case iconButton(IconButtonElement)
        case link(LinkElement)
    }
}

extension CardElement {
    /// The elements directly inside, in reading order, hidden ones included.
    package var children: [CardElement] {
        switch content {
        case .row(let row): row.items
        case .column(let column): column.items
        case .grid(let grid): grid.items
        case .accordion(let accordion): accordion.headerItems + accordion.body
        case .tabs(let tabs): tabs.tabs.flatMap(\.content)
        default: []
        }
    }
}
