package import Values

/// How a card is drawn, in every format; what a format has no use for it passes over.
package struct CardLook: Sendable {
    package enum Format: String, Sendable, CaseIterable {
        case text
        case html
        case json
    }

    package enum Theme: String, Sendable, CaseIterable {
        /// As the reader's system says, where a format can ask; else dark.
        case auto
        case light
        case dark
    }

    package var theme = Theme.auto
    /// Theme tokens with other colours, as ``CardTheme/init(mode:json:)`` takes them.
    package var overrides = JSONObject()
    /// Columns of text.
    package var width = 60
    package var color = TextOptions.Color.none
    package var direction = HTMLOptions.Direction.ltr
    package var state = CardState()

    package init() {}

    /// Judges the overrides.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument` for one that is none.
    package func check() throws(HeraldError) { _ = try theme(.light) }

    func theme(_ mode: CardTheme.Mode) throws(HeraldError) -> CardTheme { try CardTheme(mode: mode, json: overrides) }
}

extension CardReading {
    /// The card, or its fallback text, in a format; ends with a line end.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument` for overrides that are none.
    package func rendered(as format: CardLook.Format, _ look: CardLook = CardLook()) throws(HeraldError) -> String {
        let theme = try look.theme(look.theme == .light ? .light : .dark)
        switch format {
        case .text:
            let options = TextOptions(width: look.width, color: look.color, theme: theme, state: look.state)
            return CardText.render(self, options: options)
        case .html:
            let other = try look.theme(look.theme == .dark ? .dark : .light)
            let options = HTMLOptions(light: other, dark: theme, direction: look.direction, state: look.state)
            return CardHTML.render(self, options: options)
        case .json: return LayoutJSON.document(self, theme: theme, state: look.state).prettyText + "\n"
        }
    }
}
