import Testing

/// Reads the HTML that the renderer writes, more strictly than a browser would, into tags and texts.
struct HTMLScan {
    struct Tag {
        var name: String
        var attributes: [String: String] = [:]
        /// Names of the tags around it.
        var ancestors: [String] = []
        /// All text within.
        var text = ""
    }

    private(set) var tags: [Tag] = []
    private static let voids: Set<String> = ["meta", "img", "hr", "br", "source"]

    init(_ html: String) throws {
        var rest = html[...]
        var open: [Int] = []
        while let start = rest.firstIndex(of: "<") {
            for index in open { tags[index].text += rest[..<start] }
            #expect(!rest[..<start].contains(">"), "a stray > in \(rest[..<start].suffix(60))")
            rest = rest[rest.index(after: start)...]
            if rest.hasPrefix("!doctype html>") {
                rest = rest[rest.index(after: try #require(rest.firstIndex(of: ">")))...]
                continue
            }
            let end = try #require(Self.end(of: rest), "a tag without an end: \(rest.prefix(80))")
            let inside = rest[..<end]
            rest = rest[rest.index(after: end)...]
            if inside.first == "/" {
                let last = open.popLast()
                let index = try #require(last)
                #expect(tags[index].name == inside.dropFirst(), "closes \(inside), open is \(tags[index].name)")
                continue
            }
            var tag = Self.tag(inside)
            tag.ancestors = open.map { tags[$0].name }
            tags.append(tag)
            if Self.voids.contains(tag.name) { continue }
            if tag.name == "script" || tag.name == "style" {
                let close = try #require(rest.firstRange(of: "</\(tag.name)>"))
                tags[tags.count - 1].text = String(rest[..<close.lowerBound])
                rest = rest[close.upperBound...]
                continue
            }
            open.append(tags.count - 1)
        }
        #expect(open.isEmpty, "left open: \(open.map { tags[$0].name })")
    }

    func all(_ name: String) -> [Tag] { tags.filter { $0.name == name } }

    func with(_ attribute: String, _ value: String? = nil) -> [Tag] {
        tags.filter { tag in tag.attributes[attribute].map { value == nil || $0 == value } ?? false }
    }

    /// A `>` in quotes ends nothing.
    private static func end(of text: Substring) -> Substring.Index? {
        var isQuoted = false
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            if text[index] == ">", !isQuoted { return index }
        }
        return nil
    }

    private static func tag(_ inside: Substring) -> Tag {
        let name = inside.prefix { $0 != " " }
        var tag = Tag(name: String(name))
        var rest = inside.dropFirst(name.count)
        while rest.first == " " {
            rest = rest.dropFirst()
            let key = String(rest.prefix { $0 != "=" && $0 != " " })
            #expect(tag.attributes[key] == nil, "\(key) twice")
            rest = rest.dropFirst(key.count)
            guard rest.hasPrefix("=\"") else {
                tag.attributes[key] = ""
                continue
            }
            let value = rest.dropFirst(2).prefix { $0 != "\"" }
            #expect(!value.contains("<"))
            tag.attributes[key] = unescape(String(value))
            rest = rest.dropFirst(3 + value.count)
        }
        #expect(rest.isEmpty, "odd: \(inside.prefix(120))")
        return tag
    }

    static func unescape(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }

    /// What a page must keep whatever is in the card: names, roles and references fit, and nothing of the card is code.
    func expectSound(_ note: String) {
        let ids = with("id").compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count, "\(note): an id twice")
        for tag in tags {
            for key in tag.attributes.keys { #expect(!key.hasPrefix("on") && key != "style", "\(note): \(key)") }
            for reference in ["aria-controls", "aria-labelledby"] {
                if let id = tag.attributes[reference] { #expect(ids.contains(id), "\(note): \(reference) \(id)") }
            }
            let isControl = tag.name == "button" || tag.name == "a"
            if isControl {
                #expect(!tag.ancestors.contains("button") && !tag.ancestors.contains("a"), "\(note): nested control")
                let name = tag.attributes["aria-label"] ?? tag.text
                let isSilent = name.allSatisfy(\.isWhitespace)
                #expect(!isSilent, "\(note): a control without a name: \(tag)")
            }
            if tag.name == "img" { #expect(tag.attributes["alt"] != nil, "\(note): a picture without alt") }
            if tag.attributes["role"] == "img" { #expect(tag.attributes["aria-label"]?.isEmpty == false, "\(note)") }
            if let address = tag.attributes["href"] { #expect(address.hasPrefix("https://"), "\(note): \(address)") }
            for key in ["src", "srcset"] {
                guard let address = tag.attributes[key] else { continue }
                #expect(address.hasPrefix("https://") || address.hasPrefix("data:image/"), "\(note): \(address)")
            }
        }
        #expect(all("script").count == 1 && all("style").count == 1, "\(note)")
        let known: Set<String> = [
            "html", "head", "meta", "title", "style", "script", "body", "main", "div", "span", "p", "h1", "h2", "h3",
            "h4", "h5", "h6", "img", "picture", "source", "button", "a", "hr", "figure", "figcaption", "pre", "code",
            "table", "thead", "tbody", "tr", "th", "td", "ul", "ol", "li", "blockquote", "em", "strong", "del", "br",
            "bdi", "svg", "path",
        ]
        #expect(Set(tags.map(\.name)).isSubset(of: known), "\(note)")
    }
}
