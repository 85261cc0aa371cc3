import Storage
import Values

/// A parameter of the query.
struct APIParameter: Sendable, Hashable {
    var name: String
    var schema: APISchema
    var text: String
    /// Whether it may be given several times, which is the same as once with commas.
    var isList = false

    init(_ name: String, _ schema: APISchema, _ text: String, isList: Bool = false) {
        self.name = name
        self.schema = schema
        self.text = text
        self.isList = isList
    }

    var json: JSON {
        ["name": .string(name), "in": "query", "description": .string(text), "schema": schema.json]
    }

    /// Cursor keys: a client may send those of another list, which is no slip.
    private static let cursorKeys: Set<String> = ["sentAt", "createdAt", "updatedAt"]
    /// What scripts and people call a parameter of the wire.
    private static let otherNames = ["category": "templateCategory", "categoryId": "templateCategory", "tag": "tags"]

    /// The parameter that an unknown name stands for; `nil` for one that is like none, which is left alone.
    static func meant(by name: String, among names: [String]) -> String? {
        if cursorKeys.contains(name) { return nil }
        if let other = otherNames[name], names.contains(other) { return other }
        return Suggestion.closest(to: name, among: names)
    }

    /// The parameters of a list that is read page by page.
    static func page<Sort: RawRepresentable<String> & CaseIterable & Sendable & Hashable>(
        _ type: Sort.Type,
        usual: Sort,
        _ order: PageOrder = .descending,
        textKeys: Set<Sort> = []
    ) -> [APIParameter] {
        let limits = 1...Int64(PageRequest<Sort>.maximumLimit)
        // The boundary's id is named once, also where the list is sorted by it.
        let keys = Sort.allCases.filter { $0.rawValue != "id" }.map { key in
            APIParameter(
                key.rawValue,
                textKeys.contains(key) ? .text : .looseTime,
                "Value of the boundary when the list is sorted by it"
            )
        }
        return [
            APIParameter(
                "limit",
                .integer(limits),
                "Most entries of the page; \(PageRequest<Sort>.defaultLimit) if left out"
            ),
            APIParameter("sort", .choice(type), "What the list is sorted by; \(usual.rawValue) if left out"),
            APIParameter("order", .choice(PageOrder.self), "\(order.rawValue) if left out"),
            APIParameter("affix", .choice(PageAffix.self), "Which side of the boundary; append if left out"),
            APIParameter("id", .text, "Id of the boundary"),
        ] + keys
    }

    static let receiver = APIParameter("receiver", .text, "Whose; only without an acting user")
    static let templateCategory = APIParameter("templateCategory", .text, "Name or id of a category")
    static let templateOnly = APIParameter("templateOnly", .text, "With true the content is left out")
    static let tags = [
        APIParameter("tags", .text, "Tags with commas between them; may be given several times", isList: true),
        APIParameter("tagMatch", .choice(FeedQuery.TagMatch.self), "Whether any or all of the tags; any if left out"),
    ]
}
