import CampaignServer
import Testing
import Values

/// An engine whose handler tells what it got.
struct EchoServer {
    let engine: HTTPEngine

    init(limits: HTTPLimits = HTTPLimits(), clock: any HeraldClock = SystemClock()) throws {
        engine = try HTTPEngine.start(host: "127.0.0.1", port: 0, limits: limits, clock: clock, log: silent) {
            request in
            .json(
                200,
                [
                    "method": .string(request.method),
                    "path": .array(request.path.map(JSON.string)),
                    "query": .array(request.query.map { "\($0.name)=\($0.value)" }),
                    "body": .int(Int64(request.body.count)),
                ]
            )
        }
    }

    /// Sends text on a new connection and gives the first reply.
    func ask(_ text: String) async throws -> RawConnection.Reply {
        let connection = try RawConnection.open(engine.port)
        await connection.send(text)
        return try await connection.reply()
    }
}

struct HTTPEngineTests {
    @Test func answersAndKeepsTheConnection() async throws {
        let server = try EchoServer()
        let connection = try RawConnection.open(server.engine.port)
        for number in 1...3 {
            await connection.send("GET /a/\(number)?x=1%202&y=a+b HTTP/1.1\r\nHost: x\r\n\r\n")
            let reply = try await connection.reply()
            #expect(reply.status == 200)
            let value = try JSONText.parse(reply.body)
            #expect(value["path"] == ["a", .string("\(number)")])
            #expect(value["query"] == ["x=1 2", "y=a b"])
        }
        await server.engine.stop()
    }

    @Test func answersPipelinedRequestsInOrder() async throws {
        let server = try EchoServer()
        let connection = try RawConnection.open(server.engine.port)
        await connection.send((1...20).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
        for number in 1...20 {
            #expect(try JSONText.parse(await connection.reply().body)["path"] == [.string("\(number)")])
        }
        await server.engine.stop()
    }

    @Test func takesBodies() async throws {
        let server = try EchoServer()
        let connection = try RawConnection.open(server.engine.port)
        let body = String(repeating: "b", count: 300_000)
        await connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try JSONText.parse(await connection.reply().body)["body"] == 300_000)
        await connection.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
        #expect(try JSONText.parse(await connection.reply().body)["body"] == 3)
        // A form is a body like any other.
        await connection.send(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=b"
        )
        #expect(try JSONText.parse(await connection.reply().body)["body"] == 3)
        await connection.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(try await connection.reply().status == 100)
        await connection.send("ab")
        #expect(try await connection.reply().status == 200)
        await server.engine.stop()
    }

    @Test func takesABodyThatComesByteByByte() async throws {
        let server = try EchoServer()
        let connection = try RawConnection.open(server.engine.port)
        for byte in "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello".utf8 {
            await connection.send([byte])
        }
        #expect(try JSONText.parse(await connection.reply().body)["body"] == 5)
        await server.engine.stop()
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX-Bad: a\u{1}b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nBad Name: b\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5x\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\nhello",
        "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /%2 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a/%2e%2e/b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a/./b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a%5cb HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET a HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /?a=%00 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /?a=%f HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
    ])
    func refusesABadHead(_ text: String) async throws {
        let server = try EchoServer()
        let connection = try RawConnection.open(server.engine.port)
        await connection.send(text)
        let reply = try await connection.reply()
        #expect([400, 413].contains(reply.status), "\(reply.status) \(reply.text)")
        #expect(await connection.isClosedByPeer())
        await server.engine.stop()
    }

    /// Of a change that is under way at the end nobody can say that it was not done.
    @Test(arguments: [("GET", 503), ("POST", nil)] as [(String, Int?)])
    func saysNothingOfAChangeThatItCannotWaitFor(_ method: String, _ status: Int?) async throws {
        var limits = HTTPLimits()
        limits.graceMilliseconds = 50
        let (started, start) = AsyncStream<Void>.makeStream()
        let engine = try HTTPEngine.start(host: "127.0.0.1", port: 0, limits: limits, clock: SystemClock(), log: silent)
        { _ in
            start.finish()
            while !Task.isCancelled { await Task.yield() }
            return .empty()
        }
        let connection = try RawConnection.open(engine.port)
        await connection.send("\(method) / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        for await _ in started {}
        async let stopped: Void = engine.stop()
        if let status {
            #expect(try await connection.reply().status == status)
        } else {
            #expect(await connection.isClosedByPeer())
        }
        await stopped
    }

    @Test func takesAnAbsoluteTargetAndAnEncodedSlash() async throws {
        let server = try EchoServer()
        let absolute = try await server.ask("GET http://x/a/b?c=d HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try JSONText.parse(absolute.body)["path"] == ["a", "b"])
        let encoded = try await server.ask("GET /a%2Fb/%C3%A4 HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try JSONText.parse(encoded.body)["path"] == ["a/b", "ä"])
        await server.engine.stop()
    }

    @Test func answersHeadWithoutABody() async throws {
        let server = try EchoServer()
        let connection = try RawConnection.open(server.engine.port)
        await connection.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n")
        let reply = try await connection.reply(hasBody: false)
        #expect(reply.status == 200)
        #expect(reply.header("content-length").flatMap { Int($0) } ?? 0 > 0)
        await connection.send("GET /b HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try JSONText.parse(await connection.reply().body)["path"] == ["b"])
        await server.engine.stop()
    }

    @Test func refusesALongBodyByItsDeclaredLength() async throws {
        let server = try EchoServer()
        let reply = try await server.ask("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1048577\r\n\r\n")
        #expect(reply.status == 413)
        #expect(try JSONText.parse(reply.body)["error"]["code"] == "ERR_BAD_REQUEST")
        await server.engine.stop()
    }

    @Test func refusesALongChunkedBody() async throws {
        var limits = HTTPLimits()
        limits.bodyBytes = 1000
        let server = try EchoServer(limits: limits)
        let chunk = "64\r\n" + String(repeating: "c", count: 100) + "\r\n"
        let connection = try RawConnection.open(server.engine.port)
        await connection.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        await connection.send(String(repeating: chunk, count: 15) + "0\r\n\r\n")
        #expect(try await connection.reply().status == 413)
        // The connection still stands: the body was read to its end.
        await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await connection.reply().status == 200)
        // A body without an end is cut.
        await connection.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        await connection.send(String(repeating: chunk, count: 100))
        #expect(await connection.isClosedByPeer())
        await server.engine.stop()
    }

    @Test func boundsAllBodiesTogether() async throws {
        var limits = HTTPLimits()
        limits.bodyBytes = 1000
        limits.allBodyBytes = 1500
        let server = try EchoServer(limits: limits)
        let first = try RawConnection.open(server.engine.port)
        await first.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1000\r\n\r\n")
        #expect(try await first.reply().status == 100)
        let second = try await server.ask("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
        #expect(second.status == 503)
        await first.send(String(repeating: "x", count: 1000))
        #expect(try await first.reply().status == 200)
        let third = try RawConnection.open(server.engine.port)
        await third.send(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "x", count: 1000)
        )
        #expect(try await third.reply().status == 200)
        await server.engine.stop()
    }

    @Test func refusesAHugeHeader() async throws {
        let server = try EchoServer()
        let connection = try RawConnection.open(server.engine.port)
        await connection.send("GET / HTTP/1.1\r\nHost: x\r\nX-Big: \(String(repeating: "x", count: 100_000))\r\n\r\n")
        let reply = try await connection.reply()
        #expect(reply.status == 431)
        #expect(try JSONText.parse(reply.body)["error"]["code"] == "ERR_BAD_REQUEST")
        #expect(await connection.isClosedByPeer())
        #expect(try await server.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
        await server.engine.stop()
    }

    @Test func closesAnIdleConnection() async throws {
        var limits = HTTPLimits()
        limits.idleSeconds = 1
        let server = try EchoServer(limits: limits)
        let connection = try RawConnection.open(server.engine.port)
        await connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
        #expect(await connection.isClosedByPeer())
        await server.engine.stop()
    }

    @Test func survivesGarbageAndEarlyEnds() async throws {
        var limits = HTTPLimits()
        limits.idleSeconds = 1
        let server = try EchoServer(limits: limits)
        for text in [
            "\0\0\0\0", "GET", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc", "\u{16}\u{3}\u{1}",
            "\r\n\r\n\r\n",
        ] {
            let connection = try RawConnection.open(server.engine.port)
            await connection.send(text)
            await connection.finish()
            _ = await connection.isClosedByPeer()
        }
        #expect(try await server.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
        await server.engine.stop()
    }

    @Test func namesAPortInUse() async throws {
        let server = try EchoServer()
        let error = #expect(throws: HeraldError.self) {
            _ = try HTTPEngine.start(
                host: "127.0.0.1",
                port: server.engine.port,
                clock: SystemClock(),
                log: silent
            ) { _ in .empty() }
        }
        #expect(error?.code == .portInUse)
        #expect(error?.message.contains("127.0.0.1:\(server.engine.port)") == true)
        await server.engine.stop()
    }

    @Test(arguments: ["", "nowhere.invalid", "300.1.1.1"])
    func refusesAnAddressThatIsNone(_ host: String) throws {
        let error = #expect(throws: HeraldError.self) {
            _ = try HTTPEngine.start(host: host, port: 0, clock: SystemClock(), log: silent) { _ in .empty() }
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test func stopsTwiceAndRefusesNewConnections() async throws {
        let server = try EchoServer()
        let idle = try RawConnection.open(server.engine.port)
        await idle.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try await idle.reply()
        await server.engine.stop()
        await server.engine.stop()
        #expect(await idle.isClosedByPeer())
        #expect(throws: (any Error).self) { try RawConnection.open(server.engine.port) }
    }
}
