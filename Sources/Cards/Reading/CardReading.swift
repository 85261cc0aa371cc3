package import Values

/// What became of a card's JSON: never an error, always something to show.
package struct CardReading: Sendable {
    /// `nil` when nothing can be drawn; then ``fallbackText`` is shown.
    package var card: Card?
    /// In document order.
    package var diagnostics: [CardDiagnostic]
    /// Not blank.
    package var fallbackText: String

    /// Largest text that is read, bytes.
    package static let largestText = 1 << 20

    /// What is shown when a card offers nothing at all.
    package static let lastResort = "This message cannot be shown."

    /// Reads a card's JSON text; `alternativeText` is what the message around the card offers in its place.
    ///
    /// `variables` fill the `{{key}}` of a template first, as ``CardTemplate`` has it.
    package static func read(
        text: [UInt8],
        variables: JSONObject = [:],
        alternativeText: String? = nil
    ) -> CardReading {
        guard text.count <= largestText else {
            return unusable(.tooBig, "the card has \(text.count) bytes, more than \(largestText)", alternativeText)
        }
        do {
            let salvaged = try JSONText.salvage(text)
            let content =
                variables.isEmpty ? salvaged.value : CardTemplate.substitute(salvaged.value, variables: variables)
            var reading = read(content, oddities: salvaged.warnings, alternativeText: alternativeText)
            // Places in a text within the text would mislead.
            if salvaged.value.object != nil { reading.diagnostics = reading.diagnostics.located(in: text) }
            return reading
        } catch {
            var reading = unusable(.badJSON, "the card is not JSON: \(error.message)", alternativeText)
            reading.diagnostics[0].pointer = error.pointer ?? ""
            reading.diagnostics[0].line = error.place?.line
            reading.diagnostics[0].column = error.place?.column
            return reading
        }
    }

    /// Reads a card; a string in place of the object is taken as its JSON text, at most twice.
    ///
    /// `alternativeText` is what the message around the card offers in its place.
    package static func read(_ content: JSON, alternativeText: String? = nil) -> CardReading {
        read(content, oddities: [], alternativeText: alternativeText)
    }

    private static func read(_ content: JSON, oddities: [JSONWarning], alternativeText: String?) -> CardReading {
        var content = content
        var oddities = oddities
        for _ in 0..<2 {
            guard case .string(let text) = content else { break }
            guard text.utf8.count <= largestText, let inner = try? JSONText.salvage(Array(text.utf8)) else {
                return unusable(.badJSON, "the card is a text that is not JSON", alternativeText)
            }
            content = inner.value
            oddities = inner.warnings
        }
        guard case .object(let root) = content else {
            return unusable(.badJSON, "a card is an object, not \(content.kind)", alternativeText)
        }
        let reader = CardReader(root: root, oddities: oddities)
        return reader.read(alternativeText: alternativeText)
    }

    private static func unusable(
        _ code: CardDiagnostic.Code,
        _ message: String,
        _ alternativeText: String?
    ) -> CardReading {
        let diagnostic = CardDiagnostic(severity: .error, code: code, pointer: "", message: message)
        let text = alternativeText.flatMap { $0.isBlank ? nil : $0 } ?? lastResort
        return CardReading(card: nil, diagnostics: [diagnostic], fallbackText: text)
    }
}
