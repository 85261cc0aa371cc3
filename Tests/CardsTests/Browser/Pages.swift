import Values

@testable import Cards

/// Cards as pages.
enum Pages {
    static func sample(_ name: String, _ look: CardLook = CardLook()) throws -> String {
        try CardReading.read(text: try Samples.text(name)).rendered(as: .html, look)
    }

    static func page(_ body: String, _ look: CardLook = CardLook()) throws -> String {
        try Samples.reading(body).rendered(as: .html, look)
    }
}

extension CardLook {
    static var rightToLeft: CardLook {
        var look = CardLook()
        look.direction = .rtl
        return look
    }
}
