/// A path into a JSON value; RFC 6901.
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    /// Member names and array indices, unescaped, from the root.
    public var tokens: [String]

    /// The root.
    public init() { tokens = [] }

    /// Reads the text form.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument` for a text that neither is empty nor starts with `/`, and for a
    ///   `~` that no `0` or `1` follows.
    public init(_ text: String) throws(HeraldError) {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else {
            throw HeraldError(.invalidArgument, "a JSON Pointer starts with `/`: \(text)")
        }
        tokens = []
        for part in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard let token = Self.unescape(part) else {
                throw HeraldError(.invalidArgument, "in a JSON Pointer `~` stands before `0` or `1` only: \(text)")
            }
            tokens.append(token)
        }
    }

    /// The text form; empty for the root.
    public var text: String { tokens.reduce("") { $0 + "/" + Self.escape($1) } }

    /// The text form.
    public var description: String { text }

    /// The pointer to a member or element.
    public func appending(_ token: String) -> Self {
        var pointer = self
        pointer.tokens.append(token)
        return pointer
    }

    /// One token in its text form.
    public static func escape(_ token: String) -> String {
        guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return token }
        var text = ""
        for scalar in token.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func unescape(_ part: Substring) -> String? {
        var token = ""
        var scalars = part.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "~" else {
                token.unicodeScalars.append(scalar)
                continue
            }
            switch scalars.next() {
            case "0": token += "~"
            case "1": token += "/"
            default: return nil
            }
        }
        return token
    }
}

extension JSON {
    /// The value a pointer leads to; `nil` when there is none.
    public subscript(pointer: JSONPointer) -> JSON? {
        var value = self
        for token in pointer.tokens {
            switch value {
            case .object(let members):
                guard let member = members[token] else { return nil }
                value = member
            case .array(let elements):
                guard let index = Int(token), String(index) == token, elements.indices.contains(index) else {
                    return nil
                }
                value = elements[index]
            default: return nil
            }
        }
        return value
    }
}
