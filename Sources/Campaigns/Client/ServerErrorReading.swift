package import Values

/// Turns an answer that is not 2xx into an error: the status decides, then the envelope's code.
package enum ServerErrorReading {
    /// The error for an answer; any body will do, also none and one that is not JSON.
    package static func error(status: Int, body: [UInt8], retryAfter: String? = nil, request: String) -> HeraldError {
        let envelope = (try? JSONText.parse(body))?["error"] ?? .null
        var details: JSON = ["status": .int(Int64(status))]
        for name in ["code", "details", "devMessage", "source"] where !envelope[name].isNull {
            details[name] = envelope[name]
        }
        if let retryAfter { details["retryAfter"] = Int64(retryAfter).map(JSON.int) ?? .string(retryAfter) }
        let said = envelope["message"].string.flatMap { $0.isEmpty ? nil : $0 }
        let wrong = validationText(envelope["details"])
        let message = "\(request) answered \(status): \(said ?? phrase(status))\(wrong)"
        return HeraldError(
            code(status: status),
            message,
            hint: hint(
                status: status,
                retryAfter: retryAfter,
                needed: envelope["details"]["neededRights"],
                isExplained: !wrong.isEmpty
            ),
            details: details
        )
    }

    private static func code(status: Int) -> HeraldError.Code {
        switch status {
        case 401: .unauthorized
        case 403: .denied
        case 404: .notFound
        case 409: .conflict
        case 413: .tooLarge
        default: .server
        }
    }

    /// `isExplained` says that the server told what of the request is wrong.
    private static func hint(status: Int, retryAfter: String?, needed: JSON, isExplained: Bool) -> String? {
        switch status {
        case 401: "check the key and the token: --api-key and --token, or --admin-key for driving campaigns"
        case 403 where needed.array != nil:
            "herald keys new --rights \((needed.array ?? []).compactMap(\.string).joined(separator: ",")) makes a key that may"
        case 403 where isExplained: nil
        case 403: "the credentials do not allow this; driving campaigns needs --admin-key and no user's token"
        case 429: retryAfter.map { "try again after \($0) s" } ?? "try again later"
        default: nil
        }
    }

    /// Validation details are a list with one string per bad field.
    private static func validationText(_ details: JSON) -> String {
        let lines = (details.array ?? []).compactMap(\.string)
        return lines.isEmpty ? "" : " (\(lines.joined(separator: "; ")))"
    }

    private static func phrase(_ status: Int) -> String {
        switch status {
        case 300..<400: "a redirect where none was expected"
        case 400: "bad request"
        case 401: "not authorized"
        case 403: "not allowed"
        case 404: "not found"
        case 409: "conflict"
        case 429: "too many requests"
        case 500...: "the server failed"
        default: "unexpected status"
        }
    }
}
