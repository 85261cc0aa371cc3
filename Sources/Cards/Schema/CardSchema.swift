internal import Values

/// The card format, version 1.0, in its strict form: every object with its properties, listed once.
///
/// ``StrictCheck`` and ``CardAdvice`` walk this table; tests hold it against the JSON Schema of the format and against
/// what ``CardReading`` knows.
package enum CardSchema {
    /// The one version there is.
    package static let version = "1.0"

    package static let root = SchemaShape(
        name: "card",
        properties: [
            .required("version", .constant(version)), .required("body", .elements), .required("style", .style),
            .required("fallbackText", .text),
        ]
    )

    package static let style = SchemaShape(
        name: "cardStyle",
        properties: [
            .required("background", .color), .optional("borderRadius", .length), .optional("borderColor", .color),
            .optional("borderWidth", .length), .optional("padding", .padding),
        ]
    )

    package static let tab = SchemaShape(
        name: "tab",
        properties: [.required("label", .text), .required("content", .elements)]
    )

    package static let icon = SchemaShape(
        name: "iconRef",
        properties: [.optional("name", .text), .optional("url", .text)],
        needsOneOf: ["name", "url"]
    )

    /// The 20 elements by type.
    package static let elements = content + containers + controls

    /// The 9 actions by type.
    package static let actions = [
        action(
            "openUrl",
            [.required("url", .text), .choice("openIn", CardAction.OpenIn.self, default: .browser)]
        ),
        action("chatWithUser", [.required("uid", .text)]),
        action("chatWithGroup", [.required("guid", .text)]),
        action(
            "sendMessage",
            [.required("text", .text), .optional("receiverUid", .text), .optional("receiverGuid", .text)]
        ),
        action("copyToClipboard", [.required("value", .text)]),
        action("downloadFile", [.required("url", .text), .optional("filename", .text)]),
        action(
            "initiateCall",
            [
                .required("callType", .choice(CardAction.CallType.allCases.map(\.rawValue))),
                .optional("uid", .text), .optional("guid", .text),
            ],
            needsOneOf: ["uid", "guid"]
        ),
        action(
            "apiCall",
            [
                .required("url", .text), .choice("method", CardAction.Method.self, default: .post),
                .optional("headers", .textMap), .optional("body", .object),
            ]
        ),
        action("customCallback", [.optional("callbackId", .text), .optional("payload", .object)]),
    ]

    package static func element(_ type: String) -> SchemaShape? { elementsByType[type] }

    package static func action(_ type: String) -> SchemaShape? { actionsByType[type] }

    private static let elementsByType = Dictionary(elements.map { ($0.name, $0) }) { first, _ in first }
    private static let actionsByType = Dictionary(actions.map { ($0.name, $0) }) { first, _ in first }

    private static func action(
        _ name: String,
        _ properties: [SchemaProperty],
        needsOneOf: [String] = []
    ) -> SchemaShape {
        let type = SchemaProperty.required("type", .constant(name))
        return SchemaShape(name: name, properties: [type] + properties, needsOneOf: needsOneOf)
    }

    static func element(
        _ kind: ElementKind,
        _ properties: [SchemaProperty],
        needsOneOf: [String] = []
    ) -> SchemaShape {
        let name = kind.rawValue
        let common: [SchemaProperty] = [.required("id", .text), .required("type", .constant(name))]
        return SchemaShape(name: name, properties: common + properties, needsOneOf: needsOneOf)
    }
}
