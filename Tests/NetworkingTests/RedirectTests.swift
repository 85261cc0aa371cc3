import Testing
import Values

@testable import Networking

@Suite("Redirects")
struct RedirectTests {
    let client = NetworkClient(policy: .any)

    /// Redirects `/status/location…` there and echoes everything else.
    private func server() -> LoopbackServer {
        LoopbackServer { peer in
            while let request = peer.request() {
                let path = request.line.split(separator: " ")[1]
                let parts = path.dropFirst().split(separator: "/", maxSplits: 1)
                if let status = Int(parts[0]), parts.count > 1 {
                    peer.respond("\(status) Go", headers: ["Location: \(parts[1])"], "gone")
                } else {
                    let seen = ["authtoken", "content-type", "accept"].map { request.header($0) ?? "-" }
                    let method = request.line.split(separator: " ")[0]
                    peer.respond("200 OK", "\(method) \(seen.joined(separator: " ")) \(request.body.count)")
                }
            }
        }
    }

    private func send(_ method: String, _ url: String, redirects: Int = 3) async throws -> HTTPResponse {
        let headers = [("authtoken", "t"), ("content-type", "text/plain"), ("accept", "*/*")].map {
            (name: $0.0, value: $0.1)
        }
        let body: [UInt8] = method == "GET" ? [] : [1, 2]
        return try await client.send(
            HTTPRequest(method, url, headers: headers, body: body, maximumRedirects: redirects)
        )
    }

    @Test("without leave to follow, the redirect itself is the answer")
    func notFollowed() async throws {
        let server = server()
        let response = try await send("GET", server.url + "/302//end", redirects: 0)
        #expect(response.status == 302 && response.header("location") == "/end")
    }

    @Test(
        "the next request is what the status asks for",
        arguments: [
            ("GET", 301, "GET t text/plain */* 0"), ("POST", 301, "GET t - */* 0"), ("POST", 302, "GET t - */* 0"),
            ("PUT", 302, "PUT t text/plain */* 2"), ("PUT", 303, "GET t - */* 0"),
            ("POST", 307, "POST t text/plain */* 2"), ("POST", 308, "POST t text/plain */* 2"),
        ]
    )
    func followed(method: String, status: Int, expected: String) async throws {
        let server = server()
        let response = try await send(method, "\(server.url)/\(status)//end")
        #expect(String(decoding: response.body, as: UTF8.self) == expected)
        #expect(response.url == server.url + "/end")
    }

    @Test("credentials do not go to another origin")
    func otherOrigin() async throws {
        let (first, second) = (server(), server())
        let response = try await send("GET", "\(first.url)/302/\(second.url)/end")
        #expect(String(decoding: response.body, as: UTF8.self) == "GET - text/plain */* 0")
    }

    @Test("more redirects than allowed are an error")
    func loop() async throws {
        let server = LoopbackServer { peer in
            while peer.request() != nil { peer.respond("302 Go", headers: ["Location: /again"]) }
        }
        let error = await #expect(throws: HeraldError.self) { try await send("GET", server.url, redirects: 2) }
        #expect(error?.code == .network && error?.message == "\(server.url)/again redirects more than 2 times")
    }

    @Test("a redirect out of HTTP is an error", arguments: ["file:///etc/passwd", "ftp://127.0.0.1/"])
    func otherScheme(location: String) async throws {
        let server = LoopbackServer { peer in
            while peer.request() != nil { peer.respond("302 Go", headers: ["Location: \(location)"]) }
        }
        let error = await #expect(throws: HeraldError.self) { try await send("GET", server.url) }
        #expect(error?.code == .badURL)
    }

    @Test(
        "a location is read beside the URL it came from",
        arguments: [
            ("/x/y?q", "http://a.example:81/x/y?q"), ("y", "http://a.example:81/b/y"),
            ("./y", "http://a.example:81/b/y"),
            ("../y", "http://a.example:81/y"), ("../../../y", "http://a.example:81/y"),
            ("?z", "http://a.example:81/b/c?z"),
            ("#f", "http://a.example:81/b/c?d#f"), ("", "http://a.example:81/b/c?d"),
            ("//b.example/z", "http://b.example/z"),
            ("https://b.example/", "https://b.example/"), ("..", "http://a.example:81/"),
            ("y/.", "http://a.example:81/b/y/"),
            ("/a//b/../c", "http://a.example:81/a//c"), ("y:80", "y:80"), ("./y:80", "http://a.example:81/b/y:80"),
            ("@evil.example", "http://a.example:81/b/@evil.example"), ("/\u{301}", "http://a.example:81/\u{301}"),
        ]
    )
    func location(reference: String, expected: String) throws {
        let base = try URLGate.read("http://a.example:81/b/c?d")
        #expect(URLReference.resolve(reference, against: base) == expected)
    }

    @Test("a redirect to two places is none")
    func twoLocations() async throws {
        let server = LoopbackServer { peer in
            while peer.request() != nil { peer.respond("302 Go", headers: ["Location: /a", "Location: /b"]) }
        }
        let error = await #expect(throws: HeraldError.self) { try await send("GET", server.url) }
        #expect(error?.code == .network)
    }

    @Test("a redirect never drops the encryption")
    func downgrade() throws {
        let request = HTTPRequest("GET", "https://a.example/")
        let from = NetworkTarget(scheme: "https", host: "a.example", port: 443)
        let error = #expect(throws: HeraldError.self) {
            try RedirectRule.next(request, from: from, to: RequestURL("http://a.example/"), status: 302)
        }
        #expect(error?.code == .network)
    }

    @Test("the policy judges each hop")
    func judged() async throws {
        let (first, second) = (server(), server())
        let client = NetworkClient(policy: .plugins(granted: ["127.0.0.1:\(first.port)"]))
        let fine = try await client.send(HTTPRequest("GET", "\(first.url)/302//end", maximumRedirects: 1))
        #expect(fine.status == 200)
        let error = await #expect(throws: HeraldError.self) {
            try await client.send(HTTPRequest("GET", "\(first.url)/302/\(second.url)/end", maximumRedirects: 1))
        }
        #expect(error?.code == .denied && error?.hint == "--allow-net 127.0.0.1")
    }

    @Test("a redirect leads to a denied address under no name", arguments: ["localhost", "0.0.0.0", "127.0.0.1"])
    func deniedHop(host: String) async throws {
        let (first, second) = (server(), server())
        let client = NetworkClient(
            policy: .plugins(
                granted: ["127.0.0.1:\(first.port)", "\(host):\(second.port)"],
                denied: ["127.0.0.1:\(second.port)"]
            )
        )
        let error = await #expect(throws: HeraldError.self) {
            let target = "\(first.url)/302/http://\(host):\(second.port)/end"
            return try await client.send(HTTPRequest("GET", target, maximumRedirects: 1))
        }
        #expect(error?.code == .denied && error?.hint == "a --deny-net flag forbids it")
    }
}
