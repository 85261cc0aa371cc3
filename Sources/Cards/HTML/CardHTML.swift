internal import Values

/// How a card is written as a page.
package struct HTMLOptions: Sendable {
    package enum Direction: String, Sendable, CaseIterable {
        case ltr
        case rtl
    }

    /// The colours of a reader who prefers light, and of one who prefers dark; the same twice forces a mode.
    package var light: CardTheme
    package var dark: CardTheme
    package var direction: Direction
    package var state: CardState

    package init(
        light: CardTheme = CardTheme(mode: .light),
        dark: CardTheme = CardTheme(mode: .dark),
        direction: Direction = .ltr,
        state: CardState = CardState()
    ) {
        self.light = light
        self.dark = dark
        self.direction = direction
        self.state = state
    }

    /// The value of `color-scheme`, which browsers paint scroll bars and the like by.
    fileprivate var scheme: String {
        light.mode == dark.mode ? light.mode.rawValue : "light dark"
    }
}

/// Writes cards as web pages: one file without parts elsewhere but pictures, whose policy allows its own script alone.
package enum CardHTML {
    /// The card, or its fallback text when it cannot be drawn.
    package static func render(_ reading: CardReading, options: HTMLOptions = HTMLOptions()) -> String {
        page(reading, options: options).html
    }

    /// The page and its style's name in a policy.
    static func page(_ reading: CardReading, options: HTMLOptions) -> (html: String, styleSource: String) {
        var painter = HTMLPainter(options: options)
        if let card = reading.card {
            painter.card(card)
        } else {
            painter.fallback(reading.fallbackText)
        }
        // The last resort is for cards that cannot be drawn.
        let isDrawn = reading.card != nil
        let title = isDrawn && reading.fallbackText == CardReading.lastResort ? "Card" : reading.fallbackText
        return page(painter, title: title, options)
    }

    private static func page(
        _ painter: HTMLPainter,
        title: String,
        _ options: HTMLOptions
    ) -> (html: String, styleSource: String) {
        let style = HTMLStyle.text + ":root{color-scheme:\(options.scheme)}" + painter.styles.text
        let styleSource = ContentHash.source(style)
        let policy = [
            "default-src 'none'", "img-src https: data:", "style-src \(styleSource)",
            "script-src \(HTMLScript.source)", "base-uri 'none'", "form-action 'none'",
        ]
        var writer = HTMLWriter()
        writer.raw("<!doctype html>\n")
        writer.open("html", [.with("dir", options.direction.rawValue)])
        writer.raw("<head><meta charset=\"utf-8\">")
        writer.open(
            "meta",
            [.with("http-equiv", "Content-Security-Policy"), .with("content", policy.joined(separator: "; "))]
        )
        writer.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        writer.raw("<meta name=\"referrer\" content=\"no-referrer\">")
        writer.open("meta", [.with("name", "color-scheme"), .with("content", options.scheme)])
        writer.open("title")
        writer.text(TerminalText.line(String(title.prefix(longestTitle))))
        writer.close("title")
        writer.raw("<style>\(style)</style><script>\(HTMLScript.text)</script></head><body>")
        writer.append(painter.writer)
        writer.raw("</body></html>\n")
        return (writer.html, styleSource)
    }

    /// Characters of a page's title; tabs of browsers show fewer.
    private static let longestTitle = 120
}
