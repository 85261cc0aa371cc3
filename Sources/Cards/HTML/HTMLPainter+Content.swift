extension HTMLPainter {
    mutating func text(_ text: TextElement, _ pair: NodePair, _ extra: [String?]) {
        let style = [
            CSS.fontSize(text.variant.size), CSS.weight(text.fontWeight), paint("color", pair, \.foreground),
            "text-align:\(text.align.rawValue)", CSS.padding(text.padding),
            text.variant.size >= 18 ? "line-height:1.25" : nil,
            text.maxLines.map { "-webkit-line-clamp:\($0)" },
        ]
        let attributes = [
            classes("text", text.maxLines == nil ? "" : "clamp", style: style + extra), .with("dir", "auto"),
        ]
        let tag = HTMLTags.heading(text.variant.headingLevel) ?? "p"
        writer.open(tag, attributes)
        writer.text(text.content)
        writer.close(tag)
    }

    mutating func image(_ image: ImageElement, _ pair: NodePair, _ extra: [String?]) {
        let words = image.altText.flatMap { $0.isBlank ? nil : $0 } ?? ""
        var style = [CSS.radius(image.borderRadius), CSS.padding(image.padding), paint("color", pair, \.foreground)]
        style += Self.size(image)
        let fit = "object-fit:\(image.fit.rawValue)"
        guard let light = source(image.url.light), let dark = source(image.url.dark) else {
            let isSilent = words.isEmpty
            writer.open(
                "div",
                [
                    classes("pic", "failed", style: style + extra), .flag("aria-hidden", "true", if: isSilent),
                    .flag("role", "img", if: !isSilent), .flag("aria-label", words, if: !isSilent),
                ]
            )
            writer.text(words)
            writer.close("div")
            return
        }
        writer.open("div", [classes("pic", style: style + extra)])
        picture(light, dark, words, classes(style: [fit]))
        writer.close("div")
    }

    /// A picture, or one for each mode where the reader's decides.
    private mutating func picture(_ light: String, _ dark: String, _ words: String, _ look: HTMLWriter.Attribute?) {
        let isModal = light != dark && options.light.mode != options.dark.mode
        if isModal {
            writer.open("picture")
            writer.open("source", [.with("media", "(prefers-color-scheme: dark)"), .with("srcset", Self.set(dark))])
        }
        let mode = options.light.mode == .light ? light : dark
        writer.open("img", [look, .with("src", mode), .with("alt", words)] + Self.loading)
        if isModal { writer.close("picture") }
    }

    /// Pictures load when they come to sight and tell nobody where they stand.
    private static let loading: [HTMLWriter.Attribute?] = [
        .with("loading", "lazy"), .with("decoding", "async"), .with("referrerpolicy", "no-referrer"),
    ]

    /// A list of candidates parts at blanks and commas.
    private static func set(_ url: String) -> String { url.replacing(",", with: "%2C") }

    private static func size(_ image: ImageElement) -> [String] {
        var style = ["width:\(image.width.map(CSS.dimension) ?? "100%")"]
        switch (image.height, image.width) {
        case (.points(let height), _): style.append("height:\(CSS.px(height))")
        // A share of the width of the parent, as the width itself is.
        case (.percent(let height), nil) where height > 0: style.append("aspect-ratio:100/\(CSS.number(height))")
        case (.percent(let height), .percent(let width)) where height > 0 && width > 0:
            style.append("aspect-ratio:\(CSS.number(width))/\(CSS.number(height))")
        case (.percent(let height), .points): style.append("height:\(CSS.number(height))%")
        case (nil, .points): style.append("height:auto")
        default: style.append("height:200px")
        }
        return style
    }

    /// What passes the gate, for an attribute.
    func source(_ url: String) -> String? {
        guard case .allowed(let url) = PictureSource(url) else { return nil }
        return url
    }

    /// Text whose direction is its own, in a line that runs as the page does.
    mutating func isolated(_ text: String) {
        writer.open("bdi")
        writer.text(text)
        writer.close("bdi")
    }

    /// A sign that says nothing by itself.
    mutating func sign(_ icon: IconReference?, size: Double) {
        guard let icon else { return }
        let url = icon.url.flatMap(source)
        let path = IconShapes.path(icon.name)
        guard url != nil || path != nil else { return }
        let isMirrored = url == nil && icon.name.map(IconShapes.isDirected) == true
        writer.open(
            "span",
            [classes("icon", isMirrored ? "directed" : "", style: CSS.square(size)), .with("aria-hidden", "true")]
        )
        if let url {
            writer.open("img", [.with("src", url), .with("alt", "")] + Self.loading)
        }
        // The script shows it when the picture cannot be loaded.
        if let path { drawing(path, isHidden: url != nil) }
        writer.close("span")
    }

    /// A path of ``IconShapes``, in the colour of the text around it.
    private mutating func drawing(_ path: String, isHidden: Bool) {
        writer.open(
            "svg",
            [.with("viewBox", "0 0 24 24"), .with("focusable", "false"), .flag("hidden", if: isHidden)]
        )
        writer.open("path", [.with("d", path)])
        writer.close("path")
        writer.close("svg")
    }

    mutating func icon(_ icon: IconElement, _ pair: NodePair, _ extra: [String?]) {
        let room = icon.padding > 0 ? "padding:\(CSS.px(icon.padding))" : nil
        let style = [
            "flex:none", paint("color", pair, \.foreground), paint("background", pair, \.background),
            CSS.radius(icon.borderRadius), room, "min-width:\(CSS.rem(icon.size))",
            "min-height:\(CSS.rem(icon.size))",
        ]
        writer.open("div", [classes("sign", style: style + extra), .with("aria-hidden", "true")])
        sign(icon.icon, size: icon.size)
        writer.close("div")
    }

    mutating func avatar(_ avatar: AvatarElement, _ pair: NodePair, _ extra: [String?]) {
        let words = pair.light.accessibility.label
        let style = [
            CSS.radius(avatar.borderRadius, of: avatar.size), paint("background", pair, \.background),
            paint("color", pair, \.foreground), CSS.fontSize(avatar.fontSize), CSS.weight(avatar.fontWeight),
        ]
        writer.open(
            "span",
            [
                classes("avatar", style: CSS.square(avatar.size) + style + extra),
                .flag("role", "img", if: words != nil),
                .with("aria-label", ifAny: words), .flag("aria-hidden", "true", if: words == nil),
            ]
        )
        if let words {
            writer.open("span", [.with("aria-hidden", "true")])
            isolated(words)
            writer.close("span")
        } else {
            sign(IconReference(name: "person", url: nil), size: avatar.size * 0.6)
        }
        if let url = avatar.imageUrl, let light = source(url.light), let dark = source(url.dark) {
            picture(light, dark, "", nil)
        }
        writer.close("span")
    }

    private mutating func label(_ pair: NodePair, _ box: BoxStyle, fontSize: Double) -> [String?] {
        [
            paint("color", pair, \.foreground), paint("background", pair, \.background), CSS.radius(box.borderRadius),
            CSS.padding(box.padding), border(box, pair), CSS.fontSize(fontSize),
        ]
    }

    mutating func border(_ box: BoxStyle, _ pair: NodePair) -> String? {
        let isPainted = pair.light.paint.border != nil || pair.dark.paint.border != nil
        guard isPainted || box.borderWidth > 0 else { return nil }
        return "border:\(CSS.px(max(box.borderWidth, isPainted ? 1 : 0))) solid \(color(pair, \.border))"
    }

    mutating func badge(_ badge: BadgeElement, _ pair: NodePair, _ extra: [String?]) {
        let style = label(pair, badge.box, fontSize: badge.fontSize) + ["min-height:\(CSS.px(badge.size))"]
        writer.open("span", [classes("mark", style: style + ["justify-content:center"] + extra)])
        isolated(badge.text)
        writer.close("span")
    }

    mutating func chip(_ chip: ChipElement, _ pair: NodePair, _ extra: [String?]) {
        let style = label(pair, chip.box, fontSize: chip.fontSize) + extra
        let tag: StaticString = chip.action == nil ? "span" : "button"
        let control = chip.action.map { self.control($0, pair) + [name(chip.text, pair)] } ?? []
        writer.open(tag, [classes("mark", style: style)] + control)
        sign(chip.icon, size: 16)
        isolated(chip.text)
        writer.close(tag)
    }

    mutating func divider(_ divider: DividerElement, _ pair: NodePair, _ extra: [String?]) {
        let style = [
            "height:\(CSS.px(divider.thickness))", "margin:\(CSS.px(divider.margin)) 0",
            paint("background", pair, \.foreground),
        ]
        writer.open("hr", [classes(style: style + extra)])
    }

    mutating func spacer(_ spacer: SpacerElement, _ extra: [String?]) {
        let style = ["height:\(CSS.px(spacer.height))", "flex:none"]
        writer.open("div", [classes(style: style + extra), .with("aria-hidden", "true")])
        writer.close("div")
    }
}

/// Tags by number.
enum HTMLTags {
    static func heading(_ level: Int?) -> StaticString? {
        switch level {
        case nil: nil
        case 1: "h1"
        case 2: "h2"
        case 3: "h3"
        case 4: "h4"
        case 5: "h5"
        default: "h6"
        }
    }
}
