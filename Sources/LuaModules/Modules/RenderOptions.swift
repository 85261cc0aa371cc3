internal import Cards
internal import Scripting
internal import Values

/// How `card:render` draws: `{ theme =, override =, width =, color =, direction =, indent = }`.
struct RenderOptions: LuaOptions {
    static let names = ["theme", "override", "width", "color", "direction", "indent"]
    /// More would leave no room for the card.
    private static let indents = 0...40

    private let look: CardLook
    private let indent: String

    init(_ options: LuaOptionReader) throws(HeraldError) {
        var look = CardLook()
        look.theme = try Self.choice(options, "theme", CardLook.Theme.self) ?? .auto
        look.overrides = try options.optional("override") ?? JSONObject()
        look.color = try Self.choice(options, "color", TextOptions.Color.self) ?? .none
        look.direction = try Self.choice(options, "direction", HTMLOptions.Direction.self) ?? .ltr
        if let width: Int = try options.optional("width") {
            guard TextOptions.widths.contains(width) else {
                let range = "\(TextOptions.widths.lowerBound) to \(TextOptions.widths.upperBound)"
                throw HeraldError(.invalidArgument, "option \"width\": expected \(range) columns, got \(width)")
            }
            look.width = width
        }
        let indent: Int = try options.optional("indent") ?? 0
        guard Self.indents.contains(indent) else {
            throw HeraldError(.invalidArgument, "option \"indent\": expected 0 to 40 columns, got \(indent)")
        }
        self.look = look
        self.indent = String(repeating: " ", count: indent)
    }

    /// The drawing without a line end at its end, so that `print` adds the only one; only text is indented.
    func render(_ reading: CardReading, _ format: CardLook.Format) throws(HeraldError) -> String {
        let drawing = try reading.rendered(as: format, look)
        guard format == .text else { return String(drawing.dropLast()) }
        return drawing.split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast()
            .map { indent + $0 }
            .joined(separator: "\n")
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ options: LuaOptionReader,
        _ name: String,
        _ type: Choice.Type
    ) throws(HeraldError) -> Choice? where Choice.RawValue == String {
        guard let text: String = try options.optional(name) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        throw HeraldError(
            .invalidArgument,
            "option \"\(name)\": there is no \"\(text)\"",
            hint: Suggestion.hint(for: text, among: Choice.allCases.map(\.rawValue))
        )
    }
}
