import PluginKit

/// One message of a conversation.
struct ChatMessage: Sendable {
    let id: String
    let sequence: Int64
    let token: String?
    let json: JSON

    init?(_ frame: JSON) {
        guard let id = frame["id"].string, let sequence = frame["sequence"].int else { return nil }
        self.id = id
        self.sequence = sequence
        token = frame["token"].string
        var event: JSON = ["id": .string(id), "sequence": .int(sequence), "from": frame["from"], "text": frame["text"]]
        for key in ["token", "sentAt"] where !frame[key].isNull { event[key] = frame[key] }
        json = event
    }
}

/// What the server says over the socket.
enum ChatFrame: Sendable {
    case hello
    case message(ChatMessage)
    case typing(from: JSON)
    case ended(reason: String)
    case error(code: String, message: String, token: String?)

    /// Reads a frame.
    ///
    /// - Throws: `network` for what is no frame; a frame of a type that is not known is `nil`.
    init?(_ text: String) throws(HeraldError) {
        let json: JSON
        do {
            json = try JSONText.parse(text)
        } catch {
            throw HeraldError(.network, "the server sent a frame that is no JSON", cause: error)
        }
        switch json["type"].string {
        case "hello": self = .hello
        case "message":
            guard let message = ChatMessage(json) else {
                throw HeraldError(.network, "the server sent a message without id or sequence")
            }
            self = .message(message)
        case "typing": self = .typing(from: json["from"])
        case "ended": self = .ended(reason: json["reason"].string ?? "remote")
        case "error":
            self = .error(
                code: json["code"].string ?? "server",
                message: json["message"].string ?? "the server reported an error",
                token: json["token"].string
            )
        default: return nil
        }
    }
}
