import Herald
import TestSupport
import Testing
import Values

/// `apiCall` through its plugin, over real sockets.
@Suite("apiCall")
struct APICallTests {
    private func with<Value: Sendable>(
        _ script: @escaping @Sendable (ScriptedPeer, _ request: String) -> Void,
        _ body: (Runtime, ScriptedServer) async throws -> Value
    ) async throws -> Value {
        let server = ScriptedServer { peer in
            while true {
                let request = peer.request()
                if request.isEmpty { return }
                script(peer, request)
            }
        }
        defer { server.stop() }
        var configuration = Runtime.Configuration(plugins: .none)
        configuration.pluginDirectories = [Files.packageRoot + "/plugins"]
        configuration.permissions.allowNet = [server.address]
        let runtime = try await Runtime(configuration: configuration)
        do {
            let value = try await body(runtime, server)
            await runtime.shutDown()
            return value
        } catch {
            await runtime.shutDown()
            throw error
        }
    }

    private func action(_ url: String, _ more: JSONObject = [:]) -> JSON {
        var action: JSON = ["type": "apiCall", "url": .string(url), "method": "GET"]
        for (key, value) in more { action[key] = value }
        return action
    }

    @Test("sends method, headers and JSON, and nothing of the host's own")
    func sends() async throws {
        try await with { peer, request in
            peer.respond(
                "200 OK",
                headers: ["Set-Cookie: a=1", "Set-Cookie: b=2", "X-A: 1", "x-a: 2"],
                Array(request.utf8)
            )
        } _: { runtime, server in
            let call = action(
                server.url + "/a%20b?q=%0A",
                ["method": "PUT", "headers": ["X-Mine": "yes", "Authorization": "Bearer mine"], "body": ["n": 1]]
            )
            for _ in 0..<2 {
                let result = await runtime.perform(action: call).result
                let request = (result["body"].string ?? "").split(separator: "\r\n", omittingEmptySubsequences: false)
                #expect(request.first == "PUT /a%20b?q=%0A HTTP/1.1")
                #expect(request.last == #"{"n":1}"#)
                let names = request.dropFirst().prefix { !$0.isEmpty }.map { $0.prefix { $0 != ":" }.lowercased() }
                #expect(
                    names.sorted() == [
                        "accept", "authorization", "content-length", "content-type", "host", "user-agent", "x-mine",
                    ]
                )
                #expect(result["headers"]["set-cookie"] == "a=1\nb=2")
                #expect(result["headers"]["x-a"] == "1, 2")
                #expect(result["json"].isNull)
            }
        }
    }

    @Test("a redirect to another origin loses what may be a credential")
    func otherOrigin() async throws {
        let echo = ScriptedServer { peer in peer.respond("200 OK", Array(peer.request().utf8)) }
        defer { echo.stop() }
        let first = ScriptedServer { peer in
            _ = peer.request()
            peer.respond("302 Found", headers: ["Location: \(echo.url)/end"])
        }
        defer { first.stop() }
        var configuration = Runtime.Configuration(plugins: .none)
        configuration.pluginDirectories = [Files.packageRoot + "/plugins"]
        configuration.permissions.allowNet = [first.address, echo.address]
        let runtime = try await Runtime(configuration: configuration)
        let headers: JSON = ["Authorization": "Bearer mine", "Cookie": "a=1", "X-Api-Key": "k", "Accept": "text/plain"]
        let outcome = await runtime.perform(action: action(first.url, ["headers": headers]))
        await runtime.shutDown()
        let request = outcome.result["body"].string?.lowercased() ?? ""
        #expect(request.hasPrefix("get /end ") && request.contains("accept: text/plain"), "\(outcome)")
        for name in ["authorization", "cookie", "x-api-key"] { #expect(!request.contains(name)) }
    }

    @Test("a redirect of a call that changes something is handed back")
    func handedBack() async throws {
        try await with { peer, _ in
            peer.respond("307 Go", headers: ["Location: /elsewhere"])
        } _: { runtime, server in
            let result = await runtime.perform(action: action(server.url, ["method": "POST"])).result
            #expect(result["status"] == 307 && result["headers"]["location"] == "/elsewhere")
        }
    }

    @Test(
        "an answer comes as text, JSON or base 64",
        arguments: [
            (Array("[1,2.0]".utf8), ["body": "[1,2.0]", "json": [1, 2.0]]), (Array("a".utf8), ["body": "a"]),
            ([], ["body": ""]), ([0xFF, 0x00], ["base64": "/wA="]),
        ] as [([UInt8], JSONObject)]
    )
    func bodies(bytes: [UInt8], expected: JSONObject) async throws {
        try await with { peer, _ in
            peer.respond("418 Teapot", bytes)
        } _: { runtime, server in
            var result = await runtime.perform(action: action(server.url)).result.object ?? [:]
            #expect(result["status"] == 418)
            result["status"] = nil
            result["headers"] = nil
            #expect(result == expected)
        }
    }

    @Test("a slow and a long answer are errors of their own")
    func limits() async throws {
        try await with { peer, request in
            guard request.hasPrefix("GET /slow") else {
                return peer.respond("200 OK", [UInt8](repeating: 65, count: 1001))
            }
            peer.waitUntilGone()
        } _: { runtime, server in
            let slow = await runtime.perform(action: action(server.url + "/slow", ["timeout": 0.2]))
            #expect(slow.status == .failed && slow.error?.code == .timeout)
            let long = await runtime.perform(action: action(server.url, ["maximumBytes": 1000]))
            #expect(long.status == .failed && long.error?.code == .tooLarge)
            let fits = await runtime.perform(action: action(server.url, ["maximumBytes": 1001]))
            #expect(fits.status == .performed)
        }
    }

    @Test(
        "limits outside their range are refused",
        arguments: [("timeout", 0), ("timeout", 56), ("timeout", "1"), ("maximumBytes", 0), ("maximumBytes", 1.5)]
            as [(String, JSON)]
    )
    func badLimits(name: String, value: JSON) async throws {
        try await with { _, _ in
        } _: { runtime, server in
            let outcome = await runtime.perform(action: action(server.url, [name: value]))
            #expect(outcome.status == .refused && outcome.error?.pointer == "/\(name)")
        }
    }
}
