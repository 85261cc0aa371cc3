import Networking
import Values

/// A WebSocket over a raw connection, with the frame layer of the client's side.
actor RawWebSocket {
    private let connection: RawConnection
    private let frames = WebSocketFrames(role: .client, maximumMessageBytes: 16 << 20)
    private var events: [WebSocketEvent] = []

    private init(connection: RawConnection) {
        self.connection = connection
    }

    /// The upgrade was refused.
    struct Refused: Error {
        var reply: RawConnection.Reply
    }

    static func open(
        _ port: UInt16,
        _ target: String,
        headers: String = "",
        receiveBuffer: Int32? = nil
    ) async throws -> RawWebSocket {
        let connection = try RawConnection.open(port, receiveBuffer: receiveBuffer)
        await connection.send(
            "GET \(target) HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(headers)\r\n"
        )
        let reply = try await connection.reply()
        guard reply.status == 101 else { throw Refused(reply: reply) }
        return RawWebSocket(connection: connection)
    }

    func send(_ text: String) async {
        frames.queue(text: text)
        await connection.send(frames.takeOutput())
    }

    func send(_ value: JSON) async { await send(value.text) }

    func sendBinary(_ bytes: [UInt8]) async {
        frames.queue(binary: bytes)
        await connection.send(frames.takeOutput())
    }

    func sendRaw(_ bytes: [UInt8]) async { await connection.send(bytes) }

    func close(code: UInt16 = 1000) async {
        frames.queue(close: code)
        await connection.send(frames.takeOutput())
    }

    /// The next event; `nil` when the stream ended.
    func event() async throws -> WebSocketEvent? {
        while events.isEmpty {
            let bytes = try await connection.piece()
            if bytes.isEmpty { return nil }
            events += frames.receive(bytes)
            await connection.send(frames.takeOutput())
        }
        return events.removeFirst()
    }

    /// The next event that is no heartbeat; on a slow machine those come in between.
    func data() async throws -> WebSocketEvent? {
        while let event = try await event() {
            if case .ping = event { continue }
            return event
        }
        return nil
    }

    /// The next text message as JSON, pings left out; `null` when the socket closed.
    func message() async throws -> JSON {
        while let event = try await event() {
            switch event {
            case .text(let text): return try JSONText.parse(text)
            case .close, .failure: return .null
            case .binary, .ping, .pong: continue
            }
        }
        return .null
    }

    /// The next message of that type; others are left out.
    func message(_ type: String) async throws -> JSON {
        while true {
            let message = try await message()
            if message.isNull || message["type"].string == type { return message }
        }
    }

    /// The code of the close frame, or `nil` when the stream ended without one.
    func closeCode() async throws -> UInt16? {
        while let event = try await event() {
            if case .close(let code, _) = event { return code }
        }
        return nil
    }
}
