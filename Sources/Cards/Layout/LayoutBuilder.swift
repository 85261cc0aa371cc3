/// Turns a card into a ``CardLayout``.
package struct LayoutBuilder {
    /// What an element is painted on.
    struct Surface {
        var color: RGBColor
        /// The mode whose tokens stand out on it: the reader's, unless the card's JSON chose the colour without regard to
        /// that.
        var mode: CardTheme.Mode
    }

    /// Which nodes are built.
    package enum Scope: Sendable {
        /// Those that the state lets a person see.
        case shown
        /// Those that a person can bring to sight, too, for renderers that show and hide by themselves.
        case everything
    }

    let theme: CardTheme
    let state: CardState
    private let scope: Scope
    private let taps: [String: [TapMark]]

    package static func build(
        _ card: Card,
        theme: CardTheme,
        state: CardState = CardState(),
        scope: Scope = .shown
    ) -> CardLayout {
        let builder = LayoutBuilder(card: card, theme: theme, state: state, scope: scope)
        var surface = Surface(color: theme.color(.backgroundColor), mode: theme.mode)
        var paint = Paint(background: surface.color)
        if let background = card.style.background {
            paint.background = theme.pick(background).map { $0.over(surface.color) }
            if let color = paint.background { surface = builder.written(color) }
        }
        paint.foreground = builder.ink(nil, .textColor, on: surface)
        paint.border = builder.border(card.style.box, token: .borderColor, on: surface)
        return CardLayout(
            paint: paint,
            box: card.style.box,
            maxWidth: card.style.maxWidth,
            theme: theme,
            nodes: builder.nodes(card.body, on: surface)
        )
    }

    private init(card: Card, theme: CardTheme, state: CardState, scope: Scope) {
        self.scope = scope
        self.theme = theme
        self.state = state
        var taps: [String: [TapMark]] = [:]
        for tappable in card.tappables {
            taps[tappable.pointer, default: []].append(
                TapMark(number: tappable.number, isInert: tappable.inertReason != nil)
            )
        }
        self.taps = taps
    }

    func nodes(_ elements: [CardElement], on surface: Surface) -> [LayoutNode] {
        elements.map { node($0, on: surface) }
    }

    private func node(_ element: CardElement, on surface: Surface) -> LayoutNode {
        var node = LayoutNode(
            id: element.id,
            pointer: element.pointer,
            content: element.content,
            paint: Paint(),
            accessibility: element.accessibility,
            taps: taps[element.pointer] ?? []
        )
        // A markdown's links speak for themselves.
        if [.button, .link].contains(node.accessibility.role) {
            node.accessibility.isDisabled = node.taps.first?.isInert ?? true
        }
        node.paint = paint(element.content, isInert: node.taps.first?.isInert == true, on: surface)
        let inner = node.paint.background.map(written) ?? surface
        switch element.content {
        case .row(let row): node.children = nodes(row.items, on: inner)
        case .column(let column): node.children = nodes(column.items, on: inner)
        case .grid(let grid): node.children = nodes(grid.items, on: inner)
        case .accordion(let accordion):
            node.isOpen = state.openAccordions[element.pointer] ?? accordion.expandedByDefault
            let header = node.paint.header.map { Surface(color: $0, mode: surface.mode) } ?? surface
            node.header = nodes(accordion.headerItems, on: header)
            node.children = node.isOpen || scope == .everything ? nodes(accordion.body, on: surface) : []
        case .tabs(let tabs):
            let wanted = state.activeTabs[element.pointer] ?? tabs.defaultActiveTab
            node.activeTab = tabs.tabs.indices.contains(wanted) ? wanted : 0
            if scope == .everything {
                node.panels = tabs.tabs.map { nodes($0.content, on: surface) }
                node.children = node.panels[node.activeTab]
            } else {
                node.children = nodes(tabs.tabs[node.activeTab].content, on: surface)
            }
        default: break
        }
        return node
    }
}
