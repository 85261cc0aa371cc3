/// One HTTP request as handlers see it: judged, decoded, whole.
package struct ServerRequest: Sendable {
    /// As it came; methods are case-sensitive.
    package var method: String
    /// Segments of the path, percent-decoded one by one, so that an encoded slash stays inside its segment.
    package var path: [String]
    /// Query parameters in order, decoded.
    package var query: [(name: String, value: String)]
    /// Headers in order, names in lower case, values without surrounding blanks.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(
        _ method: String,
        path: [String],
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The value of the first header with this lower-case name.
    package func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// The value of the first query parameter with this name.
    package func parameter(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}
