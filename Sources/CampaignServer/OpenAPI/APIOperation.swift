import Values

/// What a route takes and answers, in the words of its description; a route cannot be made without one.
struct APIOperation: Sendable {
    /// Under which heading it stands.
    enum Group: String, Sendable, CaseIterable {
        case feed = "Feed"
        case push = "Push"
        case catalog = "Catalog"
        case sending = "Sending"
        case campaigns = "Web campaigns"
        case users = "Users"
        case server = "Server"
    }

    /// A body that is taken.
    struct Body: Sendable {
        var schema: APISchema
        var isRequired = true
        /// The members, where no others are taken.
        let onlyMembers: [String]?

        init(schema: APISchema, isRequired: Bool = true) {
            self.schema = schema
            self.isRequired = isRequired
            onlyMembers = schema.onlyMembers
        }
    }

    /// What a call that goes well is answered with.
    enum Success: Sendable {
        case json(Int, APISchema)
        case empty(Int)
        /// The switch to a WebSocket.
        case webSocket
    }

    var group: Group
    var summary: String
    var query: [APIParameter]
    var body: Body?
    var success: Success
    /// Refusals besides those that the route's access and every request can have.
    var faults: [APIFault]
    /// Whether `Idempotency-Key` is honoured.
    var isRepeatable: Bool

    init(
        _ group: Group,
        _ summary: String,
        query: [APIParameter] = [],
        body: Body? = nil,
        _ success: Success,
        faults: [APIFault] = [],
        isRepeatable: Bool = false
    ) {
        self.group = group
        self.summary = summary
        self.query = query
        self.body = body
        self.success = success
        self.faults = faults
        self.isRepeatable = isRepeatable
    }
}

extension APIOperation {
    /// Refuses a parameter that is given twice, of which two readers would take one each (lists are given as often as one
    /// likes), and one whose name is a slip of a known one: the answer would be wider than what was asked.
    func checkQuery(of request: ServerRequest) throws(RequestFault) {
        guard !request.query.isEmpty, !query.isEmpty else { return }
        let twice = query.filter { parameter in
            !parameter.isList && request.query.count { $0.name == parameter.name } > 1
        }
        var problems = twice.map { "\($0.name) is given more than once" }
        let names = query.map(\.name)
        for parameter in request.query where !names.contains(parameter.name) {
            guard let near = APIParameter.meant(by: parameter.name, among: names) else { continue }
            problems.append("there is no parameter \(ShortText.quoted(parameter.name)); did you mean \"\(near)\"?")
        }
        guard problems.isEmpty else { throw .validation(problems) }
    }
}

extension APIOperation.Success {
    /// One thing in its envelope.
    static func one(_ schema: APISchema, status: Int = 200) -> APIOperation.Success {
        .json(status, .exactly([.needed("data", schema)]))
    }

    /// A page in its envelope; the cursor has the fields by which the list can be sorted.
    static func page(of element: APISchema, cursor: String, sorts: [String], textKeys: Set<String> = []) -> Self {
        let keys = sorts.filter { $0 != cursor && $0 != "id" }.map { name in
            APISchema.Field.optional(name, textKeys.contains(name) ? .text : .time)
        }
        let next = APISchema.exactly(
            [.needed("affix", .choice(["append", "prepend"])), .needed("id", .text), .needed(cursor, .time)] + keys
        )
        let meta = APISchema.exactly([
            .needed("current", .exactly([.needed("limit", .count), .needed("count", .count)])),
            .optional("next", next.described("How to ask for the next page; missing on the last one")),
        ])
        return .json(200, .exactly([.needed("data", .list(element)), .needed("meta", meta)]))
    }
}
