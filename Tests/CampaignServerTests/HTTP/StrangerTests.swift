import CampaignServer
import Testing
import Values

/// What others send who mean something else than we do, or mean harm: a refusal in the error envelope where a reply is
/// possible, an end otherwise, and the next client is served.
struct StrangerTests {
    /// A request that is refused, and with what.
    struct Case: CustomTestStringConvertible {
        var name: String
        var text: [UInt8]
        var status: Int

        init(_ name: String, _ text: String, _ status: Int) {
            self.init(name, bytes: Array(text.utf8), status)
        }

        init(_ name: String, bytes: [UInt8], _ status: Int) {
            (self.name, self.text, self.status) = (name, bytes, status)
        }

        var testDescription: String { name }
    }

    private static let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static func long(_ count: Int) -> String { String(repeating: "a", count: count) }

    static let cases = [
        // Lengths.
        Case("two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 400),
        Case(
            "length and chunks",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
            400
        ),
        Case("two encodings", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n", 400),
        Case("a body too long", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n", 413),
        Case("a length of no number", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x10\r\n\r\n", 400),
        // Lines and headers.
        Case("a line of 4,000 bytes", "GET /\(long(3985)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
        Case("a line of 40,000 bytes", "GET /\(long(40_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
        Case("a line without an end", "GET /\(long(9000))", 414),
        Case("a query of 9,000 bytes", "GET /?\(long(9000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
        Case("a header of 9,000 bytes", "GET / HTTP/1.1\r\nHost: a\r\nX: \(long(9000))\r\n\r\n", 431),
        Case("a header's name of 9,000 bytes", "GET / HTTP/1.1\r\nHost: a\r\n\(long(9000)): x\r\n\r\n", 431),
        Case("500 headers", "GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "a: b\r\n", count: 500))\r\n", 431),
        Case("a header without a colon", "GET / HTTP/1.1\r\nnonsense\r\nHost: a\r\n\r\n", 400),
        Case("a NUL in a header's name", "GET / HTTP/1.1\r\nX-\0Cut: a\r\nHost: a\r\n\r\n", 400),
        Case(
            "a header that is not UTF-8",
            bytes: Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xFF] + Array("\r\n\r\n".utf8),
            400
        ),
        Case("two callers", "GET / HTTP/1.1\r\nHost: a\r\nonbehalfof: a\r\nOnBehalfOf: b\r\n\r\n", 400),
        Case("two keys", "GET / HTTP/1.1\r\nHost: a\r\napikey: a\r\napikey: a\r\n\r\n", 400),
        // Paths.
        Case(
            "a path that is not UTF-8",
            bytes: Array("GET /".utf8) + [0xFF] + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
            400
        ),
        Case("an escape that is not UTF-8", "GET /%C3%28 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Case("an overlong escape", "GET /%C0%AF HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Case("a way up", "GET /a/../b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Case("an encoded way up", "GET /a/%2E%2e/b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Case("a star", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Case("a proxy's request", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        // Methods and versions.
        Case("a method that is no token", "GE(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Case("HTTP/2 with prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        Case("HTTP/3.0", "GET / HTTP/3.0\r\nHost: a\r\n\r\n", 505),
        Case("HTTP/0.9", "GET /\r\n", 400),
        Case("another protocol", "GET / ICY/1.1\r\nHost: a\r\n\r\n", 400),
        Case("a version in lower case", "GET / http/1.1\r\nHost: a\r\n\r\n", 400),
        // Bodies in chunks.
        Case("a chunk's size that is no number", chunked + "zz\r\n", 400),
        Case("a chunk's size over 64 bits", chunked + "ffffffffffffffffffff\r\n", 413),
        Case("a chunk without a size", chunked + "\r\na\r\n0\r\n\r\n", 400),
        Case("a chunk longer than it says", chunked + "1\r\nabcd\r\n0\r\n\r\n", 400),
        Case("a trailer of 9,000 bytes", chunked + "0\r\nX: \(long(9000))\r\n\r\n", 431),
    ]

    @Test(arguments: cases)
    func isRefusedAndTheNextIsServed(_ entry: Case) async throws {
        let server = try EchoServer()
        // First on a connection, and after others on it, whose lengths were counted rightly.
        for hasOthersBefore in [false, true] {
            let connection = try RawConnection.open(server.engine.port)
            if hasOthersBefore {
                await connection.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await connection.reply().status == 200)
                await connection.send("POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
                #expect(try await connection.reply().status == 200)
            }
            await connection.send(entry.text)
            let reply = try await connection.reply()
            #expect(reply.status == entry.status, "\(reply.status) \(reply.text)")
            #expect(reply.header("content-type") == "application/json; charset=utf-8")
            let error = try JSONText.parse(reply.body)["error"]
            #expect(error["code"] == "ERR_BAD_REQUEST" && error["source"] == "campaigns-service")
            #expect(await connection.isClosedByPeer())
            #expect(try await server.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
        }
        await server.engine.stop()
    }

    /// What is not even a request line ends the connection, at once or when nothing more comes.
    @Test(arguments: [
        "hello\r\n\r\n", "GET\r\n\r\n", " GET / HTTP/1.1\r\n\r\n", "GET\t/\tHTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\rHost: a\r\r",
        "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0", "\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;a=\(String(repeating: "b", count: 9000))\r\na\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc",
    ])
    func isEnded(_ text: String) async throws {
        var limits = HTTPLimits()
        limits.idleSeconds = 1
        let server = try EchoServer(limits: limits)
        let connection = try RawConnection.open(server.engine.port)
        await connection.send(text)
        #expect(try await server.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
        #expect(await connection.isClosedByPeer())
        await server.engine.stop()
    }

    /// The library does not say whom it refuses: others in the middle of a head never hear of it.
    @Test func leavesOthersAlone() async throws {
        let server = try EchoServer()
        let idle = try RawConnection.open(server.engine.port)
        await idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try await idle.reply().status == 200)
        var slow: [RawConnection] = []
        for _ in 0..<3 {
            let connection = try RawConnection.open(server.engine.port)
            await connection.send("GET /slow HTTP/1.1\r\nHo")
            slow.append(connection)
        }
        let uploading = try RawConnection.open(server.engine.port)
        await uploading.send("POST /chunks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n")
        var envelopes = 0
        for _ in 0..<4 {
            for text in ["GET / HTTP/7.0\r\n\r\n", "GET / HTTP/1.1\r\nnonsense\r\n\r\n", Self.chunked + "zz\r\n"] {
                let connection = try RawConnection.open(server.engine.port)
                await connection.send(text)
                let reply = try await connection.reply()
                #expect([400, 505].contains(reply.status))
                if (try? JSONText.parse(reply.body)) != nil { envelopes += 1 }
            }
        }
        // At first it may have been any of them; those that say nothing more are soon out of question.
        #expect(envelopes >= 11)
        for connection in slow {
            await connection.send("st: a\r\n\r\n")
            #expect(try JSONText.parse(await connection.reply().body)["path"] == ["slow"])
        }
        await uploading.send("1\r\nc\r\n0\r\n\r\n")
        #expect(try JSONText.parse(await uploading.reply().body)["path"] == ["chunks"])
        await idle.send("GET /idle HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try JSONText.parse(await idle.reply().body)["path"] == ["idle"])
        await server.engine.stop()
    }

    @Test func answersWhatIsSentAheadInOrder() async throws {
        let server = try EchoServer()
        let connection = try RawConnection.open(server.engine.port)
        let requests = (0..<50).map { number in
            number % 2 == 0
                ? "GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n"
                : "POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        }
        await connection.send(requests.joined() + "GET / HTTP/1.1\r\nnonsense\r\n\r\n")
        for number in 0..<50 {
            #expect(try JSONText.parse(await connection.reply().body)["path"] == [.string("\(number)")])
        }
        let last = try await connection.reply()
        #expect(last.status == 400)
        #expect(try JSONText.parse(last.body)["error"]["code"] == "ERR_BAD_REQUEST")
        #expect(await connection.isClosedByPeer())
        await server.engine.stop()
    }

    /// With this the library wants to be run for ever, which took a whole core.
    @Test func restsWhenNothingComesOfItsRounds() async throws {
        let test = try await TestServer.start()
        let connection = try RawConnection.open(test.server.port)
        await connection.send(Self.chunked + "1;a=\(Self.long(9000))\r\na\r\n")
        while !test.logged.withLock({ $0.contains { $0.contains("the loop rests") } }) {
            #expect(try await test.ask("GET", "/healthz", .none).status == 200)
        }
        #expect(try await test.ask("GET", "/healthz", .none).status == 200)
        await test.stop()
    }

    @Test func cutsABodyThatIsLate() async throws {
        var limits = HTTPLimits()
        limits.bodyMilliseconds = 0
        let server = try EchoServer(limits: limits)
        let connection = try RawConnection.open(server.engine.port)
        await connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nab")
        #expect(await connection.isClosedByPeer())
        #expect(try await server.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
        await server.engine.stop()
    }

    /// Bodies that two readers would read as two things, or that no reader should try.
    @Test(arguments: [
        ("", "the body is not JSON"), ("{", "the body is not JSON"), ("[]", "must be an object"),
        ("null", "must be an object"),
        (#"{"name": "a", "name": "b"}"#, "given twice"), (#"{"name": "a", "x": {"y": 1, "y": 1}}"#, "given twice"),
        (#"{"name": "\ud800"}"#, "/name"), (#"{"name": "a", "x": 1e400}"#, "/x"),
        (#"{"name": "a", "x": 123456789012345678901234567890}"#, "/x"),
        ("{\"name\": \"a\u{1}\"}", "the body is not JSON"),
        ("{\"name\": \"a\"}{}", "the body is not JSON"), (#"{"name": NaN}"#, "the body is not JSON"),
        (
            "{\"name\": \"a\", \"x\": \(String(repeating: "[", count: 200))\(String(repeating: "]", count: 200))}",
            "the body is not JSON"
        ),
    ])
    func refusesADoubtfulBody(_ body: String, _ reason: String) async throws {
        let test = try await TestServer.start()
        for bytes in [Array(body.utf8)] {
            let connection = try RawConnection.open(test.server.port)
            await connection.send(
                "POST /v3/templates/categories HTTP/1.1\r\nHost: a\r\nContent-Length: \(bytes.count)\r\n"
                    + (try await test.headers(.admin)) + "\r\n"
            )
            await connection.send(bytes)
            let reply = try await connection.reply()
            #expect(reply.status == 400)
            let error = try JSONText.parse(reply.body)["error"]
            #expect(error["code"] == "ERR_VALIDATION")
            #expect(error["details"][0].string?.contains(reason) == true, "\(error)")
        }
        #expect(try await test.ask("GET", "/v3/templates/categories").data.array?.count == 2)
        await test.stop()
    }
}
