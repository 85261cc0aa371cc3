internal import Values

extension FieldReader {
    /// Greatest length that is taken as it is, px: far beyond every screen, and safe to calculate with.
    private static let greatestLength = 100_000.0

    func number(_ key: String, default standard: Double) -> Double { optionalNumber(key) ?? standard }

    /// A length of 0 or more; digits in a text count, with `px` or without.
    func optionalNumber(_ key: String) -> Double? { length(take(key), key) }

    /// A whole number of `minimum` or more.
    func optionalInteger(_ key: String, minimum: Int) -> Int? {
        guard let number = plainNumber(take(key), key, suffix: "") else { return nil }
        guard number >= Double(minimum), number <= Self.greatestLength else {
            note(.warning, .outOfRange, key, "`\(key)` is \(minimum) or more", value: object[key])
            return nil
        }
        return Int(number)
    }

    /// A number from 0 to 100, kept within; a per cent sign may follow.
    func percent(_ key: String) throws(Skipped) -> Double {
        let value = take(key)
        guard !value.isNull else {
            missing(key)
            throw Skipped()
        }
        guard let number = plainNumber(value, key, suffix: "%") else { throw Skipped() }
        if number < 0 || number > 100 {
            note(.warning, .outOfRange, key, "`\(key)` is from 0 to 100", value: value)
        }
        return max(0, min(100, number))
    }

    /// A length, or a share of the width; `auto` is as absent.
    func dimension(_ key: String) -> Dimension? {
        let value = take(key)
        guard case .string(let text) = value, text.utf8.last == UInt8(ascii: "%") || text == "auto" else {
            return length(value, key).map(Dimension.points)
        }
        if text == "auto" { return nil }
        if let number = Double(text.dropLast()), number.isFinite, number >= 0 {
            return .percent(min(number, Self.greatestLength))
        }
        note(.warning, .badType, key, "`\(key)` is no length", value: value)
        return nil
    }

    /// A button's height, which some cards give by name.
    func buttonSize(_ key: String, default standard: Double) -> Double {
        let presets = ["small": 32.0, "medium": 40.0, "large": 48.0]
        if let name = object[key]?.string, let size = presets[name] {
            _ = take(key)
            note(.info, .coerced, key, "`\(key)` was turned into a number", value: .string(name))
            return size
        }
        return number(key, default: standard)
    }

    func padding(_ key: String, default standard: Padding = Padding()) -> Padding {
        let value = take(key)
        guard case .object(let sides) = value else {
            return length(value, key).map(Padding.init(all:)) ?? standard
        }
        let inner = FieldReader(sides, at: pointer.appending(key), elementId: elementId, log: log)
        let padding = Padding(
            top: inner.number("top", default: 0),
            right: inner.number("right", default: 0),
            bottom: inner.number("bottom", default: 0),
            left: inner.number("left", default: 0)
        )
        inner.noteUnknown()
        return padding
    }

    private func length(_ value: JSON, _ key: String) -> Double? {
        guard let number = plainNumber(value, key, suffix: "px") else { return nil }
        guard number >= 0, number <= Self.greatestLength else {
            note(.warning, .outOfRange, key, "`\(key)` is 0 or more", value: value)
            return number < 0 ? 0 : Self.greatestLength
        }
        return number
    }

    private func plainNumber(_ value: JSON, _ key: String, suffix: String) -> Double? {
        switch value {
        case .null: return nil
        case .int, .double: return value.number
        case .string(let text):
            let digits = text.hasSuffix(suffix) ? text.dropLast(suffix.count) : text[...]
            if let first = digits.utf8.first, (0x30...0x39).contains(first) || first == UInt8(ascii: "-"),
                let number = Double(digits), number.isFinite
            {
                note(.info, .coerced, key, "`\(key)` was turned into a number", value: value)
                return number
            }
        default: break
        }
        badType(key, "a number", value)
        return nil
    }
}
