import Testing
import Values

@testable import Networking

@Suite("WebSocket client")
struct WebSocketClientTests {
    let client = NetworkClient(policy: .any)

    private func echo() -> LoopbackServer {
        LoopbackServer { peer in
            guard let frames = peer.upgrade() else { return }
            peer.serve(frames) { event in
                if case .text(let text) = event { frames.queue(text: text) }
            }
        }
    }

    private func settings(_ change: (inout WebSocketSettings) -> Void) -> NetworkClient {
        var settings = WebSocketSettings()
        settings.sweepInterval = .milliseconds(10)
        change(&settings)
        return NetworkClient(policy: .any, webSocket: settings)
    }

    @Test("texts come back, short and long", arguments: [0, 1, 125, 126, 65535, 65536, 3 << 20])
    func echoes(length: Int) async throws {
        let server = echo()
        let socket = try await client.connect(server.webSocketURL + "/chat?x=1", headers: [])
        let text = String(repeating: "x", count: length)
        try await socket.send(text)
        #expect(try await socket.receive() == text)
        await socket.close(code: 1000, reason: "done")
        #expect(try await socket.receive() == nil)
        await #expect(throws: HeraldError.self) { try await socket.send("late") }
        await socket.close(code: 1000, reason: "again")
    }

    @Test("the handshake carries path and headers")
    func handshake() async throws {
        let seen = Promise<Peer.Request>()
        let server = LoopbackServer { peer in
            guard let request = peer.request() else { return }
            seen.fulfil(.success(request))
            peer.respond("404 Not Found", "{}")
        }
        _ = try? await client.connect(server.webSocketURL + "/v1/x?after=3", headers: [("apikey", "k")])
        let request = try await seen.value()
        #expect(request.line == "GET /v1/x?after=3 HTTP/1.1")
        #expect(request.header("apikey") == "k" && request.header("host") == "127.0.0.1:\(server.port)")
    }

    @Test("a stream of a thousand messages keeps its order while the reader is slow")
    func stream() async throws {
        let server = LoopbackServer { peer in
            guard let frames = peer.upgrade() else { return }
            for number in 0..<1000 { frames.queue(text: "\(number)") }
            frames.queue(close: 1000)
            peer.serve(frames) { _ in }
        }
        let client = settings { $0.maximumWaitingMessages = 8 }
        let socket = try await client.connect(server.webSocketURL, headers: [])
        for number in 0..<1000 { #expect(try await socket.receive() == "\(number)") }
        #expect(try await socket.receive() == nil)
    }

    @Test("a reader that stops holds the sender back, and both go on later")
    func backpressure() async throws {
        let sent = Lock(0)
        let total = 400
        let block = String(repeating: "y", count: 65536)
        let server = LoopbackServer { peer in
            guard let frames = peer.upgrade() else { return }
            for _ in 0..<total {
                frames.queue(text: block)
                guard peer.write(frames.takeOutput()) else { return }
                sent.withLock { $0 += 1 }
            }
            peer.serve(frames) { _ in }
        }
        let client = settings { $0.maximumWaitingBytes = 1 << 20 }
        let socket = try await client.connect(server.webSocketURL, headers: [])
        for _ in 0..<100 { #expect(try await socket.receive()?.utf8.count == 65536) }
        #expect(sent.withLock { $0 } < total)
        for _ in 100..<total { #expect(try await socket.receive()?.utf8.count == 65536) }
        await socket.close(code: 1000, reason: "")
    }

    @Test("a thousand sends at once all arrive")
    func pipelined() async throws {
        let server = echo()
        let socket = try await client.connect(server.webSocketURL, headers: [])
        async let received = {
            var texts: Set<String> = []
            while texts.count < 1000, let text = try await socket.receive() { texts.insert(text) }
            return texts.count
        }()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1000 { group.addTask { try await socket.send("\(number)") } }
            try await group.waitForAll()
        }
        #expect(try await received == 1000)
    }

    @Test("fragments and pings of the server are dealt with")
    func fragments() async throws {
        let server = LoopbackServer { peer in
            guard let frames = peer.upgrade() else { return }
            frames.queuePing([1])
            peer.write(frames.takeOutput())
            peer.write([0x01, 1, 65, 0x89, 1, 9, 0x80, 1, 66])
            peer.serve(frames) { event in
                if case .pong(let payload) = event { frames.queue(text: "pong \(payload)") }
            }
        }
        let socket = try await client.connect(server.webSocketURL, headers: [])
        #expect(try await socket.receive() == "AB")
        #expect(try await socket.receive() == "pong [1]")
        #expect(try await socket.receive() == "pong [9]")
    }

    @Test("a server that closes in good order is the end", arguments: [1000, 1001] as [UInt16])
    func serverCloses(code: UInt16) async throws {
        let server = LoopbackServer { peer in
            guard let frames = peer.upgrade() else { return }
            frames.queue(text: "last")
            frames.queue(close: code, reason: "bye")
            peer.serve(frames) { _ in }
        }
        let socket = try await client.connect(server.webSocketURL, headers: [])
        #expect(try await socket.receive() == "last")
        #expect(try await socket.receive() == nil)
        #expect(try await socket.receive() == nil)
    }

    @Test("a server that closes for a fault says which")
    func serverRefuses() async throws {
        let server = LoopbackServer { peer in
            guard let frames = peer.upgrade() else { return }
            frames.queue(close: 1008, reason: "no")
            peer.serve(frames) { _ in }
        }
        let socket = try await client.connect(server.webSocketURL, headers: [])
        let error = await #expect(throws: HeraldError.self) { try await socket.receive() }
        #expect(error?.code == .network && error?.details["closeCode"] == 1008)
    }

    @Test("a peer that vanishes is an error, after what it said was received")
    func vanishing() async throws {
        let server = LoopbackServer { peer in
            guard let frames = peer.upgrade() else { return }
            frames.queue(text: "last")
            peer.write(frames.takeOutput())
        }
        let socket = try await client.connect(server.webSocketURL, headers: [])
        #expect(try await socket.receive() == "last")
        let error = await #expect(throws: HeraldError.self) { try await socket.receive() }
        #expect(error?.code == .network)
    }

    @Test(
        "a peer that breaks the protocol is an error",
        arguments: [
            ([0x83, 0], .network), ([0x81, 0x81, 0, 0, 0, 0, 65], .network), ([0x82, 1, 0], .network),
            ([0x81, 0x7F, 0, 0, 0, 0, 0x10, 0, 0, 0, 65], .tooLarge),
        ]
            as [([UInt8], HeraldError.Code)]
    )
    func broken(bytes: [UInt8], code: HeraldError.Code) async throws {
        let server = LoopbackServer { peer in
            guard let frames = peer.upgrade() else { return }
            peer.write(bytes)
            peer.serve(frames) { _ in }
        }
        let socket = try await client.connect(server.webSocketURL, headers: [])
        let error = await #expect(throws: HeraldError.self) { try await socket.receive() }
        #expect(error?.code == code)
        await socket.close(code: 1000, reason: "")
    }

    @Test(
        "an answer that is no upgrade is an error",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "nonsense\r\n\r\n", "",
            "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: AAAA\r\n\r\n",
            "HTTP/1.1 101 X\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        ]
    )
    func noUpgrade(answer: String) async throws {
        let server = LoopbackServer { peer in
            _ = peer.request()
            peer.write(answer)
        }
        let error = await #expect(throws: HeraldError.self) {
            try await client.connect(server.webSocketURL, headers: [])
        }
        #expect(error?.code == .network)
    }

    @Test("a refusal carries status and body")
    func refusal() async throws {
        let server = LoopbackServer { peer in
            _ = peer.request()
            peer.respond("401 Unauthorized", "{\"error\":1}")
            _ = peer.read()
        }
        let error = await #expect(throws: HeraldError.self) {
            try await client.connect(server.webSocketURL, headers: [])
        }
        #expect(error?.details == ["status": 401, "body": "{\"error\":1}"])
    }

    @Test("a dead port is unreachable")
    func unreachable() async {
        let url = "ws://127.0.0.1:\(LoopbackServer.deadPort())/"
        let error = await #expect(throws: HeraldError.self) { try await client.connect(url, headers: []) }
        #expect(error?.code == .unreachable && error?.hint == nil)
    }

    @Test("a server that never answers the handshake runs into the time-out")
    func openTimeout() async {
        let server = LoopbackServer { peer in
            _ = peer.request()
            _ = peer.read()
        }
        let client = settings { $0.openTimeout = .milliseconds(60) }
        let error = await #expect(throws: HeraldError.self) {
            try await client.connect(server.webSocketURL, headers: [])
        }
        #expect(error?.code == .timeout)
    }

    @Test("a peer that never answers our close is left after a while")
    func closeTimeout() async throws {
        let gate = Gate()
        let server = LoopbackServer { peer in
            _ = peer.upgrade()
            gate.pass()
        }
        let client = settings { $0.closeTimeout = .milliseconds(60) }
        let socket = try await client.connect(server.webSocketURL, headers: [])
        await socket.close(code: 1000, reason: "")
        #expect(try await socket.receive() == nil)
        gate.open()
    }

    @Test("a silent peer is asked, and given up when it does not answer")
    func keepAlive() async throws {
        let gate = Gate()
        let server = LoopbackServer { peer in
            _ = peer.upgrade()
            gate.pass()
        }
        let client = settings { $0.pingInterval = .milliseconds(40) }
        let socket = try await client.connect(server.webSocketURL, headers: [])
        let error = await #expect(throws: HeraldError.self) { try await socket.receive() }
        #expect(error?.code == .network)
        gate.open()
    }

    @Test("a receive can be cancelled and loses nothing; two at once are refused")
    func cancelReceive() async throws {
        let server = echo()
        let socket = try await client.connect(server.webSocketURL, headers: [])
        let task = Task { try await socket.receive() }
        var refusal: HeraldError?
        while refusal == nil {
            // Until the task waits, this receive waits itself, and is cancelled.
            let second = Task { try await socket.receive() }
            await Task.yield()
            second.cancel()
            if case .failure(let error as HeraldError) = await second.result { refusal = error }
        }
        #expect(refusal?.code == .invalidState)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await socket.send("still here")
        #expect(try await socket.receive() == "still here")
    }

    @Test("a connection that nobody holds says goodbye")
    func abandoned() async throws {
        let seen = Promise<WebSocketEvent>()
        let server = LoopbackServer { peer in
            guard let frames = peer.upgrade() else { return }
            peer.serve(frames) { seen.fulfil(.success($0)) }
        }
        _ = try await client.connect(server.webSocketURL, headers: [])
        #expect(try await seen.value() == .close(code: 1001, reason: ""))
    }

    @Test("shutting down says goodbye and ends who waits")
    func shutDown() async throws {
        let seen = Promise<WebSocketEvent>()
        let server = LoopbackServer { peer in
            guard let frames = peer.upgrade() else { return }
            peer.serve(frames) { seen.fulfil(.success($0)) }
        }
        let client = NetworkClient(policy: .any)
        let socket = try await client.connect(server.webSocketURL, headers: [])
        let task = Task { try await socket.receive() }
        await client.shutDown()
        _ = await task.result
        #expect(try await seen.value() == .close(code: 1001, reason: ""))
        await socket.close(code: 1000, reason: "")
    }

    @Test("header injection into the handshake is refused")
    func injection() async {
        let error = await #expect(throws: HeraldError.self) {
            try await client.connect("ws://127.0.0.1:1/", headers: [("apikey", "a\r\nEvil: 1")])
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test(
        "SHA-1 of the standard's examples",
        arguments: [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
        ]
    )
    func sha1(text: String, expected: String) {
        let digest = SHA1.digest(Array(text.utf8)).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        #expect(digest.joined() == expected)
    }
}
