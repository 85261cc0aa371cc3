import Values

/// The description of all routes, made when it is first asked for.
struct DescriptionRoutes: Sendable {
    private final class Kept: Sendable {
        let text = Lock<[UInt8]?>(nil)
    }

    private let others: [Route]
    private let kept = Kept()

    /// Describes these routes and its own.
    init(_ others: [Route]) {
        self.others = others
    }

    /// All routes, this one included.
    var routes: [Route] { others + [route] }

    private var route: Route {
        // Described with a handler that nobody calls, since the real one holds the description.
        let described = others + [Route("GET", "/openapi.json", .open, ServerOperations.description) { _ in .empty() }]
        return Route("GET", "/openapi.json", .open, ServerOperations.description) { [kept] _ in
            .json(
                200,
                text: kept.text.withLock { text in
                    if let text { return text }
                    var bytes: [UInt8] = []
                    APIDocument.json(described).write(to: &bytes)
                    text = bytes
                    return bytes
                }
            )
        }
    }
}
