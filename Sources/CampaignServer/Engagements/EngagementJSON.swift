import Storage
import Values

extension Engagement {
    /// The engagement on the wire; `agent` is who answers, when somebody does.
    func json(agent: ChatAuthor?) -> JSON {
        var json: JSON = [
            "id": .string(id), "channel": .string(channel), "campaignId": JSON(campaignId),
            "status": .string(status.rawValue),
            "agent": agent.map { ["name": .string($0.name), "kind": .string($0.kind.rawValue)] } ?? .null,
            "sequence": .int(sequence), "readSequence": .int(readSequence), "createdAt": .int(createdAt),
        ]
        if let entryId { json["entryId"] = .string(entryId) }
        if let endReason { json["endReason"] = .string(endReason) }
        if let endedAt { json["endedAt"] = .int(endedAt) }
        return json
    }
}

extension ChatAuthor {
    var json: JSON { ["kind": .string(kind.rawValue), "name": .string(name)] }
}

extension ChatMessage {
    /// The message as a frame.
    var frame: JSON {
        var frame: JSON = [
            "type": "message", "id": .string(id), "sequence": .int(sequence), "from": author.json,
            "text": .string(text),
        ]
        if let token { frame["token"] = .string(token) }
        frame["sentAt"] = .int(sentAt)
        return frame
    }
}
