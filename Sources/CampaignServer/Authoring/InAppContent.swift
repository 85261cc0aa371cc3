import Cards
import Values

/// What the content of a template for feeds must be like: a card, or a message with `title` and `body` as texts.
enum InAppContent {
    /// What is wrong with it, to go on after its name; `nil` when something can be drawn.
    static func problem(_ content: JSON) -> String? {
        guard content.object?.isEmpty == false else {
            return "is empty: it must be a card, or have title and body as texts"
        }
        if content["body"].string != nil {
            let isMessage = ["title", "body"].allSatisfy { isWords(content[$0]) }
            return isMessage ? nil : "must be a card, whose body is a list, or have both title and body as texts"
        }
        let reading = CardReading.read(content)
        guard reading.card == nil else { return nil }
        let reason = reading.diagnostics.first { $0.severity == .error }?.message ?? "nothing in it can be drawn"
        return "must be a card, or have title and body as texts: \(reason)"
    }

    /// What is wrong with an entry of `channels` as a caller wrote it; the content of a draft may come later.
    static func problem(ofEntry entry: JSON, isDraft: Bool) -> String? {
        guard entry["channelType"] == "in_app", entry["dataType"].isNull || entry["dataType"] == "ui_template" else {
            return nil
        }
        guard !entry["content"].isNull else {
            guard entry["card"].isNull else { return "is needed: the card goes there, and not into \"card\"" }
            return isDraft ? nil : "is needed to be sent: a card, or title and body as texts"
        }
        return entry["content"].object == nil ? nil : problem(entry["content"])
    }

    private static func isWords(_ value: JSON) -> Bool {
        value.string?.utf8.contains { $0 > 0x20 } == true
    }
}
