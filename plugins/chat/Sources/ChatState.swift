import PluginKit

/// Decides what follows from a frame: pure, the session does what it says.
struct ChatState: Sendable {
    /// What a frame leads to.
    enum Outcome: Sendable {
        case emit(String, JSON)
        /// The server has stored the message of a token.
        case stored(token: String, ChatMessage)
        /// The server did not take the message of a token.
        case refused(token: String, HeraldError)
        /// Messages are missing: connect again from the last one.
        case fetchGap
    }

    /// The last message that was handed on.
    private(set) var lastSequence: Int64 = 0
    private(set) var isEnded = false
    /// The messages handed on, for the view.
    private(set) var transcript = ChatTranscript()
    private var gapFetchedAfter: Int64?

    mutating func receive(_ frame: ChatFrame) -> [Outcome] {
        switch frame {
        case .hello: return []
        case .message(let message): return receive(message)
        case .typing(let from): return [.emit("typing", ["from": from])]
        case .ended(let reason): return end(reason)
        case .error(let code, let message, let token?):
            return [.refused(token: token, HeraldError(HeraldError.Code(rawValue: code), message))]
        case .error(let code, let message, nil):
            return [.emit("error", ["code": .string(code), "message": .string(message)])]
        }
    }

    /// The conversation is over; told once, however often and by whom it is said.
    mutating func end(_ reason: String) -> [Outcome] {
        guard !isEnded else { return [] }
        isEnded = true
        return [.emit("ended", ["reason": .string(reason)])]
    }

    private mutating func receive(_ message: ChatMessage) -> [Outcome] {
        // A message sent again is echoed again: whoever waits is told, listeners are not.
        let stored = message.token.map { [Outcome.stored(token: $0, message)] } ?? []
        guard message.sequence > lastSequence else { return stored }
        // A gap that is still there after asking once is the server's own.
        if message.sequence > lastSequence + 1, gapFetchedAfter != lastSequence {
            gapFetchedAfter = lastSequence
            return [.fetchGap]
        }
        lastSequence = message.sequence
        transcript.add(message)
        return [.emit("message", message.json)] + stored
    }
}
