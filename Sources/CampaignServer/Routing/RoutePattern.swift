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

    /// The values of the parameters in a path that fits.
    func values(in path: [String]) -> [String: String] {
        var values: [String: String] = [:]
        for (part, segment) in zip(parts, path) {
            if case .parameter(let name) = part { values[name] = segment }
        }
        return values
    }
}
