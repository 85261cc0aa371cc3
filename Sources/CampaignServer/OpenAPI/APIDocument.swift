import Storage
import Values

/// The OpenAPI 3.1 description of routes.
enum APIDocument {
    /// Both prefixes of the interface that is kept like the vendor's.
    static let restPrefixes = ["v3", "v3.0"]

    /// The description of these routes, and of nothing else.
    static func json(_ routes: [Route]) -> JSON {
        var paths = JSONObject()
        for route in routes {
            for path in route.servedPaths {
                var item = paths[path] ?? [:]
                item[route.method.utf8.allSatisfy { $0 < 0x80 } ? lowercased(route.method) : route.method] =
                    operation(route, at: path)
                paths[path] = item
            }
        }
        return [
            "openapi": "3.1.0",
            "info": ["title": "Herald campaign server", "version": "1", "description": .string(introduction)],
            "servers": [["url": "/"]],
            "tags": .array(APIOperation.Group.allCases.map { ["name": .string($0.rawValue)] }),
            "paths": .object(paths),
            "components": components,
        ]
    }

    private static let introduction = """
        Every answer has `X-Request-Id`, the request's own or a new one. Every refusal has the error envelope. Each GET \
        answers HEAD too, and each path OPTIONS. `/v3/campaigns/…` and `/v3.0/campaigns/…` are the same as `/v3/…`. Members \
        of a body that are not known are left alone.
        """

    /// The header that every answer has.
    static let requestID: JSON = ["X-Request-Id": ["$ref": "#/components/headers/RequestId"]]

    private static var components: JSON {
        [
            "schemas": .object(JSONObject(APIComponent.allCases.map { ($0.rawValue, $0.schema.json) })),
            "responses": .object(JSONObject(APIFault.allCases.map { ($0.name, $0.response) })),
            "headers": ["RequestId": ["description": "Names the request in logs", "schema": APISchema.text.json]],
            "parameters": [
                "OnBehalfOf": header("onbehalfof", "Acts for this user, with an admin key", .text),
                "IdempotencyKey": header(
                    "Idempotency-Key",
                    "For a day the same call with the same key is answered as the first one was, and done once",
                    .pattern("^[ -~]{1,255}$")
                ),
            ],
            "securitySchemes": [
                "apikey": [
                    "type": "apiKey", "in": "header", "name": "apikey",
                    "description": "An admin key, secret; under /v1 also the embed key, public",
                ],
                "authtoken": [
                    "type": "apiKey", "in": "header", "name": "authtoken",
                    "description": "A user's token, which acts as the user",
                ],
            ],
        ]
    }

    private static func header(_ name: String, _ text: String, _ schema: APISchema) -> JSON {
        ["name": .string(name), "in": "header", "description": .string(text), "schema": schema.json]
    }

    private static func operation(_ route: Route, at path: String) -> JSON {
        let operation = route.operation
        var json: JSON = [
            "operationId": .string(operationID(route.method, path)), "tags": [.string(operation.group.rawValue)],
            "summary": .string(operation.summary), "security": route.access.security,
        ]
        var parameters = route.pattern.parameters.map(pathParameter) + operation.query.map(\.json)
        if route.access.takesActingUser { parameters.append(["$ref": "#/components/parameters/OnBehalfOf"]) }
        if operation.isRepeatable { parameters.append(["$ref": "#/components/parameters/IdempotencyKey"]) }
        if !parameters.isEmpty { json["parameters"] = .array(parameters) }
        if let body = operation.body {
            json["requestBody"] = [
                "required": .bool(body.isRequired), "content": ["application/json": ["schema": body.schema.json]],
            ]
        }
        var responses = JSONObject()
        responses[String(operation.success.status)] = operation.success.response
        for fault in route.faults { responses[String(fault.rawValue)] = fault.reference }
        json["responses"] = .object(responses)
        return json
    }

    private static func pathParameter(_ name: String) -> JSON {
        [
            "name": .string(name), "in": "path", "required": true,
            "description": name == "id" ? "An id, or the slug where the thing has one" : .string(name),
            "schema": APISchema.word.json,
        ]
    }

    /// `get`, version and words of the path in camel case.
    private static func operationID(_ method: String, _ path: String) -> String {
        let words = path.utf8.split { !isLetterOrDigit($0) }.map { word -> String in
            let text = String(word) ?? ""
            return text.prefix(1).uppercased() + text.dropFirst()
        }
        return lowercased(method) + words.joined()
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    private static func lowercased(_ text: String) -> String { HeaderRules.lowercased(Array(text.utf8)) }
}

extension APIOperation.Success {
    fileprivate var status: Int {
        switch self {
        case .json(let status, _), .empty(let status): status
        case .webSocket: 101
        }
    }

    fileprivate var response: JSON {
        switch self {
        case .json(_, let schema):
            [
                "description": "Done", "headers": APIDocument.requestID,
                "content": ["application/json": ["schema": schema.json]],
            ]
        case .empty: ["description": "Done", "headers": APIDocument.requestID]
        case .webSocket:
            ["description": "The connection is a WebSocket from here on", "headers": APIDocument.requestID]
        }
    }
}

extension Route {
    /// The paths under which the route is described: the REST interface has two prefixes.
    var servedPaths: [String] {
        guard case .word("v3")? = pattern.parts.first else { return [pattern.text] }
        return APIDocument.restPrefixes.map { "/\($0)" + pattern.text.dropFirst("/v3".count) }
    }

    /// Every refusal that there can be, in order of status.
    var faults: [APIFault] {
        var faults = APIFault.always + access.faults + operation.faults
        if operation.isRepeatable { faults.append(.conflict) }
        if case .webSocket = operation.success { faults.append(.upgradeRequired) }
        return Set(faults).sorted { $0.rawValue < $1.rawValue }
    }
}

extension Access {
    fileprivate var faults: [APIFault] { isOpen ? [] : [.unauthorized, .forbidden] }

    /// Whether an admin may act for a user here.
    fileprivate var takesActingUser: Bool {
        switch self {
        case .userOrAdmin, .keyAndUser, .key: true
        case .open, .adminWith: false
        }
    }

    /// Which credentials are needed, in the terms of OpenAPI.
    fileprivate var security: JSON {
        switch self {
        case .open: []
        case .key, .adminWith: [["apikey": []]]
        case .userOrAdmin: [["authtoken": []], ["apikey": []]]
        case .keyAndUser: [["apikey": [], "authtoken": []], ["apikey": []]]
        }
    }
}
