import CampaignServer
import Testing
import Values

/// Heads at and over the limits: each is answered once, and none waits.
struct RequestHeadTests {
    /// All bytes that come until the peer closes.
    private func all(_ text: String, _ server: EchoServer) async throws -> String {
        let connection = try RawConnection.open(server.engine.port)
        await connection.send(text)
        var bytes: [UInt8] = []
        while true {
            let piece = try await connection.piece()
            if piece.isEmpty { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nX-Other: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5x\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\nhello",
        "POST / HTTP/1.1\r\nContent-Length: x\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\nhello",
        "GET / HTTP/1.1\r\nHost: a\r\nCookie: \(String(repeating: "a=b;", count: 300))\r\n\r\n",
        "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /healthz\0/../x HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /healthz\0 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /healthz?a=\0b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /healthz\0HTTP/1.1 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\0?\(String(repeating: "a&", count: 2)) HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\0?\(String(repeating: "a&", count: 300)) HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\0HTTP/1.1?\(String(repeating: "a&", count: 300)) HTTP/1.1\r\nHost: a\r\n\r\n",
        "GE\0T / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\0\0\r\nX: b\r\n\r\n",
        "GET / HTTP/1.1\r\nX-Cut: a\0b\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nX: a\r\n folded\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n folded\r\n\r\n",
    ])
    func isRefusedOnceInTheEnvelope(_ text: String) async throws {
        let server = try EchoServer()
        let reply = try await all(text, server)
        let parts = reply.split(separator: "\r\n\r\n", maxSplits: 1)
        #expect(parts.count == 2, "\(reply)")
        #expect(reply.hasPrefix("HTTP/1.1 4"), "\(reply)")
        let code = try JSONText.parse(Array((parts.last ?? "").utf8))["error"]["code"]
        #expect(code == "ERR_BAD_REQUEST", "\(reply)")
        #expect(try await server.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
        await server.engine.stop()
    }

    @Test(arguments: [
        ("", "The request has no Host header, or several."),
        ("Host: a\r\nContent-Length: x\r\n", "The request has a bad Content-Length."),
    ])
    func saysWhatIsWrong(_ headers: String, _ message: String) async throws {
        let server = try EchoServer()
        let reply = try await server.ask("GET / HTTP/1.1\r\n\(headers)\r\n")
        #expect(try JSONText.parse(reply.body)["error"]["message"] == .string(message))
        await server.engine.stop()
    }

    @Test(arguments: [
        "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost:\t a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost:a\r\nX-Empty:\r\nX-Blank:  \r\n\r\n",
        "GET / HTTP/1.1\nHost: a\nX: b\n\n",
        "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nCookie: a=b; c=d\r\n\r\n",
        "GET /? HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
    func isTaken(_ text: String) async throws {
        let server = try EchoServer()
        #expect(try await server.ask(text).status == 200)
        await server.engine.stop()
    }

    @Test func aQueryMayHaveManyArguments() async throws {
        let server = try EchoServer()
        for count in [1, 60, 100, 500] {
            let query = Array(repeating: "a=1", count: count).joined(separator: "&")
            let reply = try await server.ask("GET /x?\(query) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(reply.status == 200)
            #expect(try JSONText.parse(reply.body)["query"].array?.count == count)
        }
        let odd = try await server.ask("GET /?a&&=b&c=d=e&%26=%3D?&f+g=+ HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try JSONText.parse(odd.body)["query"] == ["a=", "=b", "c=d=e", "&==?", "f g= "])
        await server.engine.stop()
    }

    /// Also a second request on a kept connection, whose memory has been used before.
    @Test(arguments: ["query", "path", "headers", "long header", "cookies", "arguments behind a NUL"])
    func isAnsweredAtEveryLength(kind: String) async throws {
        let server = try EchoServer()
        for count in stride(from: 1, to: 1600, by: 29) {
            let connection = try RawConnection.open(server.engine.port)
            await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await connection.reply().status == 200)
            let text =
                switch kind {
                case "query": "GET /?\(String(repeating: "a=1&", count: count)) HTTP/1.1\r\nHost: x\r\n\r\n"
                case "path": "GET /\(String(repeating: "a/b/", count: count)) HTTP/1.1\r\nHost: x\r\n\r\n"
                case "headers": "GET / HTTP/1.1\r\nHost: x\r\n\(String(repeating: "a: b\r\n", count: count / 8))\r\n"
                case "long header":
                    "GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "abcd", count: count))\r\n\r\n"
                case "cookies":
                    "GET / HTTP/1.1\r\nHost: x\r\nCookie: \(String(repeating: "a=b;", count: count))\r\n\r\n"
                default: "GET /\0?\(String(repeating: "a=1&", count: count)) HTTP/1.1\r\nHost: x\r\n\r\n"
                }
            await connection.send(text)
            let allowed = kind.contains("NUL") ? [400, 414, 431] : [200, 414, 431]
            let reply = try await connection.reply()
            #expect(allowed.contains(reply.status), "\(kind) \(count): \(reply.status)")
            guard reply.status != 200 else { continue }
            #expect(try JSONText.parse(reply.body)["error"]["code"] == "ERR_BAD_REQUEST", "\(kind) \(count)")
            // Neither more bytes of a second reply nor a wait.
            #expect(await connection.isClosedByPeer(), "\(kind) \(count)")
        }
        await server.engine.stop()
    }
}
