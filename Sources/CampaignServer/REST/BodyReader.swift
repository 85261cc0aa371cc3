import Values

/// Reads a JSON body and gathers every problem instead of stopping at the first.
struct BodyReader {
    /// Most oddities of a body that are told.
    private static let warningCount = 100

    let body: JSON
    private(set) var problems: [String] = []

    /// Parses the body, which must be an object; nothing at all counts as one when it may be left out.
    ///
    /// Members that the operation does not know are a problem where they would change what is done.
    init(
        _ routed: RoutedRequest,
        isOptional: Bool = false,
        maximumBytes: Int = 1 << 20
    ) throws(RequestFault) {
        try self.init(routed.request, isOptional: isOptional, maximumBytes: maximumBytes)
        guard let names = routed.onlyMembers else { return }
        for name in body.object?.keys.map({ $0 }) ?? [] where !names.contains(name) {
            let clause = Suggestion.clause(for: name, among: names)
            guard problems.count < Self.warningCount else { break }
            problems.append("there is no member \(ShortText.quoted(name))\(clause)")
        }
    }

    private init(
        _ request: ServerRequest,
        isOptional: Bool,
        maximumBytes: Int
    ) throws(RequestFault) {
        if request.body.isEmpty, isOptional {
            body = [:]
            return
        }
        let reading: JSONReading
        do {
            reading = try JSONText.salvage(request.body, limits: JSONText.Limits(bytes: maximumBytes, depth: 100))
        } catch {
            throw .validation("the body is not JSON: \(error.message)")
        }
        // A key given twice, a number that nothing holds, half a character: two readers would see two requests.
        guard reading.warnings.isEmpty else {
            throw .validation(
                reading.warnings.prefix(Self.warningCount).map { "\($0.pointer): \($0.message)" }.sorted()
            )
        }
        body = reading.value
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

    /// Text for people: not only blanks, as in authoring files.
    mutating func words(_ name: String, maximumBytes: Int) -> String? {
        guard let text = text(name, maximumBytes: maximumBytes) else { return nil }
        if !text.utf8.contains(where: { $0 > 0x20 }) { problems.append("\(name) must not be blank") }
        return text
    }

    /// Words that must be there; an empty text stands for them when they are not, and the problem is noted.
    mutating func neededWords(_ name: String, maximumBytes: Int) -> String {
        if body[name].isNull { problems.append("\(name) is needed") }
        return words(name, maximumBytes: maximumBytes) ?? ""
    }

    mutating func flag(_ name: String) -> Bool? {
        let value = body[name]
        guard !value.isNull else { return nil }
        if value.bool == nil { problems.append("\(name) must be true or false") }
        return value.bool
    }

    mutating func object(_ name: String) -> JSON? {
        let value = body[name]
        guard !value.isNull else { return nil }
        guard value.object != nil else {
            problems.append("\(name) must be an object")
            return nil
        }
        return value
    }

    /// A list of texts of at most that many bytes each.
    mutating func texts(_ name: String, _ count: ClosedRange<Int>, maximumBytes: Int) -> [String]? {
        let value = body[name]
        guard !value.isNull else { return nil }
        let texts = (value.array ?? []).compactMap(\.string).filter { (1...maximumBytes).contains($0.utf8.count) }
        guard let list = value.array, texts.count == list.count, count.contains(list.count) else {
            problems.append(
                "\(name) must be a list of \(count.lowerBound) to \(count.upperBound) texts of at most \(maximumBytes) bytes"
            )
            return nil
        }
        return texts
    }

    /// One of the words that a type knows.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        _ type: Choice.Type
    ) -> Choice? {
        let value = body[name]
        guard !value.isNull else { return nil }
        guard let choice = value.string.flatMap(Choice.init(rawValue:)) else {
            problems.append("\(name) must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
            return nil
        }
        return choice
    }

    /// A time in Unix seconds; other forms of time are understood too.
    mutating func time(_ name: String, _ edge: WireTime.Edge) -> Int64? {
        let time = WireTime(body[name], edge: edge)
        if case .invalid = time { problems.append("\(name) must be \(WireTime.forms)") }
        return time.seconds
    }
}
