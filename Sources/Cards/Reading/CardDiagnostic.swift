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
        /// A key stands twice in one object; the last one counts.
        case duplicateKey
        /// A number or text that JSON readers cannot hold; it reads as `null`.
        case lostValue
        /// Advice: ``CardAdvice``.
        case imageFailed
        case unknownIcon
        case unsafeId
        case blankFallback
        case insecureURL
        case missingAltText
        case unresolvedVariable
        case deepNesting
        case largeCard
        case keyOrder
        case colorCase
        case ambiguousReceiver
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
    /// From 1; known for a card that was read from text.
    package var line: Int?
    /// In bytes, from 1.
    package var column: Int?

    /// For scripts and `--json`.
    package var json: JSON {
        var object = JSONObject([
            ("severity", .string(severity.rawValue)),
            ("code", .string(code.rawValue)),
            ("pointer", .string(pointer)),
        ])
        if let line { object["line"] = .int(Int64(line)) }
        if let column { object["column"] = .int(Int64(column)) }
        if let elementId { object["elementId"] = .string(elementId) }
        object["message"] = .string(message)
        if let value { object["value"] = .string(value) }
        return .object(object)
    }
}

extension [CardDiagnostic] {
    /// With line and column of each place in the text that the card was read from.
    package func located(in text: [UInt8]) -> Self {
        let places = JSONPlaces.find(Set(map(\.pointer)), in: text)
        return map { diagnostic in
            guard diagnostic.line == nil, let place = places[diagnostic.pointer] else { return diagnostic }
            var diagnostic = diagnostic
            // A property that should not be there is its name's fault.
            let isOfKey = [.unknownProperty, .duplicateKey].contains(diagnostic.code)
            let source = isOfKey ? place.key ?? place.value : place.value
            diagnostic.line = source.line
            diagnostic.column = source.column
            return diagnostic
        }
    }

    /// Whether nothing in the list is an error.
    package var hasNoError: Bool { allSatisfy { $0.severity != .error } }
}
