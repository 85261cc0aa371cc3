import Testing
import Values

@testable import Networking

/// Names that lead elsewhere the second time, over real sockets.
@Suite("Rebinding")
struct RebindingTests {
    /// Answers look-ups with one list of addresses after the other; the last one stays.
    private final class Turning: Sendable {
        private let answers: Lock<[[String]]>

        init(_ answers: [[String]]) { self.answers = Lock(answers) }

        func next() -> [String] { answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? [] } }
    }

    private func client(granted: [String], denied: [String] = [], _ answers: [[String]]) -> NetworkClient {
        let turning = Turning(answers)
        var settings = LoopSettings(
            clock: SystemClock(),
            random: SystemRandomSource(),
            webSocket: WebSocketSettings()
        )
        settings.resolver = { _ in turning.next() }
        return NetworkClient(policy: .plugins(granted: granted, denied: denied), settings: settings)
    }

    /// One answer for each connection, so that the next request has to look up the name again.
    private func server(
        _ respond: @escaping @Sendable (Peer) -> Void = { $0.respond("200 OK", "secret") }
    ) -> LoopbackServer {
        LoopbackServer { peer in
            if peer.request() != nil { respond(peer) }
        }
    }

    @Test(
        "a name that leads to a granted address and then to another one is refused there",
        arguments: ["127.0.0.1", "0.0.0.0", "::1", "::ffff:127.0.0.1", "10.0.0.1", "169.254.169.254"]
    )
    func secondAnswer(address: String) async throws {
        let server = server()
        // The server's address is granted under one spelling; it stands for a host of the internet.
        let client = client(granted: ["127.0.0.2"], [["127.0.0.2"], [address]])
        let url = "http://name.example:\(server.port)/"
        let first = try? await client.send(HTTPRequest("GET", url))
        // The server listens on 127.0.0.1 alone; that the connection was tried shows in the kind of failure.
        #expect(first == nil)
        let error = await #expect(throws: HeraldError.self) { try await client.send(HTTPRequest("GET", url)) }
        #expect(error?.code == .denied)
        #expect(error?.details["host"] == "name.example")
        await client.shutDown()
        server.stop()
    }

    @Test("a name that leads to this machine is refused although the name is granted, and reached when the address is")
    func grantedName() async throws {
        let server = server()
        let url = "http://name.example:\(server.port)/"
        let named = client(granted: ["name.example", "name.example:\(server.port)"], [["127.0.0.1"]])
        let error = await #expect(throws: HeraldError.self) { try await named.send(HTTPRequest("GET", url)) }
        #expect(error?.code == .denied && error?.hint == "--allow-net 127.0.0.1")
        let socketError = await #expect(throws: HeraldError.self) {
            try await named.connect("ws://name.example:\(server.port)/", headers: [])
        }
        #expect(socketError?.code == .denied)
        let addressed = client(granted: ["127.0.0.1:\(server.port)"], [["127.0.0.1"]])
        #expect(try await addressed.send(HTTPRequest("GET", url)).body == Array("secret".utf8))
        await named.shutDown()
        await addressed.shutDown()
        server.stop()
    }

    @Test("of several addresses only those that are allowed are tried")
    func mixed() async throws {
        let server = server()
        let url = "http://name.example:\(server.port)/"
        let client = client(granted: ["127.0.0.1"], [["10.0.0.1", "127.0.0.1"]])
        #expect(try await client.send(HTTPRequest("GET", url)).status == 200)
        await client.shutDown()
        server.stop()
    }

    @Test(
        "a redirect to a name of this machine is refused at that hop",
        arguments: ["other.example", "127.0.0.1", "[::1]"]
    )
    func redirect(host: String) async throws {
        let secret = server()
        let location = "http://\(host):\(secret.port)/"
        let first = server { $0.respond("302 Go", headers: ["Location: \(location)"]) }
        let client = client(granted: ["127.0.0.1:\(first.port)"], [["127.0.0.1"]])
        let error = await #expect(throws: HeraldError.self) {
            try await client.send(HTTPRequest("GET", "http://name.example:\(first.port)/", maximumRedirects: 3))
        }
        #expect(error?.code == .denied)
        await client.shutDown()
        first.stop()
        secret.stop()
    }

    @Test(
        "a redirect to a URL that the gate refuses is not followed",
        arguments: [
            "http://127.1/", "http://user@127.0.0.1/", "http://0x7f000001/", "https:127.0.0.1", "javascript:alert(1)",
        ]
    )
    func refusedLocation(location: String) async throws {
        let first = server { $0.respond("302 Go", headers: ["Location: \(location)"]) }
        let client = client(granted: ["127.0.0.1"], [["127.0.0.1"]])
        let error = await #expect(throws: HeraldError.self) {
            try await client.send(HTTPRequest("GET", "http://127.0.0.1:\(first.port)/", maximumRedirects: 3))
        }
        #expect(error?.code == .badURL)
        await client.shutDown()
        first.stop()
    }
}
