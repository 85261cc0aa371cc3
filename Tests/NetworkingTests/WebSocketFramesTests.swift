import Testing

@testable import Networking

@Suite("WebSocket frames")
struct WebSocketFramesTests {
    private static let limit = 1 << 16

    /// A frame as a peer would write it; `mask` of a fixed key for a client's frames.
    private func frame(_ head: UInt8, _ payload: [UInt8], masked: Bool) -> [UInt8] {
        var bytes: [UInt8] = [head]
        let flag: UInt8 = masked ? 0x80 : 0
        if payload.count < 126 {
            bytes.append(flag | UInt8(payload.count))
        } else if payload.count < 65536 {
            bytes += [flag | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        } else {
            bytes.append(flag | 127)
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        guard masked else { return bytes + payload }
        let key: [UInt8] = [1, 2, 3, 4]
        return bytes + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }

    private func server() -> WebSocketFrames { WebSocketFrames(role: .server, maximumMessageBytes: Self.limit) }
    private func client() -> WebSocketFrames { WebSocketFrames(role: .client, maximumMessageBytes: Self.limit) }

    @Test("both sides understand each other, whole and byte by byte", arguments: [1, 7, 4096])
    func roundTrip(chunk: Int) {
        let (client, server) = (client(), server())
        let long = String(repeating: "ä€😀", count: 3000)
        for text in ["", "hello", long] { #expect(client.queue(text: text)) }
        #expect(client.queue(binary: [0, 255]))
        var events: [WebSocketEvent] = []
        let bytes = client.takeOutput()
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            events += server.receive(bytes[start..<min(start + chunk, bytes.count)])
        }
        #expect(events == [.text(""), .text("hello"), .text(long), .binary([0, 255])])
        server.queue(text: "back")
        #expect(client.receive(server.takeOutput()) == [.text("back")])
    }

    @Test("a ping is answered with the same payload between other frames")
    func ping() {
        let (client, server) = (client(), server())
        client.queuePing([1, 2, 3])
        #expect(server.receive(client.takeOutput()) == [.ping([1, 2, 3])])
        #expect(client.receive(server.takeOutput()) == [.pong([1, 2, 3])])
        #expect(!client.queuePing([UInt8](repeating: 0, count: 126)))
    }

    @Test("fragments join, control frames may come between")
    func fragments() {
        let server = server()
        var bytes = frame(0x01, Array("he".utf8), masked: true)
        bytes += frame(0x89, [9], masked: true)
        bytes += frame(0x00, Array("l".utf8), masked: true)
        bytes += frame(0x80, Array("lo".utf8), masked: true)
        #expect(server.receive(bytes) == [.ping([9]), .text("hello")])
    }

    @Test("closing in good order, from either side, exactly once")
    func close() {
        let (client, server) = (client(), server())
        #expect(client.queue(close: 1000, reason: "done"))
        #expect(!client.queue(close: 1001, reason: "again"))
        #expect(!client.queue(text: "late"))
        #expect(server.receive(client.takeOutput()) == [.close(code: 1000, reason: "done")])
        #expect(server.hasQueuedClose && !server.isReading)
        #expect(client.receive(server.takeOutput()) == [.close(code: 1000, reason: "done")])
        #expect(client.receive([1, 2, 3]).isEmpty)
    }

    @Test("a close frame without a code reads as 1005")
    func closeWithoutCode() {
        #expect(server().receive(frame(0x88, [], masked: true)) == [.close(code: 1005, reason: "")])
    }

    @Test("a long close reason is cut at a character")
    func longReason() {
        let (client, server) = (client(), server())
        client.queue(close: 1000, reason: String(repeating: "ä", count: 200))
        let events = server.receive(client.takeOutput())
        #expect(events == [.close(code: 1000, reason: String(repeating: "ä", count: 61))])
    }

    /// Frames that RFC 6455 forbids, and the close code each earns.
    static let faults: [(name: String, head: UInt8, payload: [UInt8], masked: Bool, code: UInt16)] = [
        ("unmasked from a client", 0x81, Array("hi".utf8), false, 1002),
        ("reserved bit", 0xC1, [], true, 1002),
        ("reserved opcode", 0x83, [], true, 1002),
        ("reserved control opcode", 0x8B, [], true, 1002),
        ("fragmented ping", 0x09, [], true, 1002),
        ("ping over 125 bytes", 0x89, [UInt8](repeating: 0, count: 126), true, 1002),
        ("continuation of nothing", 0x80, [], true, 1002),
        ("text that is not UTF-8", 0x81, [0xC3, 0x28], true, 1007),
        ("text with a surrogate", 0x81, [0xED, 0xA0, 0x80], true, 1007),
        ("text cut inside a character", 0x81, [0xE2, 0x82], true, 1007),
        ("close with one byte", 0x88, [3], true, 1002),
        ("close with a code never on the wire", 0x88, [0x03, 0xED], true, 1002),
        ("close with code 999", 0x88, [0x03, 0xE7], true, 1002),
        ("close reason that is not UTF-8", 0x88, [0x03, 0xE8, 0xFF], true, 1007),
        ("too long", 0x82, [UInt8](repeating: 0, count: (1 << 16) + 1), true, 1009),
    ]

    @Test("a fault ends reading with its code", arguments: faults.indices)
    func fault(place: Int) {
        let fault = Self.faults[place]
        let server = server()
        let events = server.receive(frame(fault.head, fault.payload, masked: fault.masked))
        #expect(events == [.failure(code: fault.code)], "\(fault.name)")
        #expect(!server.isReading && server.hasQueuedClose)
        #expect(client().receive(server.takeOutput()) == [.close(code: fault.code, reason: "")])
        #expect(server.receive(frame(0x81, [65], masked: true)).isEmpty)
    }

    @Test("a client refuses masked frames")
    func maskedFromServer() {
        #expect(client().receive(frame(0x81, [65], masked: true)) == [.failure(code: 1002)])
        let (client, server) = (client(), server())
        #expect(client.receive([0x81, 0x7E, 0, 5]) == [.failure(code: 1002)])
        #expect(server.receive(client.takeOutput()) == [.close(code: 1002, reason: "")])
    }

    @Test("a new message inside an unfinished one is a fault")
    func interleaved() {
        let bytes = frame(0x01, [65], masked: true) + frame(0x81, [66], masked: true)
        #expect(server().receive(bytes) == [.failure(code: 1002)])
    }

    @Test("the limit counts all fragments of a message")
    func fragmentsTooLong() {
        let half = [UInt8](repeating: 65, count: 1 << 15)
        var bytes = frame(0x02, half, masked: true)
        bytes += frame(0x00, half, masked: true)
        bytes += frame(0x80, [65], masked: true)
        #expect(server().receive(bytes) == [.failure(code: 1009)])
    }

    /// Lengths that are not written in the shortest form, or with the top bit set (RFC 6455 §5.2).
    @Test(
        "lengths in the wrong form are faults",
        arguments: [
            [0x81, 0xFE, 0, 5], [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0, 5], [0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 5],
        ]
            as [[UInt8]]
    )
    func badLength(head: [UInt8]) {
        #expect(server().receive(head + [UInt8](repeating: 0, count: 20)) == [.failure(code: 1002)])
    }

    @Test("a message before a fault in the same bytes is still delivered")
    func messageThenFault() {
        let bytes = frame(0x81, [65], masked: true) + frame(0x83, [], masked: true)
        #expect(server().receive(bytes) == [.text("A"), .failure(code: 1002)])
    }

    @Test("output is forgotten only as far as it was written")
    func drain() {
        let server = server()
        server.queue(text: "hello")
        #expect(server.queuedBytes == 7 && server.producedBytes == 7)
        server.drainOutput { _ in 3 }
        #expect(server.queuedBytes == 4 && server.takeOutput() == Array("ello".utf8))
        #expect(server.queuedBytes == 0)
    }
}
