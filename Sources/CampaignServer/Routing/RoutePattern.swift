/// The path of a route: words that must be there and parameters that take any segment.
struct RoutePattern: Sendable, Hashable, ExpressibleByStringLiteral {
    enum Part: Sendable, Hashable {
        case word(String)
        case parameter(String)
    }

    let parts: [Part]

    /// Reads `/v1/engagements/{id}`.
    init(stringLiteral text: String) {
        parts = text.split(separator: "/").map { part in
            part.hasPrefix("{") && part.hasSuffix("}")
                ? .parameter(String(part.dropFirst().dropLast())) : .word(String(part))
        }
    }

    /// The pattern as it is written.
    var text: String {
        parts.map { part in
            switch part {
            case .word(let word): "/\(word)"
            case .parameter(let name): "/{\(name)}"
            }
        }.joined()
    }

    /// Names of the parameters, in order.
    var parameters: [String] {
        parts.compactMap { part in
            if case .parameter(let name) = part { name } else { nil }
        }
    }

    /// The values of the parameters, when the path fits; a parameter is never empty.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == parts.count else { return nil }
        var values: [String: String] = [:]
        for (part, segment) in zip(parts, path) {
            switch part {
            case .word(let word): guard word == segment else { return nil }
            case .parameter(let name):
                guard !segment.isEmpty else { return nil }
                values[name] = segment
            }
        }
        return values
    }

    /// Whether this says more than `other` at the first part where they differ in kind.
    func isMoreLiteral(than other: RoutePattern) -> Bool {
        for (own, others) in zip(parts, other.parts) {
            switch (own, others) {
            case (.word, .parameter): return true
            case (.parameter, .word): return false
            default: continue
            }
        }
        return false
    }
}
