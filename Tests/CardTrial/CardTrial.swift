internal import Cards
internal import Values

/// Everything that a card from elsewhere goes through, and what everybody relies on about the outcome.
package enum CardTrial {
    /// What is wrong with what became of a text, `[]` when all is right.
    package static func faults(of text: [UInt8]) -> [String] {
        let reading = CardReading.read(text: text)
        var faults = reading.fallbackText.allSatisfy(\.isWhitespace) ? ["a blank fallback text"] : []
        faults += terminal(reading, TextOptions(width: 41))
        faults += terminal(reading, TextOptions(width: 72, color: .truecolor))
        faults += page(CardHTML.render(reading))
        faults += page(CardHTML.render(reading, options: HTMLOptions(direction: .rtl)))
        if (try? JSONText.parse((try? reading.rendered(as: .json)) ?? "")) == nil {
            faults.append("a layout that is no JSON")
        }
        if let card = reading.card {
            let written = CardWriter.strict(card)
            // An action that nobody knows has no strict form.
            faults += StrictCheck.refusals(written).filter { !$0.pointer.contains("/action") }.map {
                "written, and refused at \($0.pointer): \($0.message)"
            }
        }
        if let json = try? JSONText.parse(text) {
            _ = StrictCheck.refusals(json)
            _ = CardAdvice.notes(json)
        }
        return faults
    }

    private static func terminal(_ reading: CardReading, _ options: TextOptions) -> [String] {
        let text = CardText.render(reading, options: options)
        guard text.hasSuffix("\n") else { return ["terminal text without an end of line"] }
        // Escape sequences of our own come with colour alone.
        let controls = text.unicodeScalars.filter { scalar in
            scalar.value < 0x20 && scalar != "\n" && (options.color == .none || scalar.value != 0x1B)
                || (0x7F...0x9F).contains(scalar.value)
        }
        return controls.isEmpty ? [] : ["control characters on the terminal: \(controls.map(\.value))"]
    }

    /// Looks at every tag of a page: only known ones, no handlers, no addresses that run something.
    private static func page(_ html: String) -> [String] {
        var faults: [String] = []
        var rest = html.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[rest.index(after: start)...]
            let name = String(Substring(rest.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: " ") }))
            guard tags.contains(name.hasPrefix("/") ? String(name.dropFirst()) : name) else {
                faults.append("a tag <\(name)>")
                continue
            }
            if name == "script" || name == "style" {
                guard let end = Substring(rest).firstRange(of: "</\(name)>") else {
                    return faults + ["no end of <\(name)>"]
                }
                rest = rest[end.upperBound...]
                continue
            }
            faults += attributes(&rest)
        }
        return faults
    }

    private static func attributes(_ rest: inout Substring.UTF8View) -> [String] {
        var faults: [String] = []
        var isQuoted = false
        var tag: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ">"), !isQuoted { break }
            tag.append(byte)
        }
        // Parts between quotes by turns: names, values.
        let parts = tag.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        for (place, part) in parts.enumerated() where place % 2 == 0 {
            let name = String(decoding: part, as: UTF8.self).split(separator: " ").last.map(String.init) ?? ""
            if name.lowercased().hasPrefix("on") { faults.append("a handler \(name)") }
            guard place + 1 < parts.count, ["href=", "src=", "action=", "srcset="].contains(name) else { continue }
            let value = String(decoding: parts[place + 1], as: UTF8.self)
            if !schemes.contains(where: { value.hasPrefix($0) }) { faults.append("\(name)\"\(value)\"") }
        }
        return faults
    }

    private static let schemes = ["https://", "http://", "mailto:", "tel:", "data:image/", "#"]

    private static let tags: Set<String> = [
        "!doctype", "bdi", "bdo", "html", "head", "meta", "title", "style", "script", "body", "main", "article",
        "section", "header", "footer",
        "div", "span", "p", "a", "button", "img", "picture", "source", "svg", "path", "g", "circle", "rect", "line",
        "polyline", "polygon", "ellipse", "ul", "ol", "li", "table", "caption", "thead", "tbody", "tr", "th", "td",
        "hr", "br",
        "h1", "h2", "h3", "h4", "h5", "h6", "strong", "em", "del", "code", "pre", "blockquote", "input", "label",
        "progress",
        "time", "figure", "figcaption", "details", "summary", "b", "i", "u", "s",
    ]
}
