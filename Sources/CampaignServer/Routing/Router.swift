/// A request with the values of its route's parameters and its caller.
struct RoutedRequest: Sendable {
    var request: ServerRequest
    var parameters: [String: String]
    var caller: Caller
    /// The members of the body, where no others are taken.
    var onlyMembers: [String]?

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
    private let root: RouteNode
    /// First words behind `/v3`, by which `/v3/campaigns/<word>` is told from a campaign's id.
    private let restWords: Set<String>

    init(_ routes: [Route]) {
        var root = RouteNode()
        for route in routes { root.add(route, at: route.pattern.parts[...]) }
        self.root = root
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
        guard let same = root.routes(at: path[...]) else { return .none }
        // HEAD is GET without the body, which the engine leaves out.
        let wanted = method == "HEAD" ? "GET" : method
        if let found = same.first(where: { $0.method == wanted }) {
            return .route(found, parameters: found.pattern.values(in: path))
        }
        let methods = same.map(\.method)
        return .otherMethods((methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]).sorted())
    }

    /// The path below `/v3`: `/v3.0` is the same, and so is `/v3/campaigns`, where the vendor's base URL ends.
    private func plainPath(_ path: [String]) -> [String] {
        guard let version = path.first, version == "v3" || version == "v3.0" else { return path }
        let isBase = path.count > 2 && path[1] == "campaigns" && restWords.contains(path[2])
        guard isBase || version != "v3" else { return path }
        return ["v3"] + path.dropFirst(isBase ? 2 : 1)
    }
}

/// The routes whose patterns begin alike.
private struct RouteNode: Sendable {
    /// Routes whose patterns end here, one per method.
    private var routes: [Route] = []
    private var words: [String: RouteNode] = [:]
    /// What follows a parameter; an array, since a value cannot hold one of its own kind.
    private var parameter: [RouteNode] = []

    mutating func add(_ route: Route, at parts: ArraySlice<RoutePattern.Part>) {
        switch parts.first {
        case nil: routes.append(route)
        case .word(let word)?: words[word, default: RouteNode()].add(route, at: parts.dropFirst())
        case .parameter?:
            if parameter.isEmpty { parameter.append(RouteNode()) }
            parameter[0].add(route, at: parts.dropFirst())
        }
    }

    /// The routes of the most literal pattern that fits; a parameter is never empty.
    func routes(at path: ArraySlice<String>) -> [Route]? {
        guard let segment = path.first else { return routes.isEmpty ? nil : routes }
        if let found = words[segment]?.routes(at: path.dropFirst()) { return found }
        return segment.isEmpty ? nil : parameter.first?.routes(at: path.dropFirst())
    }
}
