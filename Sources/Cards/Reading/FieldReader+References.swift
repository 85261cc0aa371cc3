internal import Values

extension FieldReader {
    /// An icon; a plain text is a URL when it looks like one, else a name.
    func icon(_ key: String) -> IconReference? {
        let value = take(key)
        switch value {
        case .null: return nil
        case .string(let text):
            note(.info, .coerced, key, "`\(key)` was taken as an icon", value: value)
            let isURL = text.utf8.contains(UInt8(ascii: ":")) || text.utf8.first == UInt8(ascii: "/")
            return isURL ? IconReference(url: text) : IconReference(name: text)
        case .object(let members):
            let inner = FieldReader(members, at: pointer.appending(key), elementId: elementId, log: log)
            let icon = IconReference(name: inner.optionalString("name"), url: inner.optionalString("url"))
            inner.noteUnknown()
            if icon.name == nil, icon.url == nil { inner.missing("name") }
            return icon.name == nil && icon.url == nil ? nil : icon
        default:
            badType(key, "an icon", value)
            return nil
        }
    }

    /// A text, or one for each mode.
    func modalText(_ key: String) -> ModalText? {
        guard case .object(let sides) = object[key] ?? .null else {
            return optionalString(key).map { ModalText(light: $0, dark: $0) }
        }
        _ = take(key)
        let inner = FieldReader(sides, at: pointer.appending(key), elementId: elementId, log: log)
        let light = inner.optionalString("light")
        let dark = inner.optionalString("dark")
        inner.noteUnknown()
        guard let first = light ?? dark else {
            badType(key, "a text", object[key] ?? .null)
            return nil
        }
        note(.info, .coerced, key, "`\(key)` was taken by mode", value: object[key])
        return ModalText(light: light ?? first, dark: dark ?? first)
    }
}
