import Values

@testable import Campaigns

/// A channel whose plugin is played by a test.
final class ScriptedDriver: ChannelDriver {
    typealias Command = @Sendable (String, JSON) async throws(HeraldError) -> JSON
    typealias Opening = @Sendable () async throws(HeraldError) -> Void

    private let opening: Opening
    private let answer: Command
    private let closing: @Sendable () async -> Void
    private let sinks = Lock<[@Sendable (ChannelEvent) -> Void]>([])
    /// `open`, `close <reason>` and the commands, in order.
    let journal = Journal<String>()

    init(
        opening: @escaping Opening = { () throws(HeraldError) in },
        answer: @escaping Command = { (_, _) throws(HeraldError) in ["id": "m1", "sequence": 1] },
        closing: @escaping @Sendable () async -> Void = {}
    ) {
        self.opening = opening
        self.answer = answer
        self.closing = closing
    }

    func open(
        _ item: SessionItem,
        events: @escaping @Sendable (ChannelEvent) -> Void
    ) async throws(HeraldError) -> any Channel {
        journal.add("open")
        try await opening()
        sinks.withLock { $0.append(events) }
        return ScriptedChannel(journal: journal, answer: answer, closing: closing)
    }

    /// Emits from the channel that was opened last, or from an earlier one.
    func emit(_ name: String, _ payload: JSON = [:], channel: Int? = nil) {
        let sink = sinks.withLock { sinks in channel.map { sinks[$0] } ?? sinks.last }
        sink?(ChannelEvent(name, payload))
    }

    func emitMessage(_ sequence: Int, _ text: String, kind: String = "agent", id: String? = nil) {
        emit(
            "message",
            [
                "id": .string(id ?? "m\(sequence)"), "sequence": .int(Int64(sequence)), "text": .string(text),
                "from": ["kind": .string(kind), "name": "Mila"],
            ]
        )
    }
}

private struct ScriptedChannel: Channel {
    let journal: Journal<String>
    let answer: ScriptedDriver.Command
    let closing: @Sendable () async -> Void

    func command(_ name: String, _ parameters: JSON) async throws(HeraldError) -> JSON {
        journal.add(name)
        return try await answer(name, parameters)
    }

    func close(reason: String) async {
        journal.add("close \(reason)")
        await closing()
    }
}

extension SessionEvent {
    /// A short form to compare.
    var line: String {
        switch self {
        case .status(let old, let new): "\(old.rawValue)→\(new.rawValue)"
        case .started: "started"
        case .message(let message): "message \(message.text)"
        case .sent(let message): "sent \(message.text)"
        case .typing: "typing"
        case .error(let error): "error \(error.code)"
        case .ended(let reason): "ended \(reason)"
        case .other(let event): "other \(event.name)"
        }
    }
}
