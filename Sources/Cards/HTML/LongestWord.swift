/// About how wide the longest words are, so that a row does not squeeze its texts to single letters.
enum LongestWord {
    /// For each child of a row the least width that it is to have, as a declaration; `nil` where nothing must stay
    /// together.
    ///
    /// Where `isSpaced` texts take their own width, so that room to spare would show.
    static func shares(_ children: [LayoutNode], isSpaced: Bool) -> [String?] {
        let least = children.map(width)
        let sum = least.reduce(0, +)
        return zip(children, least).map { child, width in
            guard width > 0, Sizing.isFiller(child.content) else { return nil }
            if case .text(let text) = child.content, isSpaced, longest(text.content).count <= mostCharacters {
                return "min-width:min-content"
            }
            // Together never more than most of the row: a long word is broken when all else fails.
            let share = (mostOfRow * width / sum).rounded()
            return "min-width:min(\(CSS.rem(width.rounded())),\(CSS.number(share))%)"
        }
    }

    /// Per cent.
    private static let mostOfRow = 85.0
    /// Longer words than these are broken: most are links.
    private static let mostCharacters = 16

    /// In px at the usual size of text.
    private static func width(_ node: LayoutNode) -> Double {
        switch node.content {
        case .text(let text): width(text.content, size: text.variant.size)
        case .markdown(let markdown): width(markdown.content, size: markdown.baseFontSize)
        case .column(let column):
            (node.children.map(width).max() ?? 0) + column.box.padding.left + column.box.padding.right
        case .icon(let icon): icon.size + 2 * icon.padding
        case .avatar(let avatar): avatar.size
        default: 0
        }
    }

    private static func width(_ text: String, size: Double) -> Double {
        // Of the size of the font: capitals and digits are wider.
        let widths = longest(text).prefix(mostCharacters).map { $0.isLowercase ? 0.6 : 0.75 }
        return widths.reduce(0, +) * size
    }

    private static func longest(_ text: String) -> Substring {
        let words = text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A || $0 == 0x2D })
        return words.lazy.filter { !isBreakable($0) }.max { $0.count < $1.count }.map { Substring($0) } ?? "xx"
    }

    /// East Asian text breaks between any two signs; their first byte tells them.
    private static func isBreakable(_ word: Substring.UTF8View) -> Bool {
        word.contains { (0xE3...0xED).contains($0) }
    }
}
