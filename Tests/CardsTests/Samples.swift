import TestSupport
import Testing
import Values

@testable import Cards

/// The sample cards, by file name.
enum Samples {
    /// Those that are strict.
    static let names = all.filter { $0 != lenient }

    /// One that takes every liberty which readers forgive.
    static let lenient = "card-21-lenient-prototype"

    static let all = Files.names(in: folder).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }

    private static let folder = "\(Files.packageRoot)/Tests/CardsTests/Fixtures"

    static func text(_ name: String) throws -> [UInt8] {
        try Files.read("\(folder)/\(name).json")
    }

    static func card(_ name: String) throws -> Card {
        try #require(CardReading.read(text: try text(name)).card)
    }

    /// Reads a card whose body is the given elements.
    static func reading(_ body: String) throws -> CardReading {
        let style: JSON = ["background": ["light": "#FFFFFF", "dark": "#1B1A1F"]]
        let card: JSON = [
            "version": "1.0", "style": style, "fallbackText": "F", "body": try JSONText.parse(body),
        ]
        return CardReading.read(card)
    }
}
