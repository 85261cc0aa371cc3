/// A request with the values of its route's parameters and its caller.
struct RoutedRequest: Sendable {
    var request: ServerRequest
    var parameters: [String: String]
    var caller: Caller

    /// The parameter of that name; a route that has none of it finds nothing.
    subscript(name: String) -> String { parameters[name] ?? "" }
}

/// One thing the server can be asked for.
struct Route: Sendable {
    typealias Handler = @Sendable (RoutedRequest) async throws -> ServerReply

    var method: String
    var pattern: RoutePattern
    var access: Access
    /// What `/openapi.json` says of it.
    var operation: APIOperation
    var handler: Handler

    init(
        _ method: String,
        _ pattern: RoutePattern,
        _ access: Access,
        _ operation: APIOperation,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.access = access
        self.operation = operation
        self.handler = handler
    }
}

/// Finds the route of a request: literals win over parameters.
struct Router: Sendable {
    enum Match: Sendable {
        case route(Route, parameters: [String: String])
        /// The path is known, with these methods only.
        case otherMethods([String])
        case none
    }

    let routes: [Route]
    /// First words behind `/v3`, by which `/v3/campaigns/<word>` is told from a campaign's id.
    private let restWords: Set<String>

    init(_ routes: [Route]) {
        self.routes = routes
        restWords = Set(
            routes.compactMap { route in
                guard route.pattern.parts.count > 1, route.pattern.parts[0] == .word("v3"),
                    case .word(let word) = route.pattern.parts[1]
                else { return nil }
                return word
            }
        )
    }

    func match(_ method: String, _ path: [String]) -> Match {
        let path = plainPath(path)
        let fitting = routes.compactMap { route in
            route.pattern.match(path).map { (route: route, parameters: $0) }
        }
        guard let best = fitting.max(by: { $1.route.pattern.isMoreLiteral(than: $0.route.pattern) }) else {
            return .none
        }
        let same = fitting.filter { $0.route.pattern == best.route.pattern }
        // HEAD is GET without the body, which the engine leaves out.
        let wanted = method == "HEAD" ? "GET" : method
        if let found = same.first(where: { $0.route.method == wanted }) {
            return .route(found.route, parameters: found.parameters)
        }
        let methods = same.map(\.route.method)
        return .otherMethods((methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]).sorted())
    }

    /// The path below `/v3`: `/v3.0` is the same, and so is `/v3/campaigns`, where the vendor's base URL ends.
    private func plainPath(_ path: [String]) -> [String] {
        guard let version = path.first, version == "v3" || version == "v3.0" else { return path }
        var rest = path.dropFirst()
        if rest.first == "campaigns", rest.count > 1, restWords.contains(rest[rest.startIndex + 1]) {
            rest = rest.dropFirst()
        }
        return ["v3"] + rest
    }
}
