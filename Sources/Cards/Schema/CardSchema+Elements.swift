internal import Values

extension CardSchema {
    private static let box: [SchemaProperty] = [
        .optional("padding", .padding), .optional("backgroundColor", .color), .optional("borderRadius", .length),
        .optional("borderColor", .color), .optional("borderWidth", .length),
    ]

    static let content = [
        element(
            .text,
            [
                .required("content", .text), .choice("variant", TextVariant.self, default: .body),
                .optional("color", .color), .choice("align", TextAlign.self, default: .left),
                .choice("fontWeight", FontWeight.self, default: .regular),
                .optional("maxLines", .integer(minimum: 1)), .optional("padding", .padding),
            ]
        ),
        element(
            .image,
            [
                .required("url", .text), .optional("altText", .text),
                .choice("fit", ImageFit.self, default: .cover),
                .optional("width", .dimension), .optional("height", .dimension), .optional("borderRadius", .length),
                .optional("padding", .padding),
            ]
        ),
        element(
            .icon,
            [
                .optional("name", .text), .optional("url", .text), .optional("size", .length),
                .optional("color", .color), .optional("backgroundColor", .color), .optional("borderRadius", .length),
                .optional("padding", .length),
            ],
            needsOneOf: ["name", "url"]
        ),
        element(
            .avatar,
            [
                .optional("imageUrl", .text), .optional("fallbackInitials", .shortText(2)),
                .optional("size", .length), .optional("borderRadius", .length), .optional("backgroundColor", .color),
                .optional("fontSize", .length), .optional("fontWeight", .weight),
            ]
        ),
        element(
            .badge,
            [
                .required("text", .text), .optional("color", .color), .optional("size", .length),
                .optional("fontSize", .length),
            ] + box
        ),
        element(
            .chip,
            [
                .required("text", .text), .optional("color", .color), .optional("icon", .icon),
                .optional("fontSize", .length),
            ] + box
        ),
        element(
            .divider,
            [.optional("color", .color), .optional("thickness", .length), .optional("margin", .length)]
        ),
        element(.spacer, [.required("height", .length)]),
        element(
            .progressBar,
            [
                .required("value", .number(minimum: 0, maximum: 100)), .optional("color", .color),
                .optional("trackColor", .color), .optional("height", .length), .optional("borderRadius", .length),
                .optional("label", .text), .optional("labelFontSize", .length), .optional("labelColor", .color),
            ]
        ),
        element(
            .codeBlock,
            [
                .required("content", .text), .optional("language", .text), .optional("backgroundColor", .color),
                .optional("textColor", .color), .optional("padding", .padding), .optional("borderRadius", .length),
                .optional("fontSize", .length), .optional("languageLabelFontSize", .length),
                .optional("languageLabelColor", .color),
            ]
        ),
        element(
            .markdown,
            [
                .required("content", .text), .optional("baseFontSize", .length),
                .optional("lineHeight", .number(minimum: 0, maximum: nil)), .optional("color", .color),
                .optional("linkColor", .color),
            ]
        ),
        element(
            .table,
            [
                .required("columns", .texts), .required("rows", .rows), .optional("headerBackgroundColor", .color),
                .optional("border", .bool), .optional("stripedRows", .bool), .optional("stripedRowColor", .color),
                .optional("borderColor", .color), .optional("cellPadding", .length), .optional("fontSize", .length),
            ]
        ),
    ]

    static let containers = [
        element(
            .row,
            [
                .required("items", .elements), .optional("gap", .length),
                .choice("align", RowAlign.self, default: .start),
                .choice("crossAlign", Placement.self, default: .start), .optional("wrap", .bool, default: false),
                .optional("scrollable", .bool, default: false), .optional("peek", .length),
                .choice("snap", RowSnap.self, default: .item),
            ] + box
        ),
        element(
            .column,
            [
                .required("items", .elements), .optional("gap", .length),
                .choice("align", ColumnAlign.self, default: .start),
                .choice("crossAlign", Placement.self, default: .start),
            ] + box
        ),
        element(
            .grid,
            [
                .required("items", .elements), .optional("columns", .integerChoice([2, 3, 4]), default: 2),
                .optional("gap", .length),
            ] + box
        ),
        element(
            .accordion,
            [
                .required("header", .text), .required("body", .elements), .optional("headerIcon", .icon),
                .optional("expandedByDefault", .bool, default: false), .optional("border", .bool),
                .optional("padding", .padding), .optional("fontSize", .length), .optional("fontWeight", .weight),
                .optional("borderRadius", .length),
            ]
        ),
        element(
            .tabs,
            [
                .required("tabs", .tabs), .optional("defaultActiveTab", .integer(minimum: 0), default: 0),
                .choice("tabAlign", TabAlign.self, default: .start), .optional("tabPadding", .padding),
                .optional("contentPadding", .padding), .optional("fontSize", .length),
            ]
        ),
    ]

    static let controls = [
        element(
            .button,
            [
                .required("label", .text), .required("action", .action), .optional("textColor", .color),
                .optional("icon", .icon), .choice("iconPosition", IconPosition.self, default: .left),
                .optional("size", .length), .optional("fullWidth", .bool, default: false),
                .optional("fontSize", .length),
            ] + box
        ),
        element(
            .iconButton,
            [
                .required("icon", .icon), .required("action", .action), .optional("size", .length),
                .optional("color", .color), .optional("backgroundColor", .color), .optional("borderRadius", .length),
            ]
        ),
        element(
            .link,
            [
                .required("text", .text), .required("action", .action), .optional("color", .color),
                .optional("underline", .bool, default: true), .optional("fontSize", .length),
            ]
        ),
    ]
}
