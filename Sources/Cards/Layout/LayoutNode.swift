/// A card with everything decided that does not depend on the medium: colours of the mode, state, numbers of taps.
package struct CardLayout: Sendable {
    package var paint: Paint
    package var box: BoxStyle
    package var maxWidth: Double?
    package var theme: CardTheme
    package var nodes: [LayoutNode]
}

/// One element of a ``CardLayout``.
package struct LayoutNode: Sendable {
    package var id: String
    package var pointer: String
    /// What it is; children and state here, not in it, are those to draw.
    package var content: CardElement.Content
    package var paint: Paint
    package var accessibility: Accessibility
    /// What shows inside, top to bottom or side by side; with ``LayoutBuilder/Scope/everything`` also what a closed
    /// accordion hides.
    package var children: [LayoutNode] = []
    /// What each tab holds; only with ``LayoutBuilder/Scope/everything``.
    package var panels: [[LayoutNode]] = []
    /// An accordion's header, when it is made of elements.
    package var header: [LayoutNode] = []
    /// In reading order; more than one for markdown only.
    package var taps: [TapMark] = []
    /// Whether an accordion shows its body.
    package var isOpen = false
    /// The tab that shows.
    package var activeTab = 0
}

/// The colours an element is painted with; `nil` paints nothing.
package struct Paint: Sendable, Hashable {
    package var foreground: RGBColor?
    package var background: RGBColor?
    package var border: RGBColor?
    /// A second foreground: links, a bar's track, a label, an active tab, the text of a table's header.
    package var accent: RGBColor?
    /// A second background: the header of a table or an accordion, code in Markdown.
    package var header: RGBColor?
    /// A third background: a table's striped rows.
    package var stripe: RGBColor?
}

/// What a tap on a part of the card is called.
package struct TapMark: Sendable, Hashable {
    /// ``Tappable/number``.
    package var number: Int
    package var isInert: Bool
}

/// What a person changed since the card was drawn first, by pointer.
package struct CardState: Sendable, Hashable {
    package var openAccordions: [String: Bool]
    package var activeTabs: [String: Int]

    package init(openAccordions: [String: Bool] = [:], activeTabs: [String: Int] = [:]) {
        self.openAccordions = openAccordions
        self.activeTabs = activeTabs
    }
}
