package import Values

/// Fills `{{key}}` in the string values of a template's content.
///
/// Works on parsed content, so a quote in a value cannot break the JSON; a value that was put in is not looked at again.
package enum CardTemplate {
    /// Returns `content` with every `{{key}}` that `variables` knows replaced; others stay as they are.
    ///
    /// Blanks inside the braces do not count. A key is looked up as a whole first and then, at its dots, as a path.
    /// A string that is nothing but `{{key}}` becomes the value itself when that is an object or an array.
    package static func substitute(_ content: JSON, variables: JSONObject) -> JSON {
        switch content {
        case .string(let text): substitute(text, variables)
        case .array(let elements): .array(elements.map { substitute($0, variables: variables) })
        case .object(let members):
            .object(JSONObject(members.map { ($0.key, substitute($0.value, variables: variables)) }))
        default: content
        }
    }

    /// The keys that `content` asks for, each once, in order.
    package static func keys(in content: JSON) -> [String] { holes(in: content).map(\.key) }

    /// The keys that `content` asks for, each once, in order, with a pointer to the text that is the first to ask.
    package static func holes(in content: JSON) -> [(key: String, pointer: String)] {
        var found: [(key: String, pointer: String)] = []
        collect(content, at: "", into: &found)
        return found
    }

    private static func collect(
        _ content: JSON,
        at pointer: String,
        into found: inout [(key: String, pointer: String)]
    ) {
        switch content {
        case .string(let text):
            for case .key(let key, _) in pieces(of: text) where !found.contains(where: { $0.key == key }) {
                found.append((key, pointer))
            }
        case .array(let elements):
            for (place, element) in elements.enumerated() { collect(element, at: "\(pointer)/\(place)", into: &found) }
        case .object(let members):
            for (name, member) in members {
                collect(member, at: "\(pointer)/\(JSONPointer.escape(name))", into: &found)
            }
        default: break
        }
    }

    private static func substitute(_ text: String, _ variables: JSONObject) -> JSON {
        let pieces = pieces(of: text)
        if pieces.count == 1, case .key(let key, _) = pieces[0], let value = look(up: key, in: variables) {
            switch value {
            case .object, .array: return value
            default: break
            }
        }
        var result = ""
        for piece in pieces {
            switch piece {
            case .plain(let text): result += text
            case .key(let key, let written): result += look(up: key, in: variables).flatMap(plainText) ?? written
            }
        }
        return .string(result)
    }

    private static func look(up key: String, in variables: JSONObject) -> JSON? {
        if let value = variables[key], !value.isNull { return value }
        let path = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard path.count > 1 else { return nil }
        let value = path.reduce(JSON.object(variables)) { $0[$1] }
        return value.isNull ? nil : value
    }

    private static func plainText(_ value: JSON) -> String? {
        switch value {
        case .string(let text): text
        case .int, .double, .bool: value.text
        default: nil
        }
    }
}

extension CardTemplate {
    private enum Piece {
        case plain(String)
        /// The key without blanks, and what was written.
        case key(String, String)
    }

    private static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var plain = ""
        var rest = Substring(text)
        while let open = rest.range(of: "{{") {
            let inner = rest[open.upperBound...]
            guard let close = inner.range(of: "}}") else { break }
            // Of `{{{{a}}` the innermost pair of braces counts.
            let start = inner[..<close.lowerBound].lastRange(of: "{{")?.upperBound ?? inner.startIndex
            let key = inner[start..<close.lowerBound].trimmingBlanks
            let opening = rest.utf8.index(start, offsetBy: -2)
            plain += rest[..<opening]
            let written = String(rest[opening..<close.upperBound])
            if key.isEmpty {
                plain += written
            } else {
                if !plain.isEmpty { pieces.append(.plain(plain)) }
                plain = ""
                pieces.append(.key(String(key), written))
            }
            rest = rest[close.upperBound...]
        }
        plain += rest
        if !plain.isEmpty || pieces.isEmpty { pieces.append(.plain(plain)) }
        return pieces
    }
}
