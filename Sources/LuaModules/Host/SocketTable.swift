internal import Values

/// The WebSockets that plugins opened, by a number of the host's; they go with the plugin that owns them.
final class SocketTable: Sendable {
    private struct Entry {
        var owner: String
        var socket: any WebSocketConnection
    }

    private struct State {
        var entries: [Int64: Entry] = [:]
        var lastNumber: Int64 = 0
    }

    private let state = Lock(State())

    func add(_ socket: any WebSocketConnection, owner: String) -> Int64 {
        state.withLock { state in
            state.lastNumber += 1
            state.entries[state.lastNumber] = Entry(owner: owner, socket: socket)
            return state.lastNumber
        }
    }

    /// The socket that `json.socket` names, if it belongs to `owner`.
    func socket(_ json: JSON, owner: String) throws(HeraldError) -> (number: Int64, socket: any WebSocketConnection) {
        guard let number = json["socket"].int else {
            throw HeraldError(.invalidArgument, "socket: expected a number", pointer: "/socket")
        }
        let entry = state.withLock { $0.entries[number] }
        guard let entry, entry.owner == owner else {
            throw HeraldError(.notFound, "there is no open socket \(number)", pointer: "/socket")
        }
        return (number, entry.socket)
    }

    func remove(_ number: Int64) { state.withLock { $0.entries[number] = nil } }

    /// Takes out every socket of one owner, or of all.
    func removeAll(owner: String? = nil) -> [any WebSocketConnection] {
        state.withLock { state in
            let gone = state.entries.filter { owner == nil || $0.value.owner == owner }
            for number in gone.keys { state.entries[number] = nil }
            return gone.values.map(\.socket)
        }
    }
}
