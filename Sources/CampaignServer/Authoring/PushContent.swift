import Values

/// What a push message says: `{title, body, imageUrl?, data?}`.
enum PushContent {
    /// What keeps it from being shown; a draft may still be empty.
    static func problems(_ content: JSON, at pointer: String, isDraft: Bool) -> [TemplateRules.Problem] {
        if isDraft, content == [:] { return [] }
        var problems: [TemplateRules.Problem] = []
        func refuse(_ name: String, _ text: String) {
            problems.append(.init(pointer: "\(pointer)/\(name)", text: text))
        }
        for name in ["title", "body"] {
            switch content[name] {
            case .null: refuse(name, "is needed in a push message")
            case .string(let text) where text.utf8.contains(where: { $0 > 0x20 }): break
            default: refuse(name, "must be a text that is not blank")
            }
        }
        let image = content["imageUrl"]
        if !image.isNull, !isImage(image) { refuse("imageUrl", "must be an http or https URL") }
        if !content["data"].isNull, content["data"].object == nil { refuse("data", "must be an object") }
        return problems
    }

    /// A URL with holes can be judged when they are filled.
    private static func isImage(_ value: JSON) -> Bool {
        guard let text = value.string else { return false }
        return text.contains("{{") || (try? URLGate.check(text, schemes: ["https", "http"])) != nil
    }
}
