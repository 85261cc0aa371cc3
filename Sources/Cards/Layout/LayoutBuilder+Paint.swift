extension LayoutBuilder {
    func paint(_ content: CardElement.Content, isInert: Bool, on surface: Surface) -> Paint {
        switch content {
        case .text(let text): Paint(foreground: ink(text.color, .textColor, on: surface))
        case .image: Paint(foreground: ink(nil, .secondaryTextColor, on: surface))
        case .icon(let icon): sign(icon.color, .textColor, icon.backgroundColor, on: surface)
        case .avatar(let avatar): label(nil, .avatarText, avatar.backgroundColor, .avatarBg, on: surface)
        case .badge(let badge):
            label(badge.color, .badgeText, badge.box, .badgeBg, on: surface)
        case .chip(let chip):
            label(chip.color, .chipFilledText, chip.box, .chipFilledBg, on: surface)
        case .divider(let divider): Paint(foreground: fill(divider.color, .dividerColor, on: surface))
        case .spacer: Paint()
        case .progressBar(let bar):
            Paint(
                foreground: fill(bar.color, .progressBarColor, on: surface),
                border: ink(bar.labelColor, .secondaryTextColor, on: surface),
                accent: fill(bar.trackColor, .progressTrackColor, on: surface)
            )
        case .codeBlock(let code): paint(code, on: surface)
        case .markdown(let markdown):
            Paint(
                foreground: ink(markdown.color, .textColor, on: surface),
                background: nil,
                border: token(.dividerColor, on: surface),
                accent: ink(markdown.linkColor, .linkColor, on: surface),
                header: token(.codeBlockBg, on: surface)
            )
        case .table(let table): paint(table, on: surface)
        case .row(let row): box(row.box, on: surface)
        case .column(let column): box(column.box, on: surface)
        case .grid(let grid): box(grid.box, on: surface)
        case .accordion(let accordion):
            Paint(
                foreground: ink(nil, .textColor, on: surface),
                border: accordion.border ? token(.accordionBorderColor, on: surface) : nil,
                header: accordion.border ? token(.accordionHeaderBg, on: surface) : nil
            )
        case .tabs:
            Paint(
                foreground: token(.tabInactiveColor, on: surface),
                border: token(.dividerColor, on: surface),
                accent: token(.tabActiveColor, on: surface)
            )
        case .button(let button): paint(button, isInert: isInert, on: surface)
        case .iconButton(let button):
            sign(
                isInert ? nil : button.color,
                isInert ? .buttonDisabledText : .buttonTextColor,
                button.backgroundColor,
                on: surface
            )
        case .link(let link):
            Paint(
                foreground: ink(isInert ? nil : link.color, isInert ? .buttonDisabledText : .linkColor, on: surface)
            )
        }
    }

    private func paint(_ code: CodeBlockElement, on surface: Surface) -> Paint {
        let background = fill(code.backgroundColor, .codeBlockBg, on: surface)
        let inner = self.inner(background, isWritten: code.backgroundColor != nil, on: surface)
        return Paint(
            foreground: ink(code.textColor, .codeBlockText, on: inner),
            background: background,
            border: token(.borderColor, on: surface),
            accent: ink(code.languageLabelColor, .codeBlockLangLabel, on: inner)
        )
    }

    private func paint(_ table: TableElement, on surface: Surface) -> Paint {
        let header = fill(table.headerBackgroundColor, .tableHeaderBg, on: surface)
        let inner = self.inner(header, isWritten: table.headerBackgroundColor != nil, on: surface)
        return Paint(
            foreground: ink(nil, .textColor, on: surface),
            border: fill(table.borderColor, .borderColor, on: surface),
            accent: ink(nil, .textColor, on: inner),
            header: header,
            stripe: table.stripedRows ? fill(table.stripedRowColor, .tableStripedRowBg, on: surface) : nil
        )
    }

    private func paint(_ button: ButtonElement, isInert: Bool, on surface: Surface) -> Paint {
        if isInert {
            return Paint(
                foreground: token(.buttonDisabledText, on: surface),
                background: token(.buttonDisabledBg, on: surface)
            )
        }
        let tokens: (text: ThemeToken, fill: ThemeToken?) =
            switch button.variant ?? .filled {
            case .filled: (.buttonFilledText, .buttonFilledBg)
            case .tonal: (.buttonTonalText, .buttonTonalBg)
            case .outlined: (.buttonOutlinedText, nil)
            case .text: (.buttonTextColor, nil)
            }
        let own = button.box.backgroundColor
        let background = fill(own, tokens.fill, on: surface)
        // A filled button whose card takes the fill away needs text for an unfilled one.
        let textToken = background == nil && tokens.fill != nil ? .buttonTextColor : tokens.text
        var border = border(button.box, token: .buttonOutlinedBorder, on: surface)
        if button.variant == .outlined { border = border ?? token(.buttonOutlinedBorder, on: surface) }
        return Paint(
            foreground: words(button.textColor, textToken, own, background, on: surface),
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
        var paint = label(color, token, box.backgroundColor, fillToken, on: surface)
        paint.border = border(box, token: .borderColor, on: surface)
        return paint
    }

    private func label(
        _ color: CardColor?,
        _ token: ThemeToken,
        _ own: CardColor?,
        _ fillToken: ThemeToken,
        on surface: Surface
    ) -> Paint {
        let background = fill(own, fillToken, on: surface)
        let token = background == nil ? .textColor : token
        return Paint(foreground: words(color, token, own, background, on: surface), background: background)
    }

    /// A drawing on a ground of its own or on what it stands on.
    private func sign(
        _ color: CardColor?,
        _ token: ThemeToken,
        _ own: CardColor?,
        on surface: Surface
    ) -> Paint {
        let background = fill(own, nil, on: surface)
        let inner = background.map(written) ?? surface
        return Paint(foreground: ink(color, token, on: inner), background: background)
    }

    private func box(_ box: BoxStyle, on surface: Surface) -> Paint {
        let background = fill(box.backgroundColor, nil, on: surface)
        return Paint(
            foreground: background.map { ink(nil, .textColor, on: written($0)) },
            background: background,
            border: border(box, token: .borderColor, on: surface)
        )
    }

    /// A surface whose colour the card's JSON chose.
    func written(_ color: RGBColor) -> Surface {
        let (light, dark) = (contrast(.light, color), contrast(.dark, color))
        return Surface(color: color, mode: light == dark ? theme.mode : light > dark ? .light : .dark)
    }

    private func contrast(_ mode: CardTheme.Mode, _ color: RGBColor) -> Double {
        theme.color(.textColor, in: mode).contrast(with: color)
    }

    /// What is inside of an element's own fill.
    private func inner(_ fill: RGBColor?, isWritten: Bool, on surface: Surface) -> Surface {
        guard let fill else { return surface }
        return isWritten ? written(fill) : Surface(color: fill, mode: surface.mode)
    }

    private func token(_ token: ThemeToken, on surface: Surface) -> RGBColor { theme.color(token, in: surface.mode) }

    /// Text on an element's own fill, which the token fits if the fill is the theme's, too.
    private func words(
        _ color: CardColor?,
        _ token: ThemeToken,
        _ own: CardColor?,
        _ fill: RGBColor?,
        on surface: Surface
    ) -> RGBColor {
        if let color = color.flatMap(theme.pick) { return color.over(fill ?? surface.color) }
        guard let fill, own != nil else { return self.token(token, on: surface) }
        let choices = [
            theme.color(token, in: theme.mode), theme.color(token, in: theme.mode.other),
            theme.color(.textColor, in: .light), theme.color(.textColor, in: .dark),
        ]
        return choices.first { $0.contrast(with: fill) >= Self.leastContrast }
            ?? choices.max { $0.contrast(with: fill) < $1.contrast(with: fill) } ?? choices[0]
    }

    /// Of text; WCAG 2.2, success criterion 1.4.3.
    private static let leastContrast = 4.5

    /// Text is never invisible: "transparent" means the theme's own here.
    func ink(_ color: CardColor?, _ token: ThemeToken, on surface: Surface) -> RGBColor {
        color.flatMap(theme.pick)?.over(surface.color) ?? self.token(token, on: surface)
    }

    /// Areas and lines: "transparent" paints nothing.
    private func fill(_ color: CardColor?, _ token: ThemeToken?, on surface: Surface) -> RGBColor? {
        guard let color else { return token.map { self.token($0, on: surface) } }
        return theme.pick(color).map { $0.over(surface.color) }
    }

    func border(_ box: BoxStyle, token: ThemeToken, on surface: Surface) -> RGBColor? {
        box.borderWidth > 0 ? fill(box.borderColor, token, on: surface) : nil
    }
}
