internal import Values

extension FieldReader {
    func readText() throws(Skipped) -> TextElement {
        TextElement(
            content: try string("content"),
            variant: textVariant(),
            color: color("color"),
            align: choice("align", default: .left),
            fontWeight: choice("fontWeight", default: .regular),
            maxLines: optionalInteger("maxLines", minimum: 1),
            padding: padding("padding")
        )
    }

    private func textVariant() -> TextVariant {
        switch object["variant"] {
        case "body1":
            _ = take("variant")
            return .body
        case "body2":
            _ = take("variant")
            return .caption1
        default: return choice("variant", default: .body)
        }
    }

    func readMarkdown() throws(Skipped) -> MarkdownElement {
        let content = try string("content")
        if content.utf8.count > MarkdownDocument.longestText {
            note(.warning, .tooBig, "content", "the text is too long for markdown and is shown as it is")
        }
        return MarkdownElement(
            content: content,
            baseFontSize: number("baseFontSize", default: 16),
            lineHeight: number("lineHeight", default: 1.5),
            color: color("color"),
            linkColor: color("linkColor")
        )
    }

    func readCodeBlock() throws(Skipped) -> CodeBlockElement {
        CodeBlockElement(
            content: try string("content"),
            language: optionalString("language"),
            backgroundColor: color("backgroundColor"),
            textColor: color("textColor"),
            padding: padding("padding", default: Padding(all: 12)),
            borderRadius: number("borderRadius", default: 4),
            fontSize: number("fontSize", default: 13),
            languageLabelFontSize: number("languageLabelFontSize", default: 10),
            languageLabelColor: color("languageLabelColor")
        )
    }

    func readImage() throws(Skipped) -> ImageElement {
        guard let url = modalText("url") else {
            if (object["url"] ?? .null).isNull { missing("url") }
            throw Skipped()
        }
        return ImageElement(
            url: url,
            altText: optionalString("altText"),
            fit: choice("fit", default: .cover),
            width: dimension("width"),
            height: dimension("height"),
            borderRadius: number("borderRadius", default: 0),
            padding: padding("padding")
        )
    }

    func readIcon() throws(Skipped) -> IconElement {
        let icon = IconReference(name: optionalString("name"), url: optionalString("url"))
        guard icon.name != nil || icon.url != nil else {
            missing("name")
            throw Skipped()
        }
        return IconElement(
            icon: icon,
            size: number("size", default: 24),
            color: color("color"),
            backgroundColor: color("backgroundColor"),
            borderRadius: number("borderRadius", default: 0),
            padding: iconPadding()
        )
    }

    /// One number; of an object the largest side.
    private func iconPadding() -> Double {
        let sides = padding("padding")
        return max(sides.top, sides.right, sides.bottom, sides.left)
    }

    func readAvatar() -> AvatarElement {
        let size = number("size", default: 44)
        let isSized = !(object["size"] ?? .null).isNull
        return AvatarElement(
            imageUrl: modalText("imageUrl"),
            initials: optionalString("fallbackInitials").map { String($0.prefix(2)) },
            size: size,
            borderRadius: number("borderRadius", default: size / 2),
            backgroundColor: color("backgroundColor"),
            fontSize: number("fontSize", default: isSized ? size * 0.38 : 16),
            fontWeight: choice("fontWeight", default: .medium)
        )
    }

    func readBadge() throws(Skipped) -> BadgeElement {
        BadgeElement(
            text: try string("text"),
            color: color("color"),
            size: number("size", default: 20),
            fontSize: number("fontSize", default: 12),
            box: labelBox(padding: Padding(right: 8, left: 8), radius: 10)
        )
    }

    func readChip() throws(Skipped) -> ChipElement {
        ChipElement(
            text: try string("text"),
            icon: icon("icon"),
            color: color("color"),
            fontSize: number("fontSize", default: 13),
            box: labelBox(padding: Padding(top: 4, right: 10, bottom: 4, left: 10), radius: 14),
            action: optionalObject("action").map { ActionReader.read($0, at: pointer.appending("action"), self) }
        )
    }

    func labelBox(padding: Padding, radius: Double) -> BoxStyle {
        var box = box(padding: padding)
        box.borderRadius = (object["borderRadius"] ?? .null).isNull ? radius : box.borderRadius
        return box
    }

    func readDivider() -> DividerElement {
        DividerElement(
            color: color("color"),
            thickness: number("thickness", default: 1),
            margin: number("margin", default: 0)
        )
    }

    func readSpacer() -> SpacerElement {
        let height = take("height")
        if height.isNull { missing("height") }
        return SpacerElement(height: number("height", default: 8))
    }

    func readProgressBar() throws(Skipped) -> ProgressBarElement {
        let height = number("height", default: 4)
        return ProgressBarElement(
            value: try percent("value"),
            label: optionalString("label"),
            color: color("color"),
            trackColor: color("trackColor"),
            labelColor: color("labelColor"),
            height: height,
            borderRadius: number("borderRadius", default: height / 2),
            labelFontSize: number("labelFontSize", default: 12)
        )
    }
}
