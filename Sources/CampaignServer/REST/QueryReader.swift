package import Storage
import Values

/// Reads query parameters and gathers every problem instead of stopping at the first.
struct QueryReader {
    private let request: ServerRequest
    private(set) var problems: [String] = []

    init(_ request: ServerRequest) {
        self.request = request
    }

    /// Refuses the request when anything was wrong.
    func check() throws(RequestFault) {
        guard problems.isEmpty else { throw .validation(problems) }
    }

    /// The text, or `nil` when there is none or it is empty.
    func text(_ name: String) -> String? {
        request.parameter(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// One of the words that a type knows.
    mutating func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, default value: Choice) -> Choice
    where Choice.RawValue == String {
        // Without a value it is no choice; only texts may be empty.
        guard let text = request.parameter(name) else { return value }
        guard let choice = Choice(rawValue: text) else {
            problems.append("\(name) must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
            return value
        }
        return choice
    }

    mutating func flag(_ name: String) -> Bool? {
        switch request.parameter(name) {
        case nil: return nil
        case "true": return true
        case "false": return false
        default:
            problems.append("\(name) must be true or false")
            return nil
        }
    }

    /// A time in Unix seconds; other forms of time are understood too.
    mutating func time(_ name: String, _ edge: WireTime.Edge) -> Int64? {
        guard let text = text(name) else { return nil }
        let time = WireTime(.string(text), edge: edge)
        if case .invalid = time { problems.append("\(name) must be \(WireTime.forms)") }
        return time.seconds
    }

    /// A list with commas, of all times the parameter is given; parts are trimmed, empty ones left out.
    func list(_ name: String) -> [String] {
        let texts = request.query.filter { $0.name == name }.map(\.value)
        return texts.flatMap { $0.split(separator: ",") }.compactMap { part in
            let trimmed = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            return trimmed.isEmpty ? nil : String(trimmed)
        }
    }

    /// The page that is asked for; `cursorKey` is the list's own name of its usual key.
    mutating func page<Sort: RawRepresentable & CaseIterable & Sendable & Hashable>(
        sortedBy usual: Sort,
        _ order: PageOrder = .descending,
        textKeys: Set<Sort> = []
    ) -> PageRequest<Sort> where Sort.RawValue == String {
        let sort = choice("sort", default: usual)
        return PageRequest(
            limit: limit(PageRequest<Sort>.maximumLimit, default: PageRequest<Sort>.defaultLimit),
            sort: sort,
            order: choice("order", default: order),
            affix: choice("affix", default: PageAffix.append),
            boundary: boundary(sort.rawValue, isText: textKeys.contains(sort))
        )
    }

    private mutating func limit(_ maximum: Int, default usual: Int) -> Int {
        guard let text = request.parameter("limit") else { return usual }
        guard let limit = Int(text), (1...maximum).contains(limit) else {
            problems.append("limit must be a whole number from 1 to \(maximum)")
            return usual
        }
        return limit
    }

    /// The row at which the page begins or ends, by id, by the value of the field the list is sorted by, or both.
    private mutating func boundary(_ key: String, isText: Bool) -> PageBoundary? {
        let id = text("id")
        let value: PageKey? =
            if isText { text(key).map(PageKey.text) } else { time(key, .start).map(PageKey.number) }
        return id == nil && value == nil ? nil : PageBoundary(id: id, key: value)
    }
}

extension PageOrder: CaseIterable {
    package static let allCases: [PageOrder] = [.ascending, .descending]
}

extension PageAffix: CaseIterable {
    package static let allCases: [PageAffix] = [.append, .prepend]
}
