/// Writes HTML tags and text; the one place where foreign text is escaped.
///
/// Names of tags and attributes are literals of this program, so only text and values come from a card.
struct HTMLWriter {
    private(set) var html = ""

    /// An attribute; without a value it stands alone.
    struct Attribute {
        let name: StaticString
        let value: String?
    }

    mutating func open(_ tag: StaticString, _ attributes: [Attribute?] = []) {
        html += "<\(tag)"
        for case let attribute? in attributes {
            html += " \(attribute.name)"
            guard let value = attribute.value else { continue }
            html += "=\""
            escape(value)
            html += "\""
        }
        html += ">"
    }

    mutating func close(_ tag: StaticString) { html += "</\(tag)>" }

    mutating func text(_ text: String) { escape(text) }

    /// A part that this program wrote: style, script, a comment.
    mutating func raw(_ text: String) { html += text }

    private mutating func escape(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: html += "&amp;"
            case 0x3C: html += "&lt;"
            case 0x3E: html += "&gt;"
            case 0x22: html += "&quot;"
            case 0x27: html += "&#39;"
            case 0x09, 0x0A: html.unicodeScalars.append(scalar)
            // A parser would turn it into a line end or two.
            case 0x0D: html += "\n"
            // Control characters, and overrides that turn the direction of all that follows.
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E: html += "\u{FFFD}"
            default: html.unicodeScalars.append(scalar)
            }
        }
    }
}

extension HTMLWriter.Attribute {
    static func with(_ name: StaticString, _ value: String) -> Self { Self(name: name, value: value) }

    /// `nil`, and so left out, unless the value is there.
    static func with(_ name: StaticString, ifAny value: String?) -> Self? { value.map { Self(name: name, value: $0) } }

    static func flag(_ name: StaticString, if isSet: Bool = true) -> Self? {
        isSet ? Self(name: name, value: nil) : nil
    }
}
