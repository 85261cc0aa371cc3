internal import Values

/// Gathers the rules that a card needs: each set of declarations gets a class, each pair of colours a variable.
///
/// Declarations are made of numbers, colours and literals; no text of a card gets in.
struct HTMLStyles {
    private var classes: [String: Int] = [:]
    private var rules: [String] = []
    private var variables: [String: Int] = [:]
    private var sides: [(light: String, dark: String)] = []

    /// The class of these declarations; `nil` when there are none.
    mutating func name(_ declarations: [String?]) -> String? {
        let body = declarations.compactMap { $0 }.joined(separator: ";")
        guard !body.isEmpty else { return nil }
        if let known = classes[body] { return "s\(known)" }
        classes[body] = rules.count
        rules.append(body)
        return "s\(rules.count - 1)"
    }

    /// A colour of the mode that the reader has; `nil` paints nothing.
    mutating func color(_ light: RGBColor?, _ dark: RGBColor?) -> String {
        let pair = (light: light?.hex ?? "transparent", dark: dark?.hex ?? "transparent")
        guard pair.light != pair.dark else { return pair.light }
        let key = pair.light + pair.dark
        let number = variables[key] ?? sides.count
        if number == sides.count {
            variables[key] = number
            sides.append(pair)
        }
        return "var(--c\(number))"
    }

    /// The rules as CSS text.
    var text: String {
        var text = ""
        if !sides.isEmpty {
            let light = sides.enumerated().map { "--c\($0.offset):\($0.element.light)" }.joined(separator: ";")
            let dark = sides.enumerated().map { "--c\($0.offset):\($0.element.dark)" }.joined(separator: ";")
            text += ":root{\(light)}@media (prefers-color-scheme:dark){:root{\(dark)}}"
        }
        for (number, body) in rules.enumerated() { text += ".s\(number){\(body)}" }
        return text
    }
}

/// Lengths as CSS writes them.
enum CSS {
    static func number(_ value: Double) -> String {
        value == value.rounded() ? JSON.int(Int64(value)).text : JSON.double(value).text
    }

    static func px(_ value: Double) -> String { value == 0 ? "0" : number(value) + "px" }

    /// Sizes of text follow the reader's own, of which 16 px is the usual.
    static func fontSize(_ value: Double) -> String { "font-size:\(number(value / 16))rem" }

    static func padding(_ padding: Padding) -> String? {
        guard padding != Padding() else { return nil }
        return "padding:\(px(padding.top)) \(px(padding.right)) \(px(padding.bottom)) \(px(padding.left))"
    }

    /// Sizes that go with those of text, as signs and initials do.
    static func rem(_ value: Double) -> String { value == 0 ? "0" : number(value / 16) + "rem" }

    static func square(_ side: Double) -> [String] { ["width:\(rem(side))", "height:\(rem(side))"] }

    /// Corners of a square that may grow: a circle stays one.
    static func radius(_ value: Double, of side: Double) -> String? {
        value >= side / 2 ? "border-radius:50%" : radius(value)
    }

    static func radius(_ value: Double) -> String? { value > 0 ? "border-radius:\(px(value))" : nil }

    static func gap(_ value: Double) -> String? { value > 0 ? "gap:\(px(value))" : nil }

    static func weight(_ weight: FontWeight) -> String {
        switch weight {
        case .regular: "font-weight:400"
        case .medium: "font-weight:500"
        case .bold: "font-weight:700"
        }
    }

    static func dimension(_ dimension: Dimension) -> String {
        switch dimension {
        case .points(let value): px(value)
        case .percent(let value): number(value) + "%"
        }
    }

    static func place(_ placement: Placement) -> String {
        switch placement {
        case .start: "flex-start"
        case .center: "center"
        case .end: "flex-end"
        }
    }
}
