/// Draws layout nodes as lines of cells.
struct TextPainter {
    /// A column stands for this many px, a line for ``pixelsPerLine``.
    static let pixelsPerColumn = 8.0
    static let pixelsPerLine = 16.0

    /// Narrower than this a box is left out, so that its content has room.
    static let narrowestBox = 12

    let hasColor: Bool

    static func columns(_ pixels: Double) -> Int { Int((pixels / pixelsPerColumn).rounded()) }

    /// Foreign text as cells, line ends as `\n`.
    static func cells(_ text: String, _ style: CellStyle) -> [Cell] {
        var cells: [Cell] = []
        for (place, line) in TerminalText.lines(text).enumerated() {
            if place > 0 { cells.append(Cell("\n", style)) }
            cells.append(contentsOf: line.map { Cell($0, style) })
        }
        return cells
    }

    /// Columns between things side by side; never none, since letters have no room of their own.
    func columnGap(_ pixels: Double) -> Int { max(1, min(4, Int((pixels / 5).rounded()))) }

    /// Lines between things one below the other.
    func lineGap(_ pixels: Double) -> Int { min(2, Int((pixels / 12).rounded(.down))) }

    func card(_ layout: CardLayout, width: Int) -> TextBlock {
        card(layout, width: width) { stack(layout.nodes, width: $0, gap: 8) }
    }

    func card(_ layout: CardLayout, width: Int, content: (Int) -> TextBlock) -> TextBlock {
        let frame = Frame(
            isRound: layout.box.borderRadius > 0,
            color: layout.paint.border ?? layout.paint.background.map(Self.faint),
            margin: layout.box.padding.left >= 12 && width >= 40 ? 2 : 1
        )
        return frame.around(content(frame.innerWidth(width)), width: width).painted(layout.paint.background)
    }

    /// A line that is seen but does not shout.
    private static func faint(_ background: RGBColor) -> RGBColor {
        let isLight = background.contrast(with: RGBColor(0)) > 8
        return isLight ? RGBColor(0xB9B6C0) : RGBColor(0x5A5763)
    }

    /// Elements one below the other, with a blank line where the kind of content changes.
    func stack(_ nodes: [LayoutNode], width: Int, gap: Double, align: TextAlign = .left) -> TextBlock {
        var lines: [TextLine] = []
        var previous: LayoutNode?
        for node in nodes {
            let block = block(node, width: width)
            guard !block.lines.isEmpty else { continue }
            if let previous, !lines.isEmpty {
                let isBroken = Rhythm.needsBreak(between: previous, and: node)
                let blanks = max(lineGap(gap), isBroken ? 1 : 0)
                lines.append(contentsOf: repeatElement(TextLine(), count: blanks))
            }
            let own = block.width
            lines.append(contentsOf: align == .left ? block.lines : block.fitted(own).fitted(width, align).lines)
            previous = node
        }
        return TextBlock(lines.map { $0.width > width ? $0.cut(width) : $0 })
    }

    /// One element in at most `width` columns.
    func block(_ node: LayoutNode, width: Int) -> TextBlock {
        let width = max(1, width)
        switch node.content {
        case .text(let text): return self.text(text, node.paint, width)
        case .image(let image): return self.image(image, node.paint, width)
        case .icon(let icon): return self.icon(icon, node.paint)
        case .avatar(let avatar): return self.avatar(avatar, node.paint)
        case .badge(let badge): return self.badge(badge, node.paint, width)
        case .chip(let chip): return self.chip(chip, node, width)
        case .divider: return divider(node.paint, width)
        case .spacer(let spacer): return self.spacer(spacer)
        case .progressBar(let bar): return progressBar(bar, node.paint, width)
        case .codeBlock(let code): return codeBlock(code, node.paint, width)
        case .markdown(let markdown): return self.markdown(markdown, node, width)
        case .table(let table): return self.table(table, node.paint, width)
        case .row(let row): return self.row(row, node, width)
        case .column(let column): return self.column(column, node, width)
        case .grid(let grid): return self.grid(grid, node, width)
        case .accordion(let accordion): return self.accordion(accordion, node, width)
        case .tabs(let tabs): return self.tabs(tabs, node, width)
        case .button(let button): return self.button(button, node, width)
        case .iconButton(let button): return self.iconButton(button, node, width)
        case .link(let link): return self.link(link, node, width)
        }
    }
}

/// Where a blank line helps the eye.
enum Rhythm {
    private enum Kind {
        case text
        case picture
        case control
        case panel
        case space
    }

    static func needsBreak(between above: LayoutNode, and below: LayoutNode) -> Bool {
        let kinds = (kind(above), kind(below))
        if kinds.0 == .space || kinds.1 == .space { return false }
        if case .text(let text) = below.content, isHeading(text), kinds.0 != .picture {
            if case .text(let previous) = above.content, isCaption(previous) { return false }
            return true
        }
        return kinds.0 != kinds.1 || kinds.0 == .panel
    }

    private static func isHeading(_ text: TextElement) -> Bool { text.variant.size >= 18 }

    private static func isCaption(_ text: TextElement) -> Bool { text.variant.size <= 12 }

    private static func kind(_ node: LayoutNode) -> Kind {
        switch node.content {
        case .text, .markdown, .badge, .chip, .progressBar: .text
        case .image, .icon, .avatar: .picture
        case .button, .iconButton, .link: .control
        case .divider, .spacer: .space
        case .table, .codeBlock, .accordion, .tabs: .panel
        case .row, .column, .grid: container(node)
        }
    }

    private static func container(_ node: LayoutNode) -> Kind {
        if node.paint.border != nil || node.paint.background != nil { return .panel }
        let kinds = node.children.map(kind)
        if kinds.contains(.panel) { return .panel }
        if kinds.contains(.picture) { return .picture }
        return kinds.allSatisfy { $0 == .control } ? .control : .text
    }
}
