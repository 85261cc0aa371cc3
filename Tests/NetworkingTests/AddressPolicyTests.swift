import Testing
import Values

@testable import Networking

@Suite("Address policy")
struct AddressPolicyTests {
    private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text: text)) }

    @Test(
        "a grant is a host, a host with port or an origin",
        arguments: [
            ("127.0.0.1", true), ("127.0.0.1:8080", true), ("http://127.0.0.1:8080", true),
            ("HTTP://127.0.0.1:8080", true),
            ("127.0.0.1:8081", false), ("https://127.0.0.1:8080", false), ("localhost", false), ("127.0.0", false),
            ("[::ffff:127.0.0.1]", true), ("127.0.0.2", false), ("*", false), ("*.0.0.1", false),
            ("ws://127.0.0.1", false),
            ("ws://127.0.0.1:8080", true), ("", false),
        ]
    )
    func grants(grant: String, isAllowed: Bool) throws {
        let target = NetworkTarget(scheme: "http", host: "127.0.0.1", port: 8080)
        let policy = AddressPolicy.plugins(granted: [grant])
        #expect(policy.allows(try address("127.0.0.1"), for: target) == isAllowed)
        #expect(AddressPolicy.any.allows(try address("127.0.0.1"), for: target))
    }

    @Test(
        "a loopback address is refused whatever its spelling",
        arguments: [
            ("127.0.0.1", HeraldError.Code.denied), ("localhost", .denied), ("[::1]", .denied), ("0.0.0.0", .denied),
            ("[::]", .denied), ("[::ffff:127.0.0.1]", .denied), ("[::ffff:7f00:1]", .denied),
            ("127.255.255.254", .denied),
            ("LOCALHOST", .denied), ("１２７.0.0.1", .denied), ("127.1", .badURL), ("0x7f000001", .badURL),
            ("2130706433", .badURL), ("017700000001", .badURL), ("0", .badURL), ("127.0.0.1.", .badURL),
        ]
    )
    func refused(host: String, code: HeraldError.Code) async throws {
        let server = LoopbackServer { peer in
            while peer.request() != nil { peer.respond("200 OK", "secret") }
        }
        let client = NetworkClient(policy: .plugins(granted: []))
        let error = await #expect(throws: HeraldError.self) {
            try await client.send(HTTPRequest("GET", "http://\(host):\(server.port)/"))
        }
        #expect(error?.code == code)
        #expect((error?.hint?.hasPrefix("--allow-net ") == true) == (code == .denied))
        let socketError = await #expect(throws: HeraldError.self) {
            try await client.connect("ws://\(host):\(server.port)/", headers: [])
        }
        #expect(socketError?.code == code)
        await client.shutDown()
        server.stop()
    }

    @Test("a granted name may lead to this machine")
    func granted() async throws {
        let server = LoopbackServer { peer in
            while peer.request() != nil { peer.respond("200 OK") }
        }
        let client = NetworkClient(policy: .plugins(granted: ["localhost"]))
        let response = try await client.send(HTTPRequest("GET", "http://localhost:\(server.port)/"))
        #expect(response.status == 200)
        // The connection is pooled now; under another name the same address is judged again.
        let error = await #expect(throws: HeraldError.self) {
            try await client.send(HTTPRequest("GET", "http://127.0.0.1:\(server.port)/"))
        }
        #expect(error?.code == .denied)
    }

    @Test(
        "a denial meets the address under any name and spelling, and is stronger than a grant",
        arguments: [
            ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "0.0.0.0", true), ("127.0.0.1", "::", true),
            ("127.0.0.1", "::1", true), ("127.0.0.1", "::ffff:127.0.0.1", true), ("127.0.0.1", "127.0.0.2", true),
            ("0.0.0.0", "127.0.0.1", true), ("[::]", "::1", true), ("::1", "127.0.0.1", true),
            ("[0:0:0:0:0:0:0:1]", "::1", true), ("127.1", "127.0.0.1", true), ("localhost", "127.0.0.1", true),
            ("LOCALHOST.", "::1", true), ("a.localhost", "127.0.0.1", true), ("*", "8.8.8.8", true),
            ("127.0.0.1:8080", "127.0.0.1", true), ("127.0.0.1:8081", "127.0.0.1", false),
            ("http://localhost:8080", "127.0.0.1", true), ("http://localhost", "127.0.0.1", false),
            ("https://[::1]:8080/", "::1", true), ("[::1]:8081", "::1", false),
            ("10.1.2.3", "10.1.2.3", true), ("10.1.2.3", "::ffff:10.1.2.3", true), ("10.1.2.3", "10.1.2.4", false),
            ("8.8.8.8", "8.8.8.8", true), ("8.8.8.8", "64:ff9b::808:808", true), ("8.8.8.8", "8.8.4.4", false),
            ("2606:4700::1111", "2606:4700:0::1111", true), ("[2606:4700::1111]:8080", "2606:4700::1111", true),
            ("127.0.0.1", "10.0.0.1", false), ("example.com", "127.0.0.1", false),
        ]
    )
    func denials(denial: String, text: String, isDenied: Bool) throws {
        let target = NetworkTarget(scheme: "http", host: "name.example", port: 8080)
        let policy = AddressPolicy.plugins(granted: [], server: target.origin, denied: [denial])
        let address = try address(text)
        #expect(policy.allows(address, for: target) == !isDenied)
        #expect((policy.refusal(address, for: target).hint == "a --deny-net flag forbids it") == isDenied)
    }

    @Test(
        "a denied address is reached by none of its names",
        arguments: ["127.0.0.1", "localhost", "0.0.0.0", "[::ffff:127.0.0.1]", "[::ffff:0.0.0.0]"]
    )
    func deniedConnection(host: String) async throws {
        let server = LoopbackServer { peer in
            while peer.request() != nil { peer.respond("200 OK", "secret") }
        }
        let granted = ["127.0.0.1", host, "0.0.0.0", "[::ffff:127.0.0.1]", "[::ffff:0.0.0.0]"]
        let open = NetworkClient(policy: .plugins(granted: granted))
        #expect(try await open.send(HTTPRequest("GET", "http://\(host):\(server.port)/")).status == 200)
        for denial in ["127.0.0.1", "127.0.0.1:\(server.port)", "localhost"] {
            let client = NetworkClient(policy: .plugins(granted: granted, denied: [denial]))
            let error = await #expect(throws: HeraldError.self) {
                try await client.send(HTTPRequest("GET", "http://\(host):\(server.port)/"))
            }
            #expect(error?.code == .denied)
            #expect(error?.hint == "a --deny-net flag forbids it")
            let socketError = await #expect(throws: HeraldError.self) {
                try await client.connect("ws://\(host):\(server.port)/", headers: [])
            }
            #expect(socketError?.code == .denied)
            await client.shutDown()
        }
        await open.shutDown()
    }

    @Test("a granted name leads to no address that is not granted itself, and the server's origin to any")
    func names() throws {
        let target = NetworkTarget(scheme: "http", host: "name.example", port: 8080)
        let (home, web) = (try address("192.168.1.1"), try address("8.8.8.8"))
        let named = AddressPolicy.plugins(granted: ["name.example", "name.example:8080", "http://name.example:8080"])
        #expect(!named.allows(home, for: target) && named.allows(web, for: target))
        #expect(named.refusal(home, for: target).hint == "--allow-net 192.168.1.1")
        #expect(AddressPolicy.plugins(granted: ["name.example", "192.168.1.1:8080"]).allows(home, for: target))
        let server = AddressPolicy.plugins(granted: [], server: "http://NAME.example:8080")
        #expect(
            server.allows(home, for: target)
                && !server.allows(home, for: NetworkTarget(scheme: "http", host: "name.example", port: 80))
        )
        #expect(
            !AddressPolicy.plugins(granted: [], server: "http://name.example:8080", denied: ["192.168.1.1"]).allows(
                home,
                for: target
            )
        )
    }
}
