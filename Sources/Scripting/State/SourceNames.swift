internal import Values

/// Full names of chunks by the form that Lua shortens them to, and texts of small ones; any thread.
final class SourceNames: Sendable {
    /// Larger texts are not kept for hints.
    private static let longestText = 256 << 10
    /// Bytes of all texts that are kept.
    private static let mostText = 1 << 20

    private let names = Lock<[String: String]>([:])
    private let texts = Lock<[String: [UInt8]]>([:])

    /// Keeps a chunk's text, which hints draw on, within bounds: it is no memory of the script's.
    func keep(_ text: [UInt8], of name: String) {
        guard text.count <= Self.longestText else { return }
        texts.withLock { texts in
            texts[name] = nil
            if texts.values.reduce(text.count, { $0 + $1.count }) <= Self.mostText { texts[name] = text }
        }
    }

    /// The text of a chunk, when it was kept.
    func text(of name: String) -> [UInt8]? { texts.withLock { $0[name] } }

    /// A line of a chunk, when its text was kept.
    func line(_ place: SourcePlace) -> [UInt8]? {
        guard let text = text(of: place.file) else { return nil }
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.indices.contains(place.line - 1) ? Array(lines[place.line - 1]) : nil
    }

    /// Remembers a chunk's full name by what Lua shows of it: 59 bytes, from the end when it is longer.
    func remember(_ name: String) {
        let bytes = Array(name.utf8)
        let short = bytes.count < 60 ? name : "..." + String(decoding: bytes.suffix(56), as: UTF8.self)
        names.withLock { $0[short] = name }
    }

    /// Splits `file:line: rest`, as Lua writes it.
    func split(_ text: String) -> (place: SourcePlace, rest: String)? {
        let bytes = Array(text.utf8.prefix(4096))
        for colon in bytes.indices where bytes[colon] == UInt8(ascii: ":") {
            var end = colon + 1
            while end < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end]) { end += 1 }
            guard end > colon + 1, end < bytes.count, bytes[end] == UInt8(ascii: ":") else { continue }
            guard let line = Int(String(decoding: bytes[(colon + 1)..<end], as: UTF8.self)) else { return nil }
            let file = String(decoding: bytes[..<colon], as: UTF8.self)
            guard let known = names.withLock({ $0[file] }) else { return nil }
            var rest = Substring(text).utf8.dropFirst(end + 1)
            if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
            return (SourcePlace(file: known, line: line), String(rest) ?? "")
        }
        return nil
    }
}
