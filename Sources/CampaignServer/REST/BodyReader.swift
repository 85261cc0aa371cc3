import Values

/// Reads a JSON body and gathers every problem instead of stopping at the first.
struct BodyReader {
    let body: JSON
    private(set) var problems: [String] = []

    /// Parses the body, which must be an object; nothing at all counts as one when it may be left out.
    init(_ request: ServerRequest, isOptional: Bool = false) throws(RequestFault) {
        if request.body.isEmpty, isOptional {
            body = [:]
            return
        }
        do {
            body = try JSONText.parse(request.body, limits: JSONText.Limits(bytes: 1 << 20, depth: 100))
        } catch {
            throw .validation("the body is not JSON: \(error.message)")
        }
        guard body.object != nil else { throw .validation("the body must be an object, not \(body.kind)") }
    }

    /// Refuses the request when anything was wrong.
    func check() throws(RequestFault) {
        guard problems.isEmpty else { throw .validation(problems) }
    }

    mutating func refuse(_ problem: String) { problems.append(problem) }

    /// Text of at most that many bytes; `nil` when it is not there.
    mutating func text(_ name: String, maximumBytes: Int) -> String? {
        switch body[name] {
        case .null: return nil
        case .string(let text) where !text.isEmpty && text.utf8.count <= maximumBytes: return text
        default:
            problems.append("\(name) must be a text of 1 to \(maximumBytes) bytes")
            return nil
        }
    }

    /// Text that must be there; an empty one stands for it when it is not, and the problem is noted.
    mutating func neededText(_ name: String, maximumBytes: Int) -> String {
        if body[name].isNull { problems.append("\(name) is needed") }
        return text(name, maximumBytes: maximumBytes) ?? ""
    }
}
