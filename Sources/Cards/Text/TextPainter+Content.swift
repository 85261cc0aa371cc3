extension TextPainter {
    func text(_ text: TextElement, _ paint: Paint, _ width: Int) -> TextBlock {
        var style = CellStyle(foreground: paint.foreground)
        let isHeading = text.variant.size >= 18 || text.variant == .heading4
        if isHeading || text.fontWeight != .regular { style.marks = .bold }
        var lines = LineWrap.wrap(Self.cells(text.content, style), width: width)
        if let limit = text.maxLines, lines.count > limit {
            lines = Array(lines.prefix(limit))
            lines[limit - 1] = (lines[limit - 1] + TextLine("…", style)).cut(width)
        }
        let block = TextBlock(lines)
        return text.align == .left || text.align == .justify ? block : block.fitted(width, text.align)
    }

    func image(_ image: ImageElement, _ paint: Paint, _ width: Int) -> TextBlock {
        let style = CellStyle(foreground: paint.foreground, marks: .italic)
        let sign = CellStyle(foreground: paint.foreground)
        let alternative = image.altText.flatMap { $0.isBlank ? nil : $0 } ?? "picture"
        let lines = LineWrap.wrap(Self.cells(alternative, style), width: max(1, width - 2))
        return TextBlock(lines).indented(first: TextLine("▒ ", sign), rest: .blank(2))
    }

    func icon(_ icon: IconElement, _ paint: Paint) -> TextBlock {
        // An icon by itself says nothing that the text beside it does not: one without a sign is a quiet mark.
        TextBlock([TextLine(IconGlyphs.glyph(icon.icon.name) ?? "◦", CellStyle(foreground: paint.foreground))])
    }

    func avatar(_ avatar: AvatarElement, _ paint: Paint) -> TextBlock {
        let initials = avatar.initials.flatMap { $0.isBlank ? nil : $0 } ?? "☺"
        let style = CellStyle(foreground: paint.foreground, background: paint.background, marks: .bold)
        return TextBlock([TextLine(hasColor ? " \(initials) " : "◖\(initials)◗", style)])
    }

    func badge(_ badge: BadgeElement, _ paint: Paint, _ width: Int) -> TextBlock {
        let style = CellStyle(foreground: paint.foreground, background: paint.background, marks: .bold)
        let isFilled = hasColor && paint.background != nil
        return TextBlock([TextLine(isFilled ? " \(badge.text) " : "‹\(badge.text)›", style).cut(width)])
    }

    func chip(_ chip: ChipElement, _ node: LayoutNode, _ width: Int) -> TextBlock {
        var text = IconGlyphs.glyph(chip.icon?.name).map { "\($0) \(chip.text)" } ?? chip.text
        if let tap = node.taps.first { text = "\(tap.isInert ? "·" : String(tap.number)) \(text)" }
        let style = CellStyle(foreground: node.paint.foreground, background: node.paint.background)
        let isFilled = hasColor && node.paint.background != nil
        let ends = node.taps.isEmpty ? ("(", ")") : ("[", "]")
        let isOpen = isFilled && node.taps.isEmpty
        return TextBlock([TextLine(isOpen ? " \(text) " : "\(ends.0)\(text)\(ends.1)", style).cut(width)])
    }

    func divider(_ paint: Paint, _ width: Int) -> TextBlock {
        // Nothing is painted in this mode, but the room stays.
        guard let color = paint.foreground else { return TextBlock([TextLine()]) }
        return TextBlock([.filled("─", width, CellStyle(foreground: color))])
    }

    func spacer(_ spacer: SpacerElement) -> TextBlock {
        let lines = Int((spacer.height / Self.pixelsPerLine).rounded())
        return TextBlock(Array(repeating: TextLine(), count: min(lines, 4)))
    }

    func progressBar(_ bar: ProgressBarElement, _ paint: Paint, _ width: Int) -> TextBlock {
        let label = CellStyle(foreground: paint.border)
        let share = TextLine(" \(bar.percent) %", label)
        let room = max(1, width - share.width)
        let done = min(room, Int((bar.value / 100 * Double(room)).rounded()))
        let line =
            TextLine.filled("█", done, CellStyle(foreground: paint.foreground))
            + .filled("░", room - done, CellStyle(foreground: paint.accent)) + share
        guard let text = bar.label, !text.isBlank else { return TextBlock([line.cut(width)]) }
        return TextBlock(LineWrap.wrap(Self.cells(text, label), width: width) + [line.cut(width)])
    }

    func codeBlock(_ code: CodeBlockElement, _ paint: Paint, _ width: Int) -> TextBlock {
        let style = CellStyle(foreground: paint.foreground)
        let title = code.language.map { TextLine($0, CellStyle(foreground: paint.accent)) } ?? TextLine()
        var content = code.content
        while content.last?.isNewline == true { content.removeLast() }
        let frame = Frame(isRound: code.borderRadius > 0, color: paint.border)
        let inner = frame.innerWidth(width)
        // A terminal cannot scroll sideways: a long line goes on below a mark, so nothing is lost.
        let mark = TextLine("↪ ", CellStyle(foreground: paint.accent))
        var lines: [TextLine] = []
        for line in TerminalText.lines(content) {
            var rest = line.map { Cell($0, style) }[...]
            var isFirst = true
            repeat {
                let room = max(2, isFirst ? inner : inner - 2)
                var used = 0
                let piece = rest.prefix { cell in
                    used += cell.width
                    return used <= room
                }
                lines.append(isFirst ? TextLine(Array(piece)) : mark + TextLine(Array(piece)))
                rest = rest.dropFirst(max(1, piece.count))
                isFirst = false
            } while !rest.isEmpty
        }
        return frame.around(TextBlock(lines), width: width, title: title).painted(paint.background)
    }
}
