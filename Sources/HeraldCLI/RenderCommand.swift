internal import Herald
internal import Values

/// `herald render CARD.json`: a card as people would see it.
struct RenderCommand: Sendable {
    let settings: Settings

    func perform() throws(HeraldError) -> ExitStatus {
        let file = settings.invocation.operands[0]
        let style = try style()
        let format = try settings.value(CommandTable.format, Self.choice(CardFormat.self)) ?? .text
        let card = CardDocument(text: try TextFile.read(file))
        StandardStreams.output(try card.rendered(as: format, style))
        for note in card.notes where note.severity != .info {
            let place = [note.line, note.column].compactMap { $0 }.map { ":\($0)" }.joined()
            let level: LogLevel = note.severity == .error ? .error : .warning
            settings.log(level, "\(file)\(place): \(note.message)")
        }
        return card.isDrawable ? .done : .badInput
    }

    private func style() throws(HeraldError) -> CardStyle {
        var style = CardStyle()
        style.theme = try settings.value(CommandTable.theme, Self.choice(CardStyle.Theme.self)) ?? style.theme
        let direction = try settings.value(CommandTable.direction, Self.choice(CardStyle.Direction.self))
        style.direction = direction ?? style.direction
        style.width = try settings.value(CommandTable.width, Self.width) ?? style.width
        let color = try settings.value(CommandTable.color, Self.choice(CardStyle.Color.self))
        style.color = color ?? StandardStreams.colors(of: settings)
        if let file = settings.value(CommandTable.themeFile) {
            let theme = try JSONText.parse(try TextFile.read(file), file: file)
            guard let overrides = theme.object else {
                throw HeraldError(.badJSON, "\(file): a theme is an object of tokens and colours, not \(theme.kind)")
            }
            style.overrides = overrides
        }
        return style
    }

    private static func width(_ text: String) throws(HeraldError) -> Int {
        guard let width = Int(text), CardStyle.widths.contains(width) else {
            let range = "\(CardStyle.widths.lowerBound) to \(CardStyle.widths.upperBound)"
            throw HeraldError(.usage, "\"\(text)\" is not from \(range)")
        }
        return width
    }

    /// Reads one of the names that a flag takes.
    private static func choice<Choice>(_ type: Choice.Type) -> (String) throws(HeraldError) -> Choice
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        { text throws(HeraldError) in
            if let choice = Choice(rawValue: text) { return choice }
            let names = Choice.allCases.map(\.rawValue)
            let hint = Suggestion.hint(for: text, among: names) ?? "known: \(names.joined(separator: ", "))"
            throw HeraldError(.usage, "there is no \"\(text)\"", hint: hint)
        }
    }
}
