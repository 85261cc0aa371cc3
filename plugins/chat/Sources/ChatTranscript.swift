import PluginKit

/// A conversation to look at.
struct ChatTranscript: Sendable {
    /// What is older is left out of the view.
    private static let longest = 1000

    private var lines: [(name: String, text: String)] = []

    mutating func add(_ message: ChatMessage) {
        let from = message.json["from"]
        let name = from["name"].string ?? from["kind"].string ?? ""
        lines.append((name, message.json["text"].string ?? ""))
        if lines.count > Self.longest { lines.removeFirst() }
    }

    /// One line for each message.
    var text: String { lines.map { "\($0.name): \($0.text)" }.joined(separator: "\n") }

    /// A list of messages; everything that somebody wrote is escaped.
    var html: String {
        let items = lines.map { "<li><b>\(Self.escape($0.name))</b> \(Self.escape($0.text))</li>" }
        return "<ol class=\"herald-chat\">\(items.joined())</ol>"
    }

    private static func escape(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
