extension LayoutBuilder {
    func paint(_ content: CardElement.Content, isInert: Bool, on surface: Surface) -> Paint {
        switch content {
        case .text(let text):
            let token: ThemeToken = .textColor
            return Paint(foreground: ink(text.color, token, on: surface))
        case .image: return Paint(foreground: ink(nil, .secondaryTextColor, on: surface))
        case .icon(let icon):
            let background = fill(icon.backgroundColor, nil, on: surface)
            return Paint(foreground: ink(icon.color, .textColor, on: surface), background: background)
        case .avatar(let avatar):
            let background = fill(avatar.backgroundColor, .avatarBg, on: surface)
            return Paint(foreground: theme.color(.avatarText), background: background)
        case .badge(let badge):
            return label(badge.color, .badgeText, badge.box, .badgeBg, on: surface)
        case .chip(let chip):
            return label(chip.color, .chipFilledText, chip.box, .chipFilledBg, on: surface)
        case .divider(let divider): return Paint(foreground: fill(divider.color, .dividerColor, on: surface))
        case .spacer: return Paint()
        case .progressBar(let bar):
            return Paint(
                foreground: fill(bar.color, .progressBarColor, on: surface),
                border: ink(bar.labelColor, .secondaryTextColor, on: surface),
                accent: fill(bar.trackColor, .progressTrackColor, on: surface)
            )
        case .codeBlock(let code):
            return Paint(
                foreground: ink(code.textColor, .codeBlockText, on: surface),
                background: fill(code.backgroundColor, .codeBlockBg, on: surface),
                border: theme.color(.borderColor),
                accent: ink(code.languageLabelColor, .codeBlockLangLabel, on: surface)
            )
        case .markdown(let markdown):
            return Paint(
                foreground: ink(markdown.color, .textColor, on: surface),
                background: nil,
                border: theme.color(.dividerColor),
                accent: ink(markdown.linkColor, .linkColor, on: surface),
                header: theme.color(.codeBlockBg)
            )
        case .table(let table):
            return Paint(
                foreground: ink(nil, .textColor, on: surface),
                border: fill(table.borderColor, .borderColor, on: surface),
                header: fill(table.headerBackgroundColor, .tableHeaderBg, on: surface),
                stripe: table.stripedRows ? fill(table.stripedRowColor, .tableStripedRowBg, on: surface) : nil
            )
        case .row(let row): return box(row.box, on: surface)
        case .column(let column): return box(column.box, on: surface)
        case .grid(let grid): return box(grid.box, on: surface)
        case .accordion(let accordion):
            let border = accordion.border ? theme.color(.accordionBorderColor) : nil
            return Paint(foreground: ink(nil, .textColor, on: surface), border: border)
        case .tabs:
            return Paint(
                foreground: theme.color(.tabInactiveColor),
                border: theme.color(.dividerColor),
                accent: theme.color(.tabActiveColor)
            )
        case .button(let button): return paint(button, isInert: isInert, on: surface)
        case .iconButton(let button):
            let token: ThemeToken = isInert ? .buttonDisabledText : .buttonTextColor
            let background = fill(button.backgroundColor, nil, on: surface)
            return Paint(foreground: ink(isInert ? nil : button.color, token, on: surface), background: background)
        case .link(let link):
            let token: ThemeToken = isInert ? .buttonDisabledText : .linkColor
            return Paint(foreground: ink(isInert ? nil : link.color, token, on: surface))
        }
    }

    private func paint(_ button: ButtonElement, isInert: Bool, on surface: Surface) -> Paint {
        if isInert {
            return Paint(foreground: theme.color(.buttonDisabledText), background: theme.color(.buttonDisabledBg))
        }
        let tokens: (text: ThemeToken, fill: ThemeToken?) =
            switch button.variant ?? .filled {
            case .filled: (.buttonFilledText, .buttonFilledBg)
            case .tonal: (.buttonTonalText, .buttonTonalBg)
            case .outlined: (.buttonOutlinedText, nil)
            case .text: (.buttonTextColor, nil)
            }
        let background = fill(button.box.backgroundColor, tokens.fill, on: surface)
        // A filled button whose card takes the fill away needs text for an unfilled one.
        let textToken = background == nil && tokens.fill != nil ? .buttonTextColor : tokens.text
        var border = border(button.box, token: .buttonOutlinedBorder, on: surface)
        if button.variant == .outlined { border = border ?? theme.color(.buttonOutlinedBorder) }
        return Paint(
            foreground: ink(button.textColor, textToken, on: surface),
            background: background,
            border: border
        )
    }

    private func label(
        _ color: CardColor?,
        _ token: ThemeToken,
        _ box: BoxStyle,
        _ fillToken: ThemeToken,
        on surface: Surface
    ) -> Paint {
        let background = fill(box.backgroundColor, fillToken, on: surface)
        let border = border(box, token: .borderColor, on: surface)
        let text = color.flatMap(theme.pick).map { $0.over(background ?? surface.color) }
        let standard = background == nil ? ink(nil, .textColor, on: surface) : theme.color(token)
        return Paint(foreground: text ?? standard, background: background, border: border)
    }

    private func box(_ box: BoxStyle, on surface: Surface) -> Paint {
        Paint(
            background: fill(box.backgroundColor, nil, on: surface),
            border: border(box, token: .borderColor, on: surface)
        )
    }

    /// Text is never invisible: "transparent" means the theme's own here.
    private func ink(_ color: CardColor?, _ token: ThemeToken, on surface: Surface) -> RGBColor {
        if let own = color.flatMap(theme.pick) { return own.over(surface.color) }
        let isText = token == .textColor || token == .secondaryTextColor
        guard isText, surface.isWritten, theme.overrides[token] == nil else { return theme.color(token) }
        // The card chose the background without regard to the mode: take the side that can be read on it.
        let sides = [token.standard.light, token.standard.dark].compactMap { $0 }
        let best = sides.max { $0.contrast(with: surface.color) < $1.contrast(with: surface.color) }
        return best ?? theme.color(token)
    }

    /// Areas and lines: "transparent" paints nothing.
    private func fill(_ color: CardColor?, _ token: ThemeToken?, on surface: Surface) -> RGBColor? {
        guard let color else { return token.map(theme.color) }
        return theme.pick(color).map { $0.over(surface.color) }
    }

    func border(_ box: BoxStyle, token: ThemeToken, on surface: Surface) -> RGBColor? {
        box.borderWidth > 0 ? fill(box.borderColor, token, on: surface) : nil
    }
}
