package import Values

/// One thing that a reader of cards noticed; never thrown, listed in document order.
package struct CardDiagnostic: Sendable, Hashable {
    package enum Severity: String, Sendable {
        case info
        case warning
        case error
    }

    /// What was noticed; the names are part of the format.
    package enum Code: String, Sendable {
        case unknownElement
        case missingProperty
        case badType
        case coerced
        case badEnum
        case badColor
        case outOfRange
        case unknownProperty
        case missingId
        case duplicateId
        case emptyContainer
        case badAction
        case unknownAction
        case tooDeep
        case badVersion
        case cardUnusable
        case badJSON
        case tooBig
    }

    /// Longest `value` in characters.
    package static let longestValue = 80

    package var severity: Severity
    package var code: Code
    /// RFC 6901 from the card's root; the root is the empty string.
    package var pointer: String
    package var elementId: String?
    package var message: String
    /// The value to blame as JSON text, cut at ``longestValue`` characters.
    package var value: String?

    /// For scripts and `--json`.
    package var json: JSON {
        var object = JSONObject([
            ("severity", .string(severity.rawValue)),
            ("code", .string(code.rawValue)),
            ("pointer", .string(pointer)),
        ])
        if let elementId { object["elementId"] = .string(elementId) }
        object["message"] = .string(message)
        if let value { object["value"] = .string(value) }
        return .object(object)
    }
}
