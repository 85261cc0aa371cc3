import Testing
import Values

@testable import Networking

@Suite("HTTP client")
struct HTTPClientTests {
    let client = NetworkClient(policy: .any)

    private func expectError(
        _ code: HeraldError.Code,
        _ request: HTTPRequest,
        client: NetworkClient? = nil
    ) async -> HeraldError? {
        do {
            let response = try await (client ?? self.client).send(request)
            Issue.record("answered \(response.status)")
        } catch let error as HeraldError {
            #expect(error.code == code, "\(error)")
            return error
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    @Test(
        "method, headers, body and answer arrive as they are",
        arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "PURGE"]
    )
    func roundTrip(method: String) async throws {
        let server = LoopbackServer { peer in
            while let request = peer.request() {
                let body = String(decoding: request.body, as: UTF8.self)
                let text =
                    "\(request.line)|\(request.header("x-one") ?? "-")|\(request.header("x-empty") ?? "-")|\(body)"
                peer.respond("203 Fine", headers: ["X-Reply: a b ", "x-reply: c"], text)
            }
        }
        let body: [UInt8] = method == "GET" || method == "DELETE" ? [] : Array("b\0dy".utf8)
        let headers = [(name: "X-One", value: "1"), (name: "X-Empty", value: "")]
        for _ in 0..<2 {
            let response = try await client.send(
                HTTPRequest(method, server.url + "/p?q=1", headers: headers, body: body)
            )
            #expect(response.status == 203)
            #expect(response.headers.filter { $0.name.lowercased() == "x-reply" }.map(\.value) == ["a b", "c"])
            let expected = "\(method) /p?q=1 HTTP/1.1|1||\(String(decoding: body, as: UTF8.self))"
            #expect(String(decoding: response.body, as: UTF8.self) == expected)
        }
    }

    @Test("a HEAD answer has no body, and none is waited for")
    func head() async throws {
        let server = LoopbackServer { peer in
            _ = peer.request()
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n")
            _ = peer.read()
        }
        let response = try await client.send(HTTPRequest("HEAD", server.url))
        #expect(response.status == 200 && response.body.isEmpty)
    }

    @Test("nothing of the client's own but its name is added")
    func ownHeaders() async throws {
        let server = LoopbackServer { peer in
            guard let request = peer.request() else { return }
            peer.respond("200 OK", request.headers.map { $0.name.lowercased() }.sorted().joined(separator: ","))
        }
        let response = try await client.send(HTTPRequest("POST", server.url, body: [65]))
        #expect(String(decoding: response.body, as: UTF8.self) == "accept,content-length,host,user-agent")
    }

    @Test("a refused connection is unreachable and names the URL")
    func refused() async throws {
        let url = "http://127.0.0.1:\(LoopbackServer.deadPort())/x?secret=1"
        let error = await expectError(.unreachable, HTTPRequest("GET", url))
        #expect(error?.message == "cannot reach \(url.prefix { $0 != "?" }): connection refused")
        #expect(error?.hint == nil)
    }

    @Test("an unknown host is unreachable")
    func unknownHost() async {
        let error = await expectError(.unreachable, HTTPRequest("GET", "http://no-such-host.invalid/"))
        #expect(error?.message == "cannot reach http://no-such-host.invalid/: no such host")
    }

    @Test("a server that says nothing runs into the time-out")
    func timeout() async {
        let server = LoopbackServer { peer in
            _ = peer.request()
            _ = peer.read()
        }
        let error = await expectError(.timeout, HTTPRequest("GET", server.url, timeout: .milliseconds(80)))
        #expect(error?.message == "\(server.url)/ did not answer within 0.08 s")
    }

    @Test("a request is cancelled while the server thinks")
    func cancel() async throws {
        let gate = Gate()
        let server = LoopbackServer { peer in
            _ = peer.request()
            gate.pass()
        }
        let client = client
        let task = Task { try await client.send(HTTPRequest("GET", server.url)) }
        try await gate.waitUntilReached()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
    }

    @Test("a request that is cancelled before it starts never starts")
    func cancelBefore() async {
        let client = client
        let url = "http://127.0.0.1:\(LoopbackServer.deadPort())"
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.send(HTTPRequest("GET", url))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("cancelling at any moment gives one outcome each")
    func cancelRace() async {
        let server = LoopbackServer { peer in
            while peer.request() != nil { peer.respond("200 OK", "x") }
        }
        let client = client
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<300 {
                group.addTask {
                    let task = Task { try await client.send(HTTPRequest("GET", server.url)) }
                    await Task.yield()
                    task.cancel()
                    switch await task.result {
                    case .success(let response): #expect(response.status == 200)
                    case .failure(let error): #expect(error is CancellationError, "\(error)")
                    }
                }
            }
        }
    }

    @Test("many requests at once")
    func parallel() async throws {
        let server = LoopbackServer { peer in
            while let request = peer.request() { peer.respond("200 OK", request.line) }
        }
        let client = client
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let response = try await client.send(HTTPRequest("GET", "\(server.url)/\(number)"))
                    return String(decoding: response.body, as: UTF8.self) == "GET /\(number) HTTP/1.1"
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test("a body over the limit ends the request, declared or not", arguments: ["Content-Length: 101", "X: y"])
    func tooLarge(header: String) async {
        let server = LoopbackServer { peer in
            _ = peer.request()
            peer.write("HTTP/1.1 200 OK\r\n\(header)\r\nConnection: close\r\n\r\n" + String(repeating: "x", count: 101))
        }
        _ = await expectError(.tooLarge, HTTPRequest("GET", server.url, maximumBodyBytes: 100))
    }

    @Test("a body of just the limit is fine")
    func justFits() async throws {
        let server = LoopbackServer { peer in
            _ = peer.request()
            peer.respond("200 OK", String(repeating: "x", count: 100))
        }
        let response = try await client.send(HTTPRequest("GET", server.url, maximumBodyBytes: 100))
        #expect(response.body.count == 100)
    }

    @Test(
        "a peer that vanishes is a network error",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nContent",
        ]
    )
    func vanishing(answer: String) async {
        let server = LoopbackServer { peer in
            _ = peer.request()
            peer.write(answer)
        }
        let error = await expectError(.network, HTTPRequest("GET", server.url))
        #expect(error?.message.contains(server.url) == true)
    }

    @Test(
        "headers and methods that would split the request are refused before it starts",
        arguments: [
            ("GET", "X", "a\r\nEvil: 1"), ("GET", "X", "a\nEvil: 1"), ("GET", "X", "a\0"), ("GET", "X\r\nEvil", "1"),
            ("GET", "X Y", "1"), ("GET", "", "1"), ("GET", "X:", "1"), ("GET / HTTP/1.1\r\nEvil: 1", "X", "1"),
            ("", "X", "1"), ("GET", "Content-Length", "5"), ("GET", "Transfer-Encoding", "chunked"),
            ("GET", "host", "x"),
        ]
    )
    func injection(method: String, name: String, value: String) async {
        let url = "http://127.0.0.1:\(LoopbackServer.deadPort())"
        let request = HTTPRequest(method, url, headers: [(name: name, value: value)])
        _ = await expectError(.invalidArgument, request)
    }

    @Test(
        "URLs that are none are refused",
        arguments: [
            "", "x", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://a b/", "http://u:p@127.0.0.1/",
            "http://127.0.0.1:99999/", "http://127.0.0.1/\n",
        ]
    )
    func badURL(url: String) async { _ = await expectError(.badURL, HTTPRequest("GET", url)) }

    @Test("after shutting down requests fail, and those under way end")
    func shutDown() async throws {
        let gate = Gate()
        let server = LoopbackServer { peer in
            _ = peer.request()
            gate.pass()
        }
        let client = NetworkClient(policy: .any)
        let task = Task { await expectError(.network, HTTPRequest("GET", server.url), client: client) }
        try await gate.waitUntilReached()
        await client.shutDown()
        #expect(await task.value?.message == "the network client was shut down")
        _ = await expectError(.network, HTTPRequest("GET", server.url), client: client)
        await client.shutDown()
        gate.open()
    }

    @Test("a client that was never used shuts down")
    func unused() async { await NetworkClient(policy: .any).shutDown() }
}
