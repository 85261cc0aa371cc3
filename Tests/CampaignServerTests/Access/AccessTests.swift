import Storage
import StorageSQLite
import Testing
import Values

@testable import CampaignServer

struct AccessTests {
    /// Who may call what, and how a refusal is told.
    @Test(arguments: [
        ("GET", "/healthz", ["none": 200, "bad": 200]),
        ("GET", "/v1/campaigns", ["none": 401, "embed": 200, "admin": 200, "bad": 401, "user": 401, "visitor": 200]),
        (
            "POST", "/v1/users/ana/tokens",
            ["none": 401, "embed": 403, "admin": 201, "bad": 401, "user": 403, "visitor": 403, "behalf": 403]
        ),
        (
            "GET", "/v3/notification-feed",
            ["none": 401, "embed": 401, "admin": 200, "bad": 401, "user": 200, "visitor": 200, "behalf": 200]
        ),
        ("GET", "/v3/templates", ["none": 401, "embed": 401, "admin": 200, "user": 200]),
        ("GET", "/v1/engagements/x", ["none": 401, "embed": 401, "admin": 404, "user": 401, "visitor": 404]),
        (
            "POST", "/v3/notifications/messages",
            ["none": 401, "embed": 403, "admin": 400, "user": 403, "behalf": 403, "other": 403, "foreign": 401]
        ),
        ("GET", "/v1/realtime", ["none": 401, "embed": 401, "user": 401, "visitor": 426]),
    ])
    func whoMayCallWhat(_ method: String, _ target: String, _ expected: [String: Int]) async throws {
        let test = try await TestServer.start()
        let token = try await test.server.mintToken(user: "ana")
        let credentials: [String: TestServer.Credentials] = [
            "none": .none, "embed": .embed, "admin": .admin, "user": .user("ana"), "visitor": .visitor("ana"),
            "bad": .headers("apikey: hak_000000000000000000000000\r\n"),
            "behalf": .headers("apikey: \(test.server.adminKey)\r\nonbehalfof: ana\r\n"),
            "other": .headers("authtoken: \(token)\r\nonbehalfof: ben\r\n"),
            "foreign": .headers("apikey: \(test.server.adminKey)\r\nappid: other\r\n"),
        ]
        for (name, status) in expected {
            let answer = try await test.ask(method, target, credentials[name] ?? .none)
            #expect(answer.status == status, "\(name): \(answer.body)")
            guard status >= 400 else { continue }
            #expect(answer.code?.hasPrefix("ERR_") == true)
            #expect(answer.body["error"]["source"] == "campaigns-service")
            #expect(status != 401 || answer.code == "ERR_UNAUTHORIZED")
        }
        #expect(test.logged.withLock { lines in !lines.contains { $0.contains("hak_") || $0.contains("hut_") } })
        await test.stop()
    }

    @Test func storedKeysOpenUntilTheyAreRevoked() async throws {
        let test = try await TestServer.start()
        let key = AccessKeyText.make(.admin, random: SystemRandomSource())
        let headers = TestServer.Credentials.headers("apikey: \(key)\r\n")
        #expect(try await test.ask("GET", "/v3/templates", headers).status == 401)
        let stored = try await test.store.addKey(kind: .admin, digest: AccessKeyText.digest(key), label: "test")
        #expect(try await test.ask("GET", "/v3/templates", headers).status == 200)
        _ = try await test.store.revokeKey(stored.id)
        #expect(try await test.ask("GET", "/v3/templates", headers).status == 401)
        await test.stop()
    }

    /// A key opens what its rights name and nothing else.
    @Test(
        arguments: [
            ([], ["GET /v3/templates": 403, "GET /v3/notification-feed?receiver=ana": 403, "POST /v3/templates": 403]),
            ([.read], ["GET /v3/templates": 200, "POST /v3/templates": 403, "POST /v3/notifications/messages": 403]),
            (
                [.send],
                ["GET /v3/templates": 403, "POST /v3/notifications/messages": 400, "POST /v1/users/ana/tokens": 403]
            ),
            ([.catalog], ["POST /v3/templates": 400, "PUT /v3/channels/inbox": 400, "POST /v1/users/ana/tokens": 403]),
            (
                [.users],
                ["POST /v1/users/ana/tokens": 201, "POST /v3/notification-feed/read": 400, "GET /v3/templates": 403]
            ),
        ] as [(Set<AccessKey.Right>, [String: Int])]
    )
    func aKeyHasItsRightsOnly(_ rights: Set<AccessKey.Right>, _ expected: [String: Int]) async throws {
        let test = try await TestServer.start()
        let key = AccessKeyText.make(.admin, random: SystemRandomSource())
        let digest = AccessKeyText.digest(key)
        _ = try await test.store.addKey(kind: .admin, digest: digest, label: nil, rights: rights)
        for (call, status) in expected {
            let words = call.split(separator: " ").map(String.init)
            let answer = try await test.ask(words[0], words[1], .headers("apikey: \(key)\r\n"))
            #expect(answer.status == status, "\(rights) \(call): \(answer.body)")
        }
        let behalf = TestServer.Credentials.headers("apikey: \(key)\r\nonbehalfof: ana\r\n")
        let acting = try await test.ask("GET", "/v3/notification-feed", behalf)
        #expect(acting.status == (rights.contains(.users) ? 200 : 403))
        await test.stop()
    }

    @Test func tokensOfAUserAreRevokedTogether() async throws {
        let test = try await TestServer.start()
        let ana = TestServer.Credentials.headers(try await test.headers(.user("ana")))
        let ben = TestServer.Credentials.headers(try await test.headers(.user("ben")))
        #expect(try await test.ask("GET", "/v3/notification-feed", ana).status == 200)
        #expect(try await test.store.revokeTokens(of: "ana") != nil)
        #expect(try await test.ask("GET", "/v3/notification-feed", ana).status == 401)
        #expect(try await test.ask("GET", "/v3/notification-feed", ben).status == 200)
        #expect(try await test.ask("GET", "/v3/notification-feed", .user("ana")).status == 200)
        await test.stop()
    }

    @Test func tokensExpire() async throws {
        let test = try await TestServer.start()
        let minted = try await test.ask("POST", "/v1/users/new/tokens", body: ["expiresIn": 60, "createUser": true])
        #expect(minted.status == 201)
        #expect(minted.data["user"] == "new")
        #expect(minted.data["expiresAt"] == .int(test.clock.wallSeconds + 60))
        let headers = TestServer.Credentials.headers("authtoken: \(minted.data["token"].string ?? "")\r\n")
        #expect(try await test.ask("GET", "/v3/notification-feed", headers).status == 200)
        #expect(try await test.store.user("new") != nil)
        test.clock.advance(by: .seconds(60))
        #expect(try await test.ask("GET", "/v3/notification-feed", headers).status == 401)
        await test.stop()
    }

    @Test func aTokenIsOfAUserWhoIsThere() async throws {
        let test = try await TestServer.start()
        let refused = try await test.ask("POST", "/v1/users/anna/tokens")
        #expect(refused.status == 404 && refused.code == "ERR_NOT_FOUND")
        #expect(refused.body["error"]["details"][0].string?.contains("did you mean \"ana\"?") == true)
        #expect(try await test.store.user("anna") == nil)
        let slip = try await test.ask("POST", "/v1/users/anna/tokens", body: ["createUsr": true])
        #expect(slip.status == 400)
        #expect(slip.body["error"]["details"] == ["there is no member \"createUsr\"; did you mean \"createUser\"?"])
        await test.stop()
    }

    @Test func theServerTellsWhoseATokenIs() async throws {
        let test = try await TestServer.start()
        #expect(try await test.ask("GET", "/v1/token", .user("ben")).data == ["user": "ben"])
        for credentials in [TestServer.Credentials.none, .admin, .embed] {
            #expect(try await test.ask("GET", "/v1/token", credentials).status == 401)
        }
        await test.stop()
    }

    @Test(
        arguments: [
            ([.catalog], "POST", "/v1/authoring", "users and send", ["catalog", "users", "send"]),
            ([], "POST", "/v1/authoring", "catalog, users and send", ["catalog", "users", "send"]),
            ([.read], "POST", "/v3/notifications/messages", "send", ["send"]),
        ] as [(Set<AccessKey.Right>, String, String, String, JSON)]
    )
    func allRightsThatAreNeededAreNamedAtOnce(
        _ rights: Set<AccessKey.Right>,
        _ method: String,
        _ target: String,
        _ missing: String,
        _ needed: JSON
    ) async throws {
        let test = try await TestServer.start()
        let key = AccessKeyText.make(.admin, random: SystemRandomSource())
        _ = try await test.store.addKey(kind: .admin, digest: AccessKeyText.digest(key), label: nil, rights: rights)
        let error = try await test.ask(method, target, .headers("apikey: \(key)\r\n")).body["error"]
        #expect(error["message"].string?.hasSuffix(" \(missing).") == true, "\(error)")
        #expect(error["details"]["neededRights"] == needed)
        await test.stop()
    }

    @Test(arguments: ["{\"expiresIn\": 0}", "{\"expiresIn\": \"1\"}", "{\"expiresIn\": 1e9}", "[]", "{"])
    func refusesABadExpiry(_ body: String) async throws {
        let test = try await TestServer.start()
        let connection = try RawConnection.open(test.server.port)
        await connection.send(
            "POST /v1/users/ana/tokens HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n"
                + "\(try await test.headers(.admin))\r\n\(body)"
        )
        #expect(try await connection.reply().status == 400)
        await test.stop()
    }
}

struct UserTokenTests {
    private let tokens = UserTokens(secret: Array("secret".utf8), clock: ManualClock())

    @Test(arguments: ["ana", "Zoë", "a:b.c", "x y", String(repeating: "u", count: 256)])
    func namesItsUser(_ user: String) {
        let minted = tokens.mint(user: user, generation: 3)
        let claim = UserTokens.Claim(user: user, generation: 3, expiresAt: minted.expiresAt)
        #expect(tokens.claim(of: minted.token) == claim)
        #expect(minted.token.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }

    @Test func refusesEveryChange() {
        let token = Array(tokens.mint(user: "ana", generation: 0).token.utf8)
        for place in token.indices {
            var changed = token
            changed[place] = changed[place] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
            #expect(tokens.claim(of: String(decoding: changed, as: UTF8.self)) == nil)
            #expect(tokens.claim(of: String(decoding: token[..<place], as: UTF8.self)) == nil)
        }
    }

    @Test(arguments: [
        "", "hut_", "hut_.", "hut_a.b", "hut_..", "hek_x", "hut_\u{0}.", String(repeating: "h", count: 5000),
    ])
    func refusesGarbage(_ token: String) {
        #expect(tokens.claim(of: token) == nil)
    }

    @Test func refusesAnotherSecret() {
        let other = UserTokens(secret: Array("other".utf8), clock: ManualClock())
        #expect(other.claim(of: tokens.mint(user: "ana", generation: 0).token) == nil)
    }
}

struct DigestTests {
    /// RFC 4231 §4.3, and the sample of FIPS 180-4.
    @Test func agreesWithTheStandards() {
        let signature = Digest.signature(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        #expect(Digest.hexadecimal(signature) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(Digest.sha256Text("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Digest.areEqual([1, 2], [1, 2]) && !Digest.areEqual([1, 2], [1, 3]) && !Digest.areEqual([], []))
    }
}
