package import Values

/// The fault of a request, in the one form that every refusal has.
package struct RequestFault: Error, Sendable, Hashable {
    package var status: Int
    /// `ERR_` and capitals.
    package var code: String
    /// May be shown to users: no ids, no personal data.
    package var message: String
    /// Strings, one per bad field, or an object with the ids involved.
    package var details: JSON
    /// More headers, for example `Allow`.
    package var headers: [Header] = []

    /// A header of the answer.
    package struct Header: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    package init(_ status: Int, _ code: String, _ message: String, details: JSON = .null) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
    }

    /// The same fault with a header.
    package func with(_ name: String, _ value: String) -> RequestFault {
        var fault = self
        fault.headers.append(Header(name: name, value: value))
        return fault
    }

    /// A bad body, query or path, with one sentence per bad field.
    package static func validation(_ problems: [String]) -> RequestFault {
        RequestFault(400, "ERR_VALIDATION", "The request is not valid.", details: .array(problems.map(JSON.string)))
    }

    /// A bad body, query or path.
    package static func validation(_ problem: String) -> RequestFault { validation([problem]) }

    /// No credential, or one that is not valid.
    package static let unauthorized = RequestFault(401, "ERR_UNAUTHORIZED", "A key or token is missing or wrong.")

    /// A valid credential that does not allow this, or something that no credential allows, which the details tell then.
    package static func forbidden(_ message: String, details: JSON = .null) -> RequestFault {
        RequestFault(403, "ERR_BAD_REQUEST", message, details: details)
    }

    /// No such thing.
    package static func notFound(_ message: String, code: String = "ERR_NOT_FOUND") -> RequestFault {
        RequestFault(404, code, message)
    }

    /// A fault of the server; the cause is for the log only.
    package static let `internal` = RequestFault(500, "ERR_INTERNAL", "Something went wrong.")

    /// The server is ending, or at a limit that passes.
    package static let unavailable =
        RequestFault(503, "ERR_UNAVAILABLE", "The server cannot answer now.").with("Retry-After", "1")

    /// The answer with the error envelope.
    package var reply: ServerReply {
        var error = JSONObject([
            ("code", .string(code)), ("message", .string(message)), ("devMessage", .string(message)),
        ])
        if !details.isNull { error["details"] = details }
        error["source"] = "campaigns-service"
        var reply = ServerReply.json(status, ["error": .object(error)])
        reply.headers += headers.map { (name: $0.name, value: $0.value) }
        return reply
    }
}
