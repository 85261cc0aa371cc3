import Values

/// A refusal as the description tells it; all have the one error envelope.
enum APIFault: Int, Sendable, CaseIterable {
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case conflict = 409
    case tooLong = 413
    case longTarget = 414
    case encoding = 415
    case upgradeRequired = 426
    case longHead = 431
    case `internal` = 500
    case unavailable = 503
    case version = 505

    /// What every request can be answered with.
    static let always: [APIFault] = [
        .badRequest, .tooLong, .longTarget, .encoding, .longHead, .internal, .unavailable, .version,
    ]

    /// Its name under `components`.
    var name: String {
        switch self {
        case .badRequest: "BadRequest"
        case .unauthorized: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "NotFound"
        case .conflict: "Conflict"
        case .tooLong: "TooLong"
        case .longTarget: "LongTarget"
        case .encoding: "Encoding"
        case .upgradeRequired: "UpgradeRequired"
        case .longHead: "LongHead"
        case .internal: "Internal"
        case .unavailable: "Unavailable"
        case .version: "Version"
        }
    }

    private var text: String {
        switch self {
        case .badRequest:
            "ERR_VALIDATION with one sentence per bad field, ERR_TEMPLATE_NOT_FOUND for a send, ERR_BAD_REQUEST for bad HTTP"
        case .unauthorized: "ERR_UNAUTHORIZED: a key or token is missing or wrong"
        case .forbidden: "ERR_BAD_REQUEST: the credential does not allow this"
        case .notFound: "ERR_NOT_FOUND or the ERR_…_NOT_FOUND of the thing"
        case .conflict:
            "ERR_CONFLICT: there is such a thing already, its state is another, or the Idempotency-Key was used"
        case .tooLong: "ERR_BAD_REQUEST: the body or what it asks for is too long"
        case .longTarget: "ERR_BAD_REQUEST: the request line is too long"
        case .encoding: "ERR_BAD_REQUEST: the body has a Content-Encoding"
        case .upgradeRequired: "ERR_BAD_REQUEST: this is a WebSocket"
        case .longHead: "ERR_BAD_REQUEST: the headers are too long"
        case .internal: "ERR_INTERNAL: a fault of the server"
        case .unavailable: "ERR_UNAVAILABLE: the server is ending or at a limit that passes"
        case .version: "ERR_BAD_REQUEST: a version of HTTP that is not served"
        }
    }

    /// The response that operations point to.
    var response: JSON {
        var headers = APIDocument.requestID
        switch self {
        case .encoding: headers["Accept-Encoding"] = header("How bodies are taken", .constant("identity"))
        case .unavailable: headers["Retry-After"] = header("Seconds to wait", .count)
        case .upgradeRequired:
            headers["Upgrade"] = header("What to upgrade to", .constant("websocket"))
            headers["Sec-WebSocket-Version"] = header("The version that is spoken", .constant("13"))
        default: break
        }
        return [
            "description": .string(text), "headers": headers,
            "content": ["application/json": ["schema": APISchema.named(.error).json]],
        ]
    }

    var reference: JSON { ["$ref": .string("#/components/responses/\(name)")] }

    private func header(_ text: String, _ schema: APISchema) -> JSON {
        ["description": .string(text), "schema": schema.json]
    }
}
