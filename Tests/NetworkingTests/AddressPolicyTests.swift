import Glibc
import Testing
import Values

@testable import Networking

@Suite("Address policy")
struct AddressPolicyTests {
    private func address(_ text: String) throws -> IPAddress {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return try #require(IPAddress(bytes.prefix(4))) }
        try #require(inet_pton(AF_INET6, text, &bytes) == 1)
        return try #require(IPAddress(bytes))
    }

    @Test(
        "addresses of this machine, of local networks and for special use are not public",
        arguments: [
            "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1",
            "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
            "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
            "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "::127.0.0.1", "fe80::1", "fec0::1", "fc00::1",
            "fd12::1",
            "ff02::1", "2001:db8::1", "2001::1", "3fff::1", "100::1", "4000::1",
        ]
    )
    func special(text: String) throws { #expect(!(try address(text).isPublic)) }

    @Test(
        "addresses of the internet are public",
        arguments: [
            "1.1.1.1", "8.8.8.8", "100.63.0.1", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.0.1", "198.17.0.1",
            "198.20.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450:4001::1", "::ffff:1.1.1.1",
            "64:ff9b::101:101",
        ]
    )
    func ordinary(text: String) throws { #expect(try address(text).isPublic) }

    @Test(
        "a grant is a host, a host with port or an origin",
        arguments: [
            ("127.0.0.1", true), ("127.0.0.1:8080", true), ("http://127.0.0.1:8080", true),
            ("HTTP://127.0.0.1:8080", true),
            ("127.0.0.1:8081", false), ("https://127.0.0.1:8080", false), ("localhost", false), ("127.0.0", false),
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
        arguments: ["127.0.0.1", "localhost", "127.1", "0x7f000001", "[::1]", "[::ffff:127.0.0.1]"]
    )
    func refused(host: String) async throws {
        let server = LoopbackServer { peer in
            while peer.request() != nil { peer.respond("200 OK", "secret") }
        }
        let client = NetworkClient(policy: .plugins(granted: []))
        let error = await #expect(throws: HeraldError.self) {
            try await client.send(HTTPRequest("GET", "http://\(host):\(server.port)/"))
        }
        #expect(error?.code == .denied)
        #expect(error?.hint?.hasPrefix("--allow-net ") == true)
        let socketError = await #expect(throws: HeraldError.self) {
            try await client.connect("ws://\(host):\(server.port)/", headers: [])
        }
        #expect(socketError?.code == .denied)
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
        let policy = AddressPolicy.plugins(granted: ["name.example"], denied: [denial])
        let address = try address(text)
        #expect(policy.allows(address, for: target) == !isDenied)
        #expect((policy.refusal(address, for: target).hint == "a --deny-net flag forbids it") == isDenied)
    }

    @Test(
        "a denied address is reached by none of its names",
        arguments: ["127.0.0.1", "localhost", "127.1", "0.0.0.0", "0", "[::ffff:127.0.0.1]", "[::ffff:0.0.0.0]"]
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
}
