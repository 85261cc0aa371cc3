/// Formatted text as a tree; what the renderers walk.
package struct MarkdownDocument: Sendable, Hashable {
    package var blocks: [MarkdownBlock]

    /// The links in reading order; of nested ones only the outer.
    package var links: [(label: String, url: String)] {
        blocks.flatMap(\.links)
    }
}

package indirect enum MarkdownBlock: Sendable, Hashable {
    case paragraph([MarkdownInline])
    /// Level 1 to 6.
    case heading(Int, [MarkdownInline])
    case code(String, language: String?)
    /// `start` is the first number, `nil` for bullets.
    case list(start: Int?, isTight: Bool, items: [[MarkdownBlock]])
    case quote([MarkdownBlock])
    case rule

    fileprivate var links: [(label: String, url: String)] {
        switch self {
        case .paragraph(let inlines), .heading(_, let inlines): inlines.flatMap(\.links)
        case .list(_, _, let items): items.flatMap { $0.flatMap(\.links) }
        case .quote(let blocks): blocks.flatMap(\.links)
        case .code, .rule: []
        }
    }
}

package indirect enum MarkdownInline: Sendable, Hashable {
    case text(String)
    case code(String)
    case emphasis([MarkdownInline])
    case strong([MarkdownInline])
    case strike([MarkdownInline])
    case link(url: String, [MarkdownInline])
    /// A blank where the source has a line end.
    case softBreak
    case hardBreak

    /// Without formatting.
    package var plainText: String {
        switch self {
        case .text(let text), .code(let text): text
        case .emphasis(let inner), .strong(let inner), .strike(let inner), .link(_, let inner):
            inner.map(\.plainText).joined()
        case .softBreak: " "
        case .hardBreak: "\n"
        }
    }

    fileprivate var links: [(label: String, url: String)] {
        switch self {
        case .link(let url, let inner): [(inner.map(\.plainText).joined(), url)]
        case .emphasis(let inner), .strong(let inner), .strike(let inner): inner.flatMap(\.links)
        case .text, .code, .softBreak, .hardBreak: []
        }
    }
}
