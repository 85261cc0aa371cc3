import Foundation
import Testing
import Values

@testable import Cards

/// The sample cards, by file name.
enum Samples {
    static let names = [
        "card-01-retail-linen-weekend", "card-02-retail-boot-carousel", "card-03-retail-parcel-on-its-way",
        "card-04-retail-loyalty-statement", "card-05-travel-gate-change", "card-06-travel-city-guide",
        "card-07-travel-hotel-check-in", "card-08-support-ticket-reply", "card-09-support-incident-notice",
        "card-10-support-open-hour", "card-11-retail-how-was-it", "card-12-travel-many-scripts",
    ]

    static func text(_ name: String) throws -> [UInt8] {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json"))
        return Array(try Data(contentsOf: url))
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
