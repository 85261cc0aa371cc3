internal import Cards
public import Values

/// A card: checked and drawn without a runtime.
///
/// Reading never fails: what cannot be drawn has a fallback text, and ``notes`` say what was odd.
/// ```swift
/// let card = CardDocument(text: bytes)
/// for note in card.notes where note.severity == .error { print(note.pointer, note.message) }
/// print(try card.rendered(as: .text))
/// ```
public struct CardDocument: Sendable {
    private let reading: CardReading
    private let json: JSON?
    private let text: [UInt8]?

    /// Reads a card's JSON text; notes then have line and column.
    ///
    /// `variables` fill the `{{key}}` in its texts first. A key is looked up as a whole, then at its dots as a path; one
    /// without a value stays, and a value that was put in is not looked at again.
    public init(text: [UInt8], variables: JSONObject = [:]) {
        self.text = text
        // A text that is no JSON has no strict form to hold it against; the notes say why.
        let written = try? JSONText.parse(text)
        json = written.map { variables.isEmpty ? $0 : CardTemplate.substitute($0, variables: variables) }
        reading = CardReading.read(text: text, variables: variables)
    }

    /// The keys of `{{key}}` in a text, each once, in order.
    public static func variables(in text: [UInt8]) -> [String] {
        (try? JSONText.parse(text)).map(CardTemplate.keys) ?? []
    }

    /// Reads a card.
    public init(_ card: JSON) {
        text = nil
        json = card
        reading = CardReading.read(card)
    }

    /// Whether there is more to show than ``fallbackText``.
    public var isDrawable: Bool { reading.card != nil }

    /// What is shown where the card cannot be; not blank.
    public var fallbackText: String { reading.fallbackText }

    /// What reading leniently noticed, in document order.
    public var notes: [CardNote] { reading.diagnostics.map(CardNote.init) }

    /// What a writer should do better, beyond the format's schema; never an error.
    public var advice: [CardNote] {
        guard let json else { return [] }
        return located(CardAdvice.notes(json, byteCount: text?.count))
    }

    /// Why the strict form of the format refuses the card; empty for a valid one with unique ids.
    ///
    /// Of the text that it was read from, keys given twice and values that JSON cannot hold are refused, too.
    /// `{{key}}` in a text is legal, so a template can be held against it, too.
    public var refusals: [CardNote] {
        guard let json else { return notes.filter { $0.severity == .error } }
        let tooBig = reading.diagnostics.filter { $0.code == .tooBig && $0.severity == .error }
        let refusals = StrictCheck.refusals(json)
        let odd = reading.diagnostics.filter { diagnostic in
            // A value that was lost may be refused as the `null` in its place.
            diagnostic.code == .duplicateKey
                || diagnostic.code == .lostValue && !refusals.contains { $0.pointer == diagnostic.pointer }
        }.map { diagnostic in
            var refusal = diagnostic
            refusal.severity = .error
            return refusal
        }
        return located(tooBig + odd + refusals)
    }

    /// The card in the strict form: what was read leniently written as the schema has it, what cannot be drawn left out;
    /// `nil` when nothing can be drawn.
    ///
    /// An action of a type that the format does not name is kept, since a plugin may know it; ``refusals`` of the result
    /// name it, since other readers do not.
    public var strictForm: JSON? { reading.card.map(CardWriter.strict) }

    private func located(_ diagnostics: [CardDiagnostic]) -> [CardNote] {
        (text.map { diagnostics.located(in: $0) } ?? diagnostics).map(CardNote.init)
    }

    /// The card in a format, or its fallback text.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument` for overrides that are no theme tokens or colours.
    public func rendered(as format: CardFormat, _ style: CardStyle = CardStyle()) throws(HeraldError) -> String {
        try reading.rendered(as: CardLook.Format(rawValue: format.rawValue) ?? .text, style.look)
    }

    /// A web page of many cards, each in a light and a dark frame, or in the one that the style's theme names.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument` for overrides that are no theme tokens or colours.
    public static func gallery(
        _ cards: [(name: String, card: CardDocument)],
        _ style: CardStyle = CardStyle()
    ) throws(HeraldError) -> String {
        try CardGallery.render(cards.map { CardGallery.Entry(name: $0.name, reading: $0.card.reading) }, style.look)
    }
}

/// One thing that was noticed about a card.
public struct CardNote: Sendable, Hashable {
    /// How much it matters.
    public enum Severity: String, Sendable {
        /// Nothing is lost.
        case info
        /// A part is not drawn as it was meant.
        case warning
        /// Nothing can be drawn, or the strict form refuses it.
        case error
    }

    /// How much it matters.
    public var severity: Severity
    /// What it is, such as `unknownElement`.
    public var code: String
    /// JSON Pointer from the card's root.
    public var pointer: String
    /// The element that it is about.
    public var elementId: String?
    /// One sentence for a person.
    public var message: String
    /// The value to blame as JSON text, cut at 80 characters.
    public var value: String?
    /// From 1; known for a card that was read from text.
    public var line: Int?
    /// In bytes, from 1.
    public var column: Int?

    init(_ diagnostic: CardDiagnostic) {
        severity = Severity(rawValue: diagnostic.severity.rawValue) ?? .error
        code = diagnostic.code.rawValue
        pointer = diagnostic.pointer
        elementId = diagnostic.elementId
        message = diagnostic.message
        value = diagnostic.value
        line = diagnostic.line
        column = diagnostic.column
    }

    /// A note that is not about the content of a card, such as a file that cannot be read.
    package init(_ error: HeraldError) {
        severity = .error
        code = error.code.rawValue
        pointer = error.pointer ?? ""
        message = error.message
    }
}

/// What a card is drawn as.
public enum CardFormat: String, Sendable, CaseIterable {
    /// For a terminal.
    case text
    /// A web page in one file, whose policy allows its own script alone.
    case html
    /// The layout with colours, roles and labels, for a renderer of one's own.
    case json
}

/// How a card is drawn.
public struct CardStyle: Sendable, Hashable {
    /// Light or dark.
    public enum Theme: String, Sendable, CaseIterable {
        /// As the reader's system says where that can be known, else dark.
        case auto
        /// Dark on light.
        case light
        /// Light on dark.
        case dark
    }

    /// How many colours a terminal has.
    public enum Color: String, Sendable, CaseIterable {
        /// Plain text without escape sequences.
        case none
        /// A palette of 256.
        case palette = "256"
        /// 24 bits.
        case truecolor
    }

    /// Which way a web page runs.
    public enum Direction: String, Sendable, CaseIterable {
        /// Left to right.
        case ltr
        /// Right to left: start, end and the order of rows are mirrored.
        case rtl
    }

    /// Columns that text may have.
    public static let widths = TextOptions.widths

    /// Light or dark.
    public var theme = Theme.auto
    /// Theme tokens with other colours: `["textColor": "#222222"]` or `["textColor": ["light": …, "dark": …]]`.
    public var overrides = JSONObject()
    /// Columns of text; kept within ``widths``.
    public var width = 60
    /// Colours of text.
    public var color = Color.none

    /// Which way a web page runs.
    public var direction = Direction.ltr

    /// The defaults.
    public init() {}

    /// Judges the overrides without drawing anything.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument` and the pointer of one that is no theme token or colour.
    public func check() throws(HeraldError) { try look.check() }

    var look: CardLook {
        var look = CardLook()
        look.theme = CardLook.Theme(rawValue: theme.rawValue) ?? .auto
        look.overrides = overrides
        look.width = width
        look.direction = HTMLOptions.Direction(rawValue: direction.rawValue) ?? .ltr
        look.color = TextOptions.Color(rawValue: color.rawValue) ?? .none
        return look
    }
}
