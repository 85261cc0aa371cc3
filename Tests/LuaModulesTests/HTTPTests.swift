import EmbeddedServer
import TestSupport
import Testing
import Values

@testable import LuaModules

struct HTTPTests {
    private func with<Value: Sendable>(
        granting: [String],
        answer: @escaping @Sendable (String) -> String,
        _ body: (World, ScriptedServer) async throws -> Value
    ) async throws -> Value {
        let server = ScriptedServer(answering: answer)
        defer { server.stop() }
        return try await World.with { configuration, _ in
            for host in granting {
                configuration.grant.allow(.net, [host == "here" ? "127.0.0.1:\(server.port)" : host])
            }
        } _: { world in
            try await body(world, server)
        }
    }

    private static func ok(_ body: String, _ headers: String = "") -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)"
    }

    @Test func aHostThatIsNotGrantedIsDeniedAndTheFlagNamed() async throws {
        try await with(granting: []) { _ in
            Self.ok("never")
        } _: { world, server in
            let error = try await world.failure("herald.http { url = '\(server.url)/a' }")
            #expect(error.code == .denied)
            #expect(error.hint?.contains("--allow-net 127.0.0.1:\(server.port)") == true, "\(error)")
        }
    }

    @Test func aGrantedHostAnswers() async throws {
        try await with(granting: ["here"]) { request in
            Self.ok(request, "X-Kind: echo\r\n")
        } _: { world, server in
            let answer = try await world.run(
                """
                return herald.http { url = herald.args[1], method = "PUT", headers = { ["x-mine"] = "yes" }, body = { a = 1 }, timeout = 20 }
                """,
                arguments: [server.url + "/path?q=1"]
            )
            let request = answer["body"].string ?? ""
            #expect(answer["status"] == 200)
            #expect(answer["headers"]["x-kind"] == "echo")
            #expect(request.hasPrefix("PUT /path?q=1 HTTP/1.1\r\n"))
            #expect(request.lowercased().contains("x-mine: yes"))
            #expect(request.lowercased().contains("content-type: application/json"))
            // No credentials of any server.
            #expect(!request.lowercased().contains("apikey"))
            #expect(!request.lowercased().contains("authtoken"))
        }
    }

    @Test func bodiesAreExactBothWays() async throws {
        let seen = Lock<[UInt8]>([])
        let all = (0...255).map { UInt8($0) }
        let server = ScriptedServer { peer in
            let request = peer.requestBytes()
            seen.withLock { $0 = request }
            peer.respond("200 OK", all)
        }
        defer { server.stop() }
        try await ScriptDesk.with { configuration, _ in
            configuration.grant.allow(.net, ["127.0.0.1:\(server.port)"])
        } _: { desk in
            let same = try await desk.run(
                """
                local all = {}
                for byte = 0, 255 do all[#all + 1] = string.char(byte) end
                local bytes = table.concat(all)
                local answer = herald.http {
                    url = "\(server.url)", method = "POST", body = bytes
                }
                return answer.body == bytes and answer.status
                """
            )
            #expect(same == 200)
            #expect(seen.withLock { $0.suffix(256) }.elementsEqual(all))
        }
    }

    @Test func theConnectedServerNeedsNoGrantAndGetsNoCredentials() async throws {
        try await World.with { world in
            let answer = try await world.run(
                """
                local app = herald.connect()
                return { herald.http { url = app.server .. "/healthz" }.status,
                         herald.http { url = app.server .. "/v1/campaigns" }.status }
                """
            )
            #expect(answer == [200, 401])
        }
    }

    @Test func aRedirectIsHandedToTheScript() async throws {
        let redirect = "HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\nContent-Length: 0\r\n\r\n"
        try await with(granting: ["here"]) { _ in
            redirect
        } _: { world, server in
            let answer = try await world.run("return herald.http { url = '\(server.url)' }")
            #expect(answer["status"] == 302)
            #expect(answer["headers"]["location"] == "http://10.0.0.1/")
        }
    }

    @Test func anActionFollowsNoRedirectToAHostThatIsNotGranted() async throws {
        let secret = ScriptedServer(answering: { _ in Self.ok("secret") })
        defer { secret.stop() }
        let redirect = "HTTP/1.1 302 Found\r\nLocation: \(secret.url)/\r\nContent-Length: 0\r\n\r\n"
        try await with(granting: ["here"]) { _ in
            redirect
        } _: { world, server in
            let outcome = await world.host.perform(action: [
                "type": "apiCall", "method": "GET", "url": .string(server.url),
            ])
            #expect(outcome.status == .refused)
            #expect(outcome.error?.code == .denied, "\(outcome)")
            #expect(outcome.error?.hint?.contains("--allow-net 127.0.0.1:\(secret.port)") == true, "\(outcome)")
        }
    }

    @Test(
        arguments: [
            ("herald.http {}", "invalid_argument", "url"),
            ("herald.http { url = 'nonsense' }", "bad_url", ""),
            ("herald.http { url = 'file:///etc/passwd' }", "bad_url", ""),
            ("herald.http { url = 'http://127.0.0.1:1/', timeout = 0 }", "invalid_argument", "timeout"),
            ("herald.http { url = 'http://127.0.0.1:1/', timeout = 600 }", "invalid_argument", "timeout"),
            ("herald.http { url = 'http://127.0.0.1:1/', headers = { a = 1 } }", "invalid_argument", "a"),
            ("herald.http { url = 'http://127.0.0.1:1/', heders = {} }", "invalid_argument", "heders"),
            ("herald.http { url = 'http://127.0.0.1:1/' }", "unreachable", ""),
            ("herald.http { url = 'http://127.0.0.2:1/' }", "denied", "127.0.0.2"),
        ] as [(String, HeraldError.Code, String)]
    )
    func faultsAreNamed(source: String, code: HeraldError.Code, message: String) async throws {
        try await World.with { configuration, _ in
            configuration.grant.allow(.net, ["127.0.0.1:1"])
        } _: { world in
            let error = try await world.failure(source)
            #expect(error.code == code, "\(error)")
            #expect(error.message.contains(message), "\(error)")
        }
    }

    @Test func aDenialIsStrongerThanAGrant() async throws {
        try await World.with { configuration, _ in
            configuration.grant.allow(.net, ["*"])
            configuration.grant.deny(.net, ["127.0.0.1"])
        } _: { world in
            let error = try await world.failure("herald.http { url = 'http://127.0.0.1:1/' }")
            #expect(error.code == .denied)
            #expect(error.hint?.contains("--deny-net") == true)
        }
    }

    @Test(arguments: ["localhost", "0.0.0.0", "[::ffff:127.0.0.1]", "127.0.0.1"])
    func aDeniedAddressIsReachedByNoOtherName(host: String) async throws {
        let server = ScriptedServer(answering: { _ in Self.ok("secret") })
        defer { server.stop() }
        for denial in ["127.0.0.1", "127.0.0.1:\(server.port)", "localhost"] {
            try await World.with { configuration, _ in
                configuration.grant.allow(.net, [host])
                configuration.grant.deny(.net, [denial])
            } _: { world in
                let url = "http://\(host):\(server.port)/"
                let error = try await world.failure("herald.http { url = '\(url)' }")
                #expect(error.code == .denied, "\(error)")
                #expect(error.hint == "a --deny-net flag forbids it")
                let outcome = await world.host.perform(action: [
                    "type": "apiCall", "method": "GET", "url": .string(url),
                ])
                #expect(outcome.error?.code == .denied, "\(outcome)")
                #expect(outcome.error?.hint == "a --deny-net flag forbids it")
            }
        }
    }

    @Test func theConnectedServerCanBeDenied() async throws {
        try await World.with { configuration, _ in
            configuration.grant.allow(.net, ["localhost"])
            configuration.grant.deny(.net, ["server"])
        } _: { world in
            let error = try await world.failure(
                "local url = herald.connect().server:gsub('127.0.0.1', 'localhost'); herald.http { url = url }"
            )
            #expect(error.code == .denied, "\(error)")
            #expect(error.hint == "a --deny-net flag forbids it")
        }
    }

    @Test(
        arguments: [("HOME_LIKE", "value", nil), ("OTHER", nil, "--allow-env OTHER")] as [(String, String?, String?)]
    )
    func variablesAreGrantedOneByOne(name: String, value: String?, hint: String?) async throws {
        try await World.with { configuration, _ in
            configuration.variables = ["HOME_LIKE": "value", "OTHER": "secret"]
            configuration.grant.allow(.env, ["HOME_LIKE"])
        } _: { world in
            let result = await world.attempt("return herald.env '\(name)'")
            #expect(result.values.first?.string == value)
            #expect(result.error?.hint == hint.map { "allow it with \($0)" })
        }
    }
}
