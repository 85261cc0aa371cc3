import Networking
import Testing
import Values

@testable import CampaignServer

extension HTTPLimits {
    /// Does not wait long for peers that never answer.
    fileprivate static var impatient: HTTPLimits {
        var limits = HTTPLimits()
        limits.graceMilliseconds = 200
        return limits
    }
}

/// Starts an engine whose every request becomes a WebSocket that runs `session`.
private func socketServer(
    limits: HTTPLimits = .impatient,
    clock: any HeraldClock = SystemClock(),
    session: @escaping ServerReply.Session
) throws -> HTTPEngine {
    try HTTPEngine.start(host: "127.0.0.1", port: 0, limits: limits, clock: clock, log: silent) { request in
        do throws(RequestFault) {
            return .webSocket(accept: try WebSocketHandshake.accept(request), session: session)
        } catch {
            return error.reply
        }
    }
}

private let echo: ServerReply.Session = { socket in
    while let text = await socket.receive() { socket.send("echo \(text)") }
}

struct ServerSocketTests {
    @Test func echoesInOrder() async throws {
        let engine = try socketServer(session: echo)
        let socket = try await RawWebSocket.open(engine.port, "/")
        for number in 0..<100 { await socket.send("\(number)") }
        for number in 0..<100 { #expect(try await socket.data() == .text("echo \(number)")) }
        await socket.close()
        #expect(try await socket.closeCode() == 1000)
        await engine.stop()
    }

    @Test func takesAFrameThatCameWithTheRequest() async throws {
        let engine = try socketServer(session: echo)
        let connection = try RawConnection.open(engine.port)
        let frames = WebSocketFrames(role: .client, maximumMessageBytes: 1000)
        frames.queue(text: "early")
        let head =
            "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        await connection.send(Array(head.utf8) + frames.takeOutput())
        let reply = try await connection.reply()
        #expect(reply.status == 101)
        // The sample of RFC 6455 §1.3.
        #expect(reply.header("sec-websocket-accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        var events: [WebSocketEvent] = []
        while events.isEmpty { events = frames.receive(try await connection.piece()) }
        #expect(events == [.text("echo early")])
        await engine.stop()
    }

    @Test(arguments: [
        ("GET", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 8\r\n", 426),
        ("GET", "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n", 426),
        ("POST", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n", 426),
        ("GET", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n", 400),
        (
            "GET",
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: no\r\n", 400
        ),
    ])
    func refusesABadHandshake(_ method: String, _ headers: String, _ status: Int) async throws {
        let engine = try socketServer(session: echo)
        let connection = try RawConnection.open(engine.port)
        await connection.send("\(method) / HTTP/1.1\r\nHost: x\r\n\(headers)\r\n")
        let reply = try await connection.reply()
        #expect(reply.status == status)
        #expect(status != 426 || reply.header("sec-websocket-version") == "13")
        await engine.stop()
    }

    @Test func closesWhenTheSessionReturns() async throws {
        let engine = try socketServer { socket in
            socket.send("one")
            socket.close(code: 4000, reason: "done")
            socket.send("two")
        }
        let socket = try await RawWebSocket.open(engine.port, "/")
        #expect(try await socket.data() == .text("one"))
        #expect(try await socket.event() == .close(code: 4000, reason: "done"))
        await engine.stop()
    }

    @Test(
        arguments: [
            ([0x81, 0x01, 0x61], 1002),
            ([0x83, 0x80, 0, 0, 0, 0], 1002),
            ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),
            ([0x81, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x61], 1009),
        ] as [([UInt8], UInt16)]
    )
    func refusesBadFrames(_ bytes: [UInt8], _ code: UInt16) async throws {
        let engine = try socketServer(session: echo)
        let socket = try await RawWebSocket.open(engine.port, "/")
        await socket.sendRaw(bytes)
        #expect(try await socket.closeCode() == code)
        #expect(try await socket.event() == nil)
        await engine.stop()
    }

    @Test func refusesBinaryMessages() async throws {
        let engine = try socketServer(session: echo)
        let socket = try await RawWebSocket.open(engine.port, "/")
        await socket.sendBinary([1, 2])
        #expect(try await socket.closeCode() == 1003)
        await engine.stop()
    }

    @Test func handlesWhatCameBeforeALeave() async throws {
        let received = Lock<[String]>([])
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let engine = try socketServer { socket in
            while let text = await socket.receive() { received.withLock { $0.append(text) } }
            end.yield()
        }
        let socket = try await RawWebSocket.open(engine.port, "/")
        for number in 0..<200 { await socket.send("\(number)") }
        await socket.close()
        for await _ in ends { break }
        #expect(received.withLock { $0.count } == 200)
        await engine.stop()
    }

    @Test func pausesReadingWhenTheSessionIsBusy() async throws {
        let (gates, gate) = AsyncStream.makeStream(of: Void.self)
        let engine = try socketServer { socket in
            for await _ in gates { break }
            while let text = await socket.receive() { socket.send(text) }
        }
        let socket = try await RawWebSocket.open(engine.port, "/")
        for number in 0..<300 { await socket.send("\(number)") }
        gate.yield()
        for number in 0..<300 { #expect(try await socket.data() == .text("\(number)")) }
        await engine.stop()
    }

    @Test func dropsASlowReader() async throws {
        var limits = HTTPLimits()
        limits.outgoingBytes = 100_000
        limits.graceMilliseconds = 100
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let engine = try socketServer(limits: limits) { socket in
            let text = String(repeating: "x", count: 10_000)
            for _ in 0..<2000 { socket.send(text) }
            _ = await socket.receive()
            end.yield()
        }
        let socket = try await RawWebSocket.open(engine.port, "/", receiveBuffer: 4096)
        // The session hears of it although the peer neither reads nor closes.
        for await _ in ends { break }
        var count = 0
        while let event = try await socket.event(), case .text = event { count += 1 }
        #expect(count < 2000)
        await engine.stop()
    }

    @Test func stopsWithLiveSockets() async throws {
        let engine = try socketServer(session: echo)
        var sockets: [RawWebSocket] = []
        for _ in 0..<50 { sockets.append(try await RawWebSocket.open(engine.port, "/")) }
        async let stopped: Void = engine.stop()
        for socket in sockets { #expect(try await socket.closeCode() == 1001) }
        await stopped
    }

    @Test func stopsAlthoughAPeerIsSilent() async throws {
        var limits = HTTPLimits()
        limits.graceMilliseconds = 50
        let engine = try socketServer(limits: limits, session: echo)
        let socket = try await RawWebSocket.open(engine.port, "/")
        await engine.stop()
        #expect(try await socket.closeCode() == 1001)
    }
}
