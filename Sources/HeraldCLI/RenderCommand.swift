internal import Glibc
internal import Herald
internal import Values

/// `herald render CARD.json`: a card as people would see it, or all cards of a folder.
struct RenderCommand: Sendable {
    /// What is made.
    enum Format: String, CaseIterable {
        case text
        case html
        case json
        case png

        /// What the name of a file asks for.
        init?(ending file: String) {
            switch file.split(separator: ".").last?.lowercased() {
            case "txt": self = .text
            case "html", "htm": self = .html
            case "json": self = .json
            case "png": self = .png
            default: return nil
            }
        }
    }

    let settings: Settings

    func perform() async throws(HeraldError) -> ExitStatus {
        let inputs = try inputs()
        let format = try format()
        let width = try width(format)
        let style: CardStyle
        let variables: JSONObject
        do throws(HeraldError) {
            style = try self.style(columns: width)
            variables = try self.variables()
        } catch {
            guard error.place != nil || error.code == .io else { throw error }
            // A file that is none of use is bad input, whatever is wrong with it.
            ErrorReport.show(error, color: StandardStreams.wantsColor(of: settings))
            return .badInput
        }
        let picture = format == .png ? try PagePicture(named: settings.value(CommandTable.browser), environment) : nil
        let cards = try inputs.map { file throws(HeraldError) in
            (name: Self.name(of: file), card: try read(file, variables))
        }
        let isGallery = settings.value(CommandTable.gallery) != nil
        let page = { () throws(HeraldError) in
            isGallery ? try CardDocument.gallery(cards, style) : try cards[0].card.rendered(as: .html, style)
        }
        switch format {
        case .png:
            guard let picture else { break }
            let page = try page()
            let stopped = Lock<ExitStatus?>(nil)
            SignalWatch.handle { status in stopped.withLock { $0 = status } }
            do throws(HeraldError) {
                let png = try await BlockingWork.run { () throws(HeraldError) in
                    try picture.png(of: page, width: width) { stopped.withLock { $0 != nil } }
                }
                try write(png)
            } catch {
                guard let status = stopped.withLock({ $0 }) else { throw error }
                return status
            }
        case .html: try write(Array(try page().utf8))
        case .text: try write(Array(try cards[0].card.rendered(as: .text, style).utf8))
        case .json: try write(Array(try cards[0].card.rendered(as: .json, style).utf8))
        }
        return cards.allSatisfy(\.card.isDrawable) ? .done : .badInput
    }

    private var environment: [String: String] { settings.environment }

    /// The files to draw; more than one for a gallery only.
    private func inputs() throws(HeraldError) -> [String] {
        let operand = settings.invocation.operands.first
        guard let folder = settings.value(CommandTable.gallery) else {
            if let operand { return [operand] }
            let hint = HelpText.example(of: "render")
            throw HeraldError(.usage, "herald render needs CARD.json or --gallery DIR", hint: hint)
        }
        if let operand { throw HeraldError(.usage, "--gallery draws a folder, so \"\(operand)\" has no place") }
        guard let all = AuthoringTexts.names(in: folder) else {
            throw HeraldError(.io, "cannot read \(folder): \(String(cString: strerror(errno)).lowercased())")
        }
        let names = all.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        guard !names.isEmpty else {
            throw HeraldError(.io, "there is no card in \(folder)", hint: "a gallery shows the files that end in .json")
        }
        return names.map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
    }

    private func format() throws(HeraldError) -> Format {
        let isGallery = settings.value(CommandTable.gallery) != nil
        let named = try settings.value(CommandTable.format, Self.choice(Format.self))
        let output = settings.value(CommandTable.output)
        let format = named ?? output.flatMap(Format.init(ending:)) ?? (isGallery ? .html : .text)
        if isGallery, format == .text || format == .json {
            throw HeraldError(.usage, "a gallery is a page or a picture, not \(format.rawValue)", hint: "-o FILE.html")
        }
        if format == .png, output == nil {
            throw HeraldError(.usage, "a picture needs a file to be written to", hint: "-o FILE.png, or -o -")
        }
        return format
    }

    private func read(_ file: String, _ variables: JSONObject) throws(HeraldError) -> CardDocument {
        let text = try TextFile.read(file)
        let card = CardDocument(text: text, variables: variables)
        for note in card.notes where note.severity != .info {
            let place = [note.line, note.column].compactMap { $0 }.map { ":\($0)" }.joined()
            let level: LogLevel = note.severity == .error ? .error : .warning
            settings.log(level, "\(file)\(place): \(note.message)")
        }
        guard !variables.isEmpty else { return card }
        let keys = CardDocument.variables(in: text)
        for name in variables.keys where !keys.contains(where: { $0 == name || $0.hasPrefix("\(name).") }) {
            // Cards of a folder need not have the same.
            guard settings.value(CommandTable.gallery) == nil else { continue }
            let hint = Suggestion.hint(for: name, among: keys).map { "; \($0)" } ?? ""
            settings.log(.warning, "\(file): nothing is called {{\(name)}}\(hint)")
        }
        return card
    }

    private func write(_ bytes: [UInt8]) throws(HeraldError) {
        guard let file = settings.value(CommandTable.output), file != "-" else {
            return StandardStreams.output(bytes)
        }
        try TextFile.write(bytes, to: file, mode: 0o644)
    }

    /// The name of a card in a gallery: its file's, without the ending.
    private static func name(of file: String) -> String {
        let last = file.split(separator: "/").last.map(String.init) ?? file
        return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
    }

    private func style(columns: Int) throws(HeraldError) -> CardStyle {
        var style = CardStyle()
        style.theme = try settings.value(CommandTable.theme, Self.choice(CardStyle.Theme.self)) ?? style.theme
        let direction = try settings.value(CommandTable.direction, Self.choice(CardStyle.Direction.self))
        style.direction = direction ?? style.direction
        style.width = columns
        let color = try settings.value(CommandTable.color, Self.choice(CardStyle.Color.self))
        // Files are read by others than this terminal.
        let isFile = settings.value(CommandTable.output).map { $0 != "-" } ?? false
        style.color = color ?? (isFile ? .none : StandardStreams.colors(of: settings))
        guard let file = settings.value(CommandTable.themeFile) else { return style }
        let text = try TextFile.read(file)
        style.overrides = try Self.object(text, file: file, "a theme is an object of tokens and colours")
        do throws(HeraldError) {
            try style.check()
        } catch {
            throw error.placed(in: text, file)
        }
        return style
    }

    /// What `--variables` holds: an object, or a file with one.
    private func variables() throws(HeraldError) -> JSONObject {
        guard let given = settings.value(CommandTable.variables) else { return [:] }
        let what = "variables are an object of names and values"
        if given.drop(while: \.isWhitespace).hasPrefix("{") {
            return try settings.value(CommandTable.variables) { text throws(HeraldError) in
                try Self.object(Array(text.utf8), file: nil, what)
            } ?? [:]
        }
        return try Self.object(try TextFile.read(given), file: given, what)
    }

    private static func object(_ text: [UInt8], file: String?, _ what: String) throws(HeraldError) -> JSONObject {
        let json = try JSONText.parse(text, file: file ?? "")
        guard let object = json.object else {
            let place = file.map { SourcePlace(file: $0, line: 1, column: 1) }
            throw HeraldError(.badJSON, "\(what), not \(json.kind)", place: place)
        }
        return object
    }

    private func width(_ format: Format) throws(HeraldError) -> Int {
        let isGallery = settings.value(CommandTable.gallery) != nil
        let (range, standard) =
            format == .png ? (PagePicture.widths, isGallery ? 800 : 420) : (CardStyle.widths, 60)
        return try settings.value(CommandTable.width) { text throws(HeraldError) in
            guard let width = Int(text), range.contains(width) else {
                throw HeraldError(.usage, "\"\(text)\" is not from \(range.lowerBound) to \(range.upperBound)")
            }
            return width
        } ?? standard
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

extension HeraldError {
    /// The error with the place of its pointer in a file's text.
    fileprivate func placed(in text: [UInt8], _ file: String) -> HeraldError {
        var error = self
        let pointer = error.pointer ?? ""
        let found = JSONPlaces.find([pointer], in: text, file: file)[pointer]
        error.place = found.map { $0.key ?? $0.value } ?? SourcePlace(file: file, line: 1)
        return error
    }
}
