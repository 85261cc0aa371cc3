import Testing
import Values

@testable import Plugins

/// The server's side of chats, frame by frame.
final class ChatServer: Sendable {
    private struct State {
        var sockets: [Int64: (frames: AsyncStream<String?>, feed: AsyncStream<String?>.Continuation)] = [:]
        var paths: [String] = []
        var sent: [JSON] = []
        var ended = 0
    }

    private let state = Lock(State())
    let status: Int64

    init(status: Int64 = 201) { self.status = status }

    var paths: [String] { state.withLock { $0.paths } }
    var sent: [JSON] { state.withLock { $0.sent } }
    var ended: Int { state.withLock { $0.ended } }

    /// Sends a frame over the newest socket.
    func feed(_ frame: JSON) { newest?.yield(frame.text) }

    /// Closes the newest socket.
    func hangUp() { newest?.yield(nil) }

    private var newest: AsyncStream<String?>.Continuation? {
        state.withLock { state in state.sockets[Int64(state.paths.count)]?.feed }
    }

    func answer(_ service: String, _ json: JSON, _ body: [UInt8]) async throws -> (JSON, [UInt8]) {
        switch service {
        case "server request": return server(json)
        case "websocket connect": return connect(json)
        case "websocket send":
            let frame = try JSONText.parse(body)
            state.withLock { $0.sent.append(frame) }
            return ([:], [])
        case "websocket receive":
            let number = json["socket"].int ?? 0
            guard let frames = state.withLock({ $0.sockets[number]?.frames }) else { return (["closed": true], []) }
            for await frame in frames {
                return frame.map { (["closed": false], Array($0.utf8)) } ?? (["closed": true], [])
            }
            throw CancellationError()
        default: return ([:], [])
        }
    }

    private func server(_ json: JSON) -> (JSON, [UInt8]) {
        if json["path"].string?.hasSuffix("/end") == true {
            state.withLock { $0.ended += 1 }
            return (["status": 200, "headers": [:]], Array(#"{"data":{"id":"e-1"}}"#.utf8))
        }
        let body: JSON =
            status == 201
            ? ["data": ["id": "e-1", "sequence": 0, "agent": ["name": "Mila"]]]
            : ["error": ["code": "ERR_NOT_FOUND", "message": "there is no such campaign"]]
        return (["status": .int(status), "headers": [:]], Array(body.text.utf8))
    }

    private func connect(_ json: JSON) -> (JSON, [UInt8]) {
        let (frames, feed) = AsyncStream<String?>.makeStream()
        feed.yield(#"{"type":"hello","sequence":0}"#)
        let number = state.withLock { state in
            state.paths.append(json["path"].string ?? "")
            let number = Int64(state.paths.count)
            state.sockets[number] = (frames, feed)
            return number
        }
        return (["socket": .int(number)], [])
    }
}

/// What a chat told its listener.
final class ChatEvents: Sendable {
    private let heard = Lock<[(name: String, event: JSON)]>([])

    var sink: ChannelEventSink {
        { name, event in self.heard.withLock { $0.append((name, event)) } }
    }

    var names: [String] { heard.withLock { $0.map(\.name) } }

    func events(_ name: String) -> [JSON] { heard.withLock { $0.filter { $0.name == name }.map(\.event) } }

    /// Waits until an event of that name has come `count` times.
    func wait(for name: String, _ count: Int = 1) async {
        while events(name).count < count { await Task.yield() }
    }
}
