internal import Scripting
internal import Values

/// Where events of a subscription go: to a function of the script, or into a queue.
enum EventTarget: Sendable {
    case function(LuaFunction)
    case queue(EventQueue)

    init(_ function: LuaFunction?) {
        if let function { self = .function(function) } else { self = .queue(EventQueue()) }
    }

    var queue: EventQueue? {
        if case .queue(let queue) = self { queue } else { nil }
    }

    func deliver(_ event: EventQueue.Event, log: LogSink) {
        switch self {
        case .function(let function): function.post([event])
        case .queue(let queue):
            if queue.add(event) {
                log(.warning, "a subscription that nobody receives from is full: its oldest events are dropped")
            }
        }
    }
}

/// A check of an event's name with a suggestion.
enum EventName {
    static func checked(_ name: String, among known: [String]) throws(HeraldError) -> String {
        guard known.contains(name) else {
            throw HeraldError(
                .invalidArgument,
                "there is no event \"\(name)\"",
                hint: Suggestion.hint(for: name, among: known)
            )
        }
        return name
    }
}
