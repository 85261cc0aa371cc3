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
    /// Refuses a parameter that is given twice, of which two readers would take one each; lists are given as often as one
    /// likes.
    func checkQuery(of request: ServerRequest) throws(RequestFault) {
        guard request.query.count > 1 else { return }
        let twice = query.filter { parameter in
            !parameter.isList && request.query.count { $0.name == parameter.name } > 1
        }
        guard twice.isEmpty else { throw .validation(twice.map { "\($0.name) is given more than once" }) }
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
