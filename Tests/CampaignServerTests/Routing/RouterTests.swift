import Storage
import Testing
import Values

@testable import CampaignServer

struct RouterTests {
    private func router() -> Router {
        let patterns: [(String, RoutePattern)] = [
            ("GET", "/v3/feed"), ("GET", "/v3/feed/{id}"), ("GET", "/v3/feed/count"), ("POST", "/v3/feed/{id}/read"),
            ("GET", "/v3/feed/{id}/{part}"), ("GET", "/v1/things/{id}"), ("POST", "/v1/things"),
        ]
        return Router(
            patterns.map { Route($0.0, $0.1, .open, APIOperation(.server, "Test", .empty(204))) { _ in .empty() } }
        )
    }

    @Test(arguments: [
        ("GET", "v3/feed", "v3 feed", [:]),
        ("HEAD", "v3/feed", "v3 feed", [:]),
        ("GET", "v3/feed/count", "v3 feed count", [:]),
        ("GET", "v3/feed/7", "v3 feed {id}", ["id": "7"]),
        ("GET", "v3.0/feed/7", "v3 feed {id}", ["id": "7"]),
        ("GET", "v3/campaigns/feed/7", "v3 feed {id}", ["id": "7"]),
        ("GET", "v3.0/campaigns/feed/7", "v3 feed {id}", ["id": "7"]),
        ("POST", "v3/feed/7/read", "v3 feed {id} read", ["id": "7"]),
        ("GET", "v3/feed/7/other", "v3 feed {id} {part}", ["id": "7", "part": "other"]),
    ])
    func finds(_ method: String, _ path: String, _ pattern: String, _ parameters: [String: String]) {
        guard case .route(let route, let found) = router().match(method, path.split(separator: "/").map(String.init))
        else {
            Issue.record("no route")
            return
        }
        let words = route.pattern.parts.map { part in
            switch part {
            case .word(let word): word
            case .parameter(let name): "{\(name)}"
            }
        }
        #expect(words.joined(separator: " ") == pattern)
        #expect(found == parameters)
    }

    @Test(arguments: [
        "", "v3", "v2/feed", "v3/feed/", "v3/campaigns", "v3/campaigns/other", "v1/campaigns/things/1", "/",
    ])
    func findsNothing(_ path: String) {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard case .none = router().match("GET", segments) else {
            Issue.record("a route for \(path)")
            return
        }
    }

    @Test(arguments: [
        ("DELETE", "v3/feed", ["GET", "HEAD", "OPTIONS"]),
        ("GET", "v1/things", ["OPTIONS", "POST"]),
        ("get", "v3/feed", ["GET", "HEAD", "OPTIONS"]),
    ])
    func namesOtherMethods(_ method: String, _ path: String, _ methods: [String]) {
        guard case .otherMethods(let found) = router().match(method, path.split(separator: "/").map(String.init)) else {
            Issue.record("no answer")
            return
        }
        #expect(found == methods)
    }

    @Test func answersOddRequestsInTheEnvelope() async throws {
        let test = try await TestServer.start()
        let unknown = try await test.ask("GET", "/nowhere", .none)
        #expect(unknown.status == 404)
        #expect(unknown.code == "ERR_NOT_FOUND")
        let method = try await test.ask("DELETE", "/v1/campaigns", .none)
        #expect(method.status == 405)
        #expect(method.reply.header("allow") == "GET, HEAD, OPTIONS")
        let options = try await test.ask("OPTIONS", "/v1/campaigns", .none)
        #expect(options.status == 204)
        #expect(options.reply.header("allow") == "GET, HEAD, OPTIONS")
        let head = try await test.ask("HEAD", "/healthz", .none)
        #expect(head.status == 200)
        await test.stop()
    }

    @Test(arguments: [("gzip", 415), ("identity, br", 415), ("GZIP", 415), ("identity", 201), ("", 201)])
    func takesBodiesAsTheyAre(_ coding: String, _ status: Int) async throws {
        let test = try await TestServer.start()
        let headers = TestServer.Credentials.headers(
            try await test.headers(.admin) + "Content-Encoding: \(coding)\r\n"
        )
        let answer = try await test.ask("POST", "/v3/templates/categories", headers, body: ["name": "New"])
        #expect(answer.status == status)
        if status == 415 {
            #expect(answer.code == "ERR_BAD_REQUEST" && answer.reply.header("accept-encoding") == "identity")
        }
        // There is nothing packed in no body.
        #expect(try await test.ask("GET", "/v3/templates", headers).status == 200)
        await test.stop()
    }

    /// What has a name that is a word of another route could not be reached.
    @Test func namesThatPeopleChooseAreNoWordsOfPaths() async throws {
        let test = try await TestServer.start()
        let paths = try await test.ask("GET", "/openapi.json", .none).body["paths"].object?.keys ?? []
        await test.stop()
        // `/v3.0` is the same once more.
        let all = paths.map { $0.split(separator: "/").map(String.init) }.filter { $0.first != "v3.0" }
        var words: [String: Set<String>] = [:]
        for path in all {
            for (place, part) in path.enumerated() where part.hasPrefix("{") {
                let start = path[..<place]
                let beside = all.filter { $0.count > place && $0.starts(with: start) }.map { $0[place] }
                words[start.joined(separator: "/"), default: []].formUnion(beside.filter { !$0.hasPrefix("{") })
            }
        }
        // The server makes the ids of items.
        words["v3/notification-feed"] = nil
        #expect(
            words.filter { !$0.value.isEmpty } == [
                "v3/templates": PathWords.besideTemplates, "v3/channels": PathWords.besideFeedChannels,
            ]
        )
        #expect(words.keys.contains("v1/users"))
    }

    @Test func echoesTheRequestID() async throws {
        let test = try await TestServer.start()
        let echoed = try await test.ask("GET", "/healthz", .headers("X-Request-Id: abc-1\r\n"))
        #expect(echoed.reply.header("x-request-id") == "abc-1")
        let made = try await test.ask("GET", "/healthz", .headers("X-Request-Id: a b\r\n"))
        #expect(made.reply.header("x-request-id")?.hasPrefix("req-") == true)
        await test.stop()
    }
}
