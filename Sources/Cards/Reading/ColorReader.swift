internal import Values

/// Reads colours in all forms that are seen: `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA` and `transparent`.
enum ColorReader {
    enum Side {
        case color(RGBColor)
        case transparent
    }

    static func side(_ text: String) -> Side? {
        if text == "transparent" { return .transparent }
        guard text.utf8.first == UInt8(ascii: "#") else { return nil }
        var digits: [UInt8] = []
        for byte in text.utf8.dropFirst() {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digits.count < 8 else { return nil }
            digits.append(UInt8(digit))
        }
        if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count == 6 || digits.count == 8 else { return nil }
        let parts = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        let alpha = parts.count == 4 ? parts[3] : 255
        // Without any cover there is nothing to paint.
        if alpha == 0 { return .transparent }
        return .color(RGBColor(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha))
    }

    /// A colour object or text without notes, as overrides of the theme give it.
    static func color(_ value: JSON) -> CardColor? {
        switch value {
        case .string(let text): return side(text).map { CardColor(light: $0.paint, dark: $0.paint) }
        case .object(let sides):
            let light = sides["light"]?.string.flatMap(side)
            let dark = sides["dark"]?.string.flatMap(side)
            guard let first = light ?? dark else { return nil }
            return CardColor(light: (light ?? first).paint, dark: (dark ?? first).paint)
        default: return nil
        }
    }
}

extension ColorReader.Side {
    var paint: RGBColor? {
        switch self {
        case .color(let color): color
        case .transparent: nil
        }
    }
}

extension FieldReader {
    /// One text fills both sides, one side alone the other.
    func color(_ key: String) -> CardColor? {
        let value = take(key)
        switch value {
        case .null: return nil
        case .string(let text):
            guard let side = ColorReader.side(text) else {
                note(.warning, .badColor, key, "`\(key)` is no colour", value: value)
                return nil
            }
            note(.info, .coerced, key, "`\(key)` was taken for both modes", value: value)
            return CardColor(light: side.paint, dark: side.paint)
        case .object(let sides):
            let inner = FieldReader(sides, at: pointer.appending(key), elementId: elementId, log: log)
            let light = inner.side("light")
            let dark = inner.side("dark")
            inner.noteUnknown()
            guard let first = light ?? dark else {
                if sides["light"] == nil, sides["dark"] == nil {
                    note(.warning, .badColor, key, "`\(key)` has neither `light` nor `dark`", value: value)
                }
                return nil
            }
            return CardColor(light: (light ?? first).paint, dark: (dark ?? first).paint)
        default:
            badType(key, "a colour", value)
            return nil
        }
    }

    private func side(_ key: String) -> ColorReader.Side? {
        let value = take(key)
        if value.isNull { return nil }
        if let side = value.string.flatMap(ColorReader.side) { return side }
        note(.warning, .badColor, key, "`\(key)` is no colour", value: value)
        return nil
    }

    func box(padding standard: Padding) -> BoxStyle {
        var box = BoxStyle()
        box.padding = padding("padding", default: standard)
        box.backgroundColor = color("backgroundColor")
        box.borderRadius = number("borderRadius", default: 0)
        box.borderColor = color("borderColor")
        // Published samples give only a colour and mean a border.
        box.borderWidth = number("borderWidth", default: box.borderColor == nil ? 0 : 1)
        return box
    }
}
