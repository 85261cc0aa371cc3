import Networking
import TestSupport
import Testing
import Values

@testable import CampaignServer

struct FuzzTests {
    private static let requests = [
        "GET /v1/campaigns?a=b%20c HTTP/1.1\r\nHost: x\r\napikey: hek_x\r\n\r\n",
        "POST /v3/notifications/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{\"templateId\": \"p\"}  ",
        "POST /v1/engagements HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n2\r\n1}\r\n0\r\n\r\n",
        "GET /v1/realtime HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    ]

    /// Requests with bytes changed, doubled and lost.
    @Test(arguments: 0..<8)
    func survivesBrokenRequests(_ seed: UInt64) async throws {
        var limits = HTTPLimits()
        limits.idleSeconds = 1
        limits.graceMilliseconds = 100
        let test = try await TestServer.start(limits: limits)
        var random = SeededRandom(seed: seed)
        for _ in 0..<60 {
            var bytes = Array(Self.requests[Int.random(in: 0..<Self.requests.count, using: &random)].utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
                default: bytes.removeSubrange(place..<min(bytes.count - 1, place + 3))
                }
            }
            let connection = try RawConnection.open(test.server.port)
            await connection.send(bytes)
        }
        #expect(try await test.ask("GET", "/healthz", .none).status == 200)
        await test.stop()
    }

    /// Frames with bytes changed, on a conversation.
    @Test(arguments: 0..<8)
    func survivesBrokenFrames(_ seed: UInt64) async throws {
        var limits = HTTPLimits()
        limits.graceMilliseconds = 100
        let test = try await TestServer.start(limits: limits)
        let opened = try await test.ask(
            "POST",
            "/v1/engagements",
            .visitor("ana"),
            body: ["channel": "chat", "campaignId": "linen"]
        )
        let target = "/v1/engagements/\(opened.data["id"].string ?? "")/socket"
        var random = SeededRandom(seed: seed)
        for _ in 0..<20 {
            let frames = WebSocketFrames(role: .client, maximumMessageBytes: 1000)
            frames.queue(text: #"{"type":"message","text":"hi"}"#)
            frames.queuePing([1, 2, 3])
            frames.queue(text: #"{"type":"read","sequence":1}"#)
            var bytes = frames.takeOutput()
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let socket = try await test.socket(target, as: "ana")
            await socket.sendRaw(bytes)
        }
        #expect(try await test.ask("GET", "/healthz", .none).status == 200)
        await test.stop()
    }
}
