package import Values

/// A place that a card leads to.
package struct CardLink: Sendable, Hashable {
    package var elementId: String
    /// Pointer to the element.
    package var pointer: String
    /// What a person reads on it.
    package var label: String
    /// As written.
    package var url: String
    /// Why a tap does not open it; `nil` when it can be opened.
    package var inertReason: String?
}

extension CardLink {
    /// For scripts.
    package var json: JSON {
        var object: JSON = [
            "elementId": .string(elementId), "pointer": .string(pointer), "label": .string(label), "url": .string(url),
        ]
        if let inertReason { object["refused"] = .string(inertReason) }
        return object
    }
}

extension Card {
    /// An element as the card's JSON has it, with its id (also one that was made) and pointer.
    package func json(of element: CardElement) -> JSON {
        let pointer = try? JSONPointer(element.pointer)
        var json = pointer.flatMap { source[$0] } ?? [:]
        // Content that was no card has no element in its JSON.
        if json.object == nil { json = ["type": .string(element.content.kind.rawValue)] }
        json["id"] = .string(element.id)
        json["pointer"] = .string(element.pointer)
        return json
    }

    /// What taps open in a browser, in reading order, hidden ones too.
    package var links: [CardLink] {
        tappables.compactMap { tappable in
            guard tappable.action["type"] == "openUrl", let url = tappable.action["url"].string else { return nil }
            return CardLink(
                elementId: tappable.elementId,
                pointer: tappable.pointer,
                label: tappable.label,
                url: url,
                inertReason: tappable.inertReason
            )
        }
    }

    /// All that a person can read, in reading order, hidden parts too: a line for each element, one for each row of a table.
    package var plainText: String {
        var lines: [String] = []
        for element in body { element.addText(to: &lines) }
        return lines.filter { !$0.isBlank }.joined(separator: "\n")
    }
}

extension CardElement {
    /// Recursion is as deep as containers may be.
    fileprivate func addText(to lines: inout [String]) {
        switch content {
        case .text(let text): lines.append(text.content)
        case .image(let image): lines.append(image.altText ?? "")
        case .avatar(let avatar): lines.append(avatar.initials ?? "")
        case .badge(let badge): lines.append(badge.text)
        case .chip(let chip): lines.append(chip.text)
        case .progressBar(let bar): lines.append((bar.label.map { "\($0) " } ?? "") + "\(bar.percent) %")
        case .codeBlock(let code): lines.append(code.content)
        case .markdown(let markdown): lines += MarkdownDocument.read(markdown.content).blocks.flatMap(\.plainLines)
        case .table(let table):
            for row in [table.columns] + table.rows { lines.append(row.joined(separator: "\t")) }
        case .button(let button): lines.append(button.label)
        case .iconButton(let button): lines.append(button.icon.label)
        case .link(let link): lines.append(link.text)
        case .icon, .divider, .spacer: break
        case .row, .column, .grid: addText(of: children, to: &lines)
        case .accordion(let accordion):
            lines.append(accordion.header)
            addText(of: children, to: &lines)
        case .tabs(let tabs):
            for tab in tabs.tabs {
                lines.append(tab.label)
                addText(of: tab.content, to: &lines)
            }
        }
    }

    private func addText(of elements: [CardElement], to lines: inout [String]) {
        for element in elements { element.addText(to: &lines) }
    }
}

extension MarkdownBlock {
    fileprivate var plainLines: [String] {
        switch self {
        case .paragraph(let inlines), .heading(_, let inlines): [inlines.map(\.plainText).joined()]
        case .code(let text, _): [text]
        case .list(_, _, let items): items.flatMap { $0.flatMap(\.plainLines) }
        case .quote(let blocks): blocks.flatMap(\.plainLines)
        case .rule: []
        }
    }
}
