internal import CMarkdown

extension MarkdownDocument {
    /// Longest text that is read as markdown; what is longer is taken as plain text, since some inputs cost time that
    /// grows with the square of their length.
    package static let longestText = 64 << 10

    /// Deepest nesting that is kept; what lies deeper becomes plain text.
    static let deepestNesting = 32

    /// Reads CommonMark with strike-through; raw HTML is text, pictures are their alternative text, tables are text.
    package static func read(_ text: String) -> MarkdownDocument {
        guard text.utf8.count <= longestText else { return plain(text) }
        cmark_gfm_core_extensions_ensure_registered()
        guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return plain(text) }
        defer { cmark_parser_free(parser) }
        if let strike = cmark_find_syntax_extension("strikethrough") {
            cmark_parser_attach_syntax_extension(parser, strike)
        }
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        guard let root = cmark_parser_finish(parser) else { return plain(text) }
        defer { cmark_node_free(root) }
        return MarkdownDocument(blocks: MarkdownNode(pointer: root).blocks(depth: 0))
    }

    private static func plain(_ text: String) -> MarkdownDocument {
        MarkdownDocument(blocks: [.paragraph([.text(text)])])
    }
}

/// A node of the parser's tree; lives as long as the tree.
private struct MarkdownNode {
    let pointer: OpaquePointer

    private var type: String { String(cString: cmark_node_get_type_string(pointer)) }

    private var literal: String { cmark_node_get_literal(pointer).map { String(cString: $0) } ?? "" }

    private var children: [MarkdownNode] {
        var children: [MarkdownNode] = []
        var next = cmark_node_first_child(pointer)
        while let child = next {
            children.append(MarkdownNode(pointer: child))
            next = cmark_node_next(child)
        }
        return children
    }

    func blocks(depth: Int) -> [MarkdownBlock] { children.compactMap { $0.block(depth: depth + 1) } }

    private func inlines(depth: Int) -> [MarkdownInline] { children.flatMap { $0.inline(depth: depth + 1) } }

    private func block(depth: Int) -> MarkdownBlock? {
        guard depth <= MarkdownDocument.deepestNesting else {
            let text = allText
            return text.isEmpty ? nil : .paragraph([.text(text)])
        }
        switch type {
        case "paragraph": return .paragraph(inlines(depth: depth))
        case "heading": return .heading(Int(cmark_node_get_heading_level(pointer)), inlines(depth: depth))
        case "code_block":
            let info = cmark_node_get_fence_info(pointer).map { String(cString: $0) } ?? ""
            return .code(literal, language: info.split(separator: " ").first.map(String.init))
        case "html_block": return .paragraph([.text(literal)])
        case "block_quote": return .quote(blocks(depth: depth))
        case "thematic_break": return .rule
        case "list":
            let isOrdered = cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST
            return .list(
                start: isOrdered ? Int(cmark_node_get_list_start(pointer)) : nil,
                isTight: cmark_node_get_list_tight(pointer) != 0,
                items: children.map { $0.blocks(depth: depth + 1) }
            )
        default: return nil
        }
    }

    private func inline(depth: Int) -> [MarkdownInline] {
        guard depth <= MarkdownDocument.deepestNesting else { return [.text(allText)] }
        switch type {
        case "text", "html_inline": return [.text(literal)]
        case "code": return [.code(literal)]
        case "emph": return [.emphasis(inlines(depth: depth))]
        case "strong": return [.strong(inlines(depth: depth))]
        case "strikethrough": return [.strike(inlines(depth: depth))]
        case "softbreak": return [.softBreak]
        case "linebreak": return [.hardBreak]
        case "image": return inlines(depth: depth)
        case "link":
            let url = cmark_node_get_url(pointer).map { String(cString: $0) } ?? ""
            return [.link(url: url, inlines(depth: depth))]
        default: return inlines(depth: depth)
        }
    }

    /// The text of the node and all below it, found without recursion.
    private var allText: String {
        var text = ""
        guard let walk = cmark_iter_new(pointer) else { return text }
        defer { cmark_iter_free(walk) }
        var event = cmark_iter_next(walk)
        while event != CMARK_EVENT_DONE {
            if event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(walk) {
                text += MarkdownNode(pointer: node).literal
            }
            event = cmark_iter_next(walk)
        }
        return text
    }
}
