/// Finds where in a JSON text the values stand that pointers name; for reports, after the text has been read.
package enum JSONPlaces {
    /// A value's place, and its key's when it is a member of an object.
    package struct Place: Sendable, Hashable {
        package var key: SourcePlace?
        package var value: SourcePlace
    }

    /// The places of those pointers that the text has; of a repeated key the last one, which is the one that counts.
    ///
    /// The text is one that ``JSONText`` took; in another one places may be missing.
    package static func find(_ pointers: Set<String>, in text: [UInt8], file: String = "") -> [String: Place] {
        guard !pointers.isEmpty else { return [:] }
        let root = PointerTree()
        for text in pointers {
            guard let pointer = try? JSONPointer(text) else { continue }
            root.add(pointer.tokens[...], text)
        }
        var finder = JSONPlaceFinder(text)
        finder.walk(root, key: nil)
        return places(finder.found, in: text, start: finder.start, file: file)
    }

    /// Counts lines once for all.
    private static func places(
        _ found: [String: (key: Int?, value: Int)],
        in text: [UInt8],
        start: Int,
        file: String
    ) -> [String: Place] {
        let offsets = Set(found.values.flatMap { [$0.key, $0.value].compactMap { $0 } }).sorted()
        var lines: [Int: SourcePlace] = [:]
        var (line, lineStart, place) = (1, start, start)
        for offset in offsets {
            while place < offset {
                if text[place] == UInt8(ascii: "\n") {
                    line += 1
                    lineStart = place + 1
                }
                place += 1
            }
            lines[offset] = SourcePlace(file: file, line: line, column: offset - lineStart + 1)
        }
        return found.compactMapValues { entry in
            lines[entry.value].map { Place(key: entry.key.flatMap { lines[$0] }, value: $0) }
        }
    }
}

/// The wanted pointers as a tree of their tokens.
private final class PointerTree {
    var children: [String: PointerTree] = [:]
    var pointer: String?

    func add(_ tokens: ArraySlice<String>, _ pointer: String) {
        var node = self
        for token in tokens {
            let next = node.children[token] ?? PointerTree()
            node.children[token] = next
            node = next
        }
        node.pointer = pointer
    }
}

private struct JSONPlaceFinder {
    let text: [UInt8]
    let start: Int
    private var place: Int
    private(set) var found: [String: (key: Int?, value: Int)] = [:]

    init(_ text: [UInt8]) {
        self.text = text
        start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        place = start
    }

    private var peek: UInt8? { place < text.count ? text[place] : nil }

    /// Goes over one value; recursion is as deep as the pointers are.
    mutating func walk(_ node: PointerTree, key: Int?) {
        skipBlanks()
        if let pointer = node.pointer { found[pointer] = (key, place) }
        guard !node.children.isEmpty, let open = peek, open == UInt8(ascii: "{") || open == UInt8(ascii: "[") else {
            return skipValue()
        }
        place += 1
        var index = 0
        while true {
            skipBlanks()
            guard let byte = peek, byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") else { break }
            if byte == UInt8(ascii: ",") {
                place += 1
                continue
            }
            let before = place
            if open == UInt8(ascii: "{") {
                member(of: node)
            } else {
                element(node.children[String(index)])
                index += 1
            }
            // In a text that is no JSON nothing may be left to go over.
            guard place > before else { return }
        }
        place += 1
    }

    private mutating func member(of node: PointerTree) {
        let keyStart = place
        skipString()
        let key = text[keyStart..<min(place, text.count)]
        skipBlanks()
        if peek == UInt8(ascii: ":") { place += 1 }
        guard let child = node.children[Self.text(ofKey: key)] else { return skipValue() }
        walk(child, key: keyStart)
    }

    private mutating func element(_ child: PointerTree?) {
        if let child { walk(child, key: nil) } else { skipValue() }
    }

    private static func text(ofKey key: ArraySlice<UInt8>) -> String {
        if key.contains(UInt8(ascii: "\\")) { return (try? JSONText.parse(Array(key)))?.string ?? "" }
        return String(decoding: key.dropFirst().dropLast(), as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    private mutating func skipString() {
        place += 1
        while let byte = peek {
            place += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return }
        }
    }

    private mutating func skipValue() {
        skipBlanks()
        var depth = 0
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return }
                depth -= 1
                place += 1
            case UInt8(ascii: ",") where depth == 0: return
            default:
                place += 1
                continue
            }
            if depth == 0 { return }
        }
    }
}
