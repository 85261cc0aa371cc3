import Values

/// What a client says on the socket of an engagement.
enum EngagementFrame: Sendable, Hashable {
    case message(text: String, token: String?)
    case typing
    case read(sequence: Int64)
    case end
    /// Something that cannot be understood, with the token it carried.
    case bad(String, token: String?)

    /// Longest text of one message.
    static let textBytes = 16 << 10
    /// Longest token.
    static let tokenBytes = 128

    /// Reads a frame.
    init(_ text: String) {
        guard let frame = try? JSONText.parse(text, limits: JSONText.Limits(bytes: 64 << 10, depth: 16)) else {
            self = .bad("the frame is not JSON", token: nil)
            return
        }
        switch frame["type"].string {
        case "message": self = Self.message(frame)
        case "typing": self = .typing
        case "read":
            if let sequence = frame["sequence"].int, sequence >= 0 {
                self = .read(sequence: sequence)
            } else {
                self = .bad("sequence must be a whole number", token: nil)
            }
        case "end": self = .end
        default: self = .bad("type must be message, typing, read or end", token: nil)
        }
    }

    /// The token by which the client knows which frame an error is about.
    var token: String? {
        switch self {
        case .message(_, let token), .bad(_, let token): token
        case .typing, .read, .end: nil
        }
    }

    private static func message(_ frame: JSON) -> EngagementFrame {
        let token = frame["token"]
        let known = token.string.flatMap { (1...tokenBytes).contains($0.utf8.count) ? $0 : nil }
        guard token.isNull || known != nil else {
            return .bad("token must be a text of 1 to \(tokenBytes) bytes", token: nil)
        }
        guard let text = frame["text"].string, (1...textBytes).contains(text.utf8.count) else {
            return .bad("text must be a text of 1 to \(textBytes) bytes", token: known)
        }
        return .message(text: text, token: known)
    }
}
