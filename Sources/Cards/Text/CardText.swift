/// How a card is written for a terminal.
package struct TextOptions: Sendable {
    package enum Color: String, Sendable, CaseIterable {
        /// No escape sequences at all.
        case none
        /// The 256 colours of most terminals; marks and links as with ``truecolor``.
        case palette = "256"
        /// 24-bit colours, bold, italic, underlined and struck text, and links to click.
        case truecolor
    }

    /// Narrowest and widest page, columns.
    package static let widths = 20...400

    /// Columns; kept within ``widths``.
    package var width: Int
    package var color: Color
    package var theme: CardTheme
    package var state: CardState

    package init(
        width: Int = 60,
        color: Color = .none,
        theme: CardTheme = CardTheme(),
        state: CardState = CardState()
    ) {
        self.width = width
        self.color = color
        self.theme = theme
        self.state = state
    }
}

/// Writes cards for a terminal.
package enum CardText {
    /// The card in a box, or its fallback text when it cannot be drawn; lines end with `\n`, the last one too.
    package static func render(_ reading: CardReading, options: TextOptions = TextOptions()) -> String {
        guard let card = reading.card else { return render(fallback: reading.fallbackText, options: options) }
        return render(card, options: options)
    }

    /// The card in a box; lines end with `\n`, the last one too.
    package static func render(_ card: Card, options: TextOptions = TextOptions()) -> String {
        render(LayoutBuilder.build(card, theme: options.theme, state: options.state), options: options)
    }

    static func render(_ layout: CardLayout, options: TextOptions) -> String {
        let painter = TextPainter(hasColor: options.color != .none)
        let block = painter.card(layout, width: pageWidth(options, layout.maxWidth))
        return write(block, options.color)
    }

    private static func render(fallback text: String, options: TextOptions) -> String {
        let painter = TextPainter(hasColor: options.color != .none)
        let theme = options.theme
        let layout = CardLayout(
            paint: Paint(background: theme.color(.backgroundColor)),
            box: BoxStyle(),
            theme: theme,
            nodes: []
        )
        let style = CellStyle(foreground: theme.color(.textColor))
        let block = painter.card(layout, width: pageWidth(options, nil)) { width in
            TextBlock(LineWrap.wrap(TextPainter.cells(text, style), width: width))
        }
        return write(block, options.color)
    }

    private static func pageWidth(_ options: TextOptions, _ maxWidth: Double?) -> Int {
        let widths = TextOptions.widths
        let asked = min(max(options.width, widths.lowerBound), widths.upperBound)
        guard let maxWidth else { return asked }
        return min(asked, max(widths.lowerBound, TextPainter.columns(maxWidth)))
    }

    private static func write(_ block: TextBlock, _ color: TextOptions.Color) -> String {
        let sequences = EscapeSequences(color: color)
        var text = ""
        for line in block.lines {
            text += color == .none ? line.trimmed.text : sequences.write(line)
            text += "\n"
        }
        return text
    }
}
