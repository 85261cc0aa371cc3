import Herald
import TestSupport
import Testing
import Values

/// `downloadFile` through its plugin, over real sockets into a real folder.
@Suite("downloadFile")
struct DownloadTests {
    private func with<Value: Sendable>(
        _ script: @escaping @Sendable (ScriptedPeer, _ request: String) -> Void,
        configure: (inout Runtime.Configuration) -> Void = { _ in },
        _ body: (Runtime, ScriptedServer, TemporaryDirectory) async throws -> Value
    ) async throws -> Value {
        let server = ScriptedServer { script($0, $0.request()) }
        defer { server.stop() }
        let folder = try TemporaryDirectory()
        var configuration = Runtime.Configuration(plugins: .none)
        configuration.pluginDirectories = [Files.packageRoot + "/plugins"]
        configuration.permissions.allowNet = [server.address]
        configuration.downloadsDirectory = folder.path
        configure(&configuration)
        let runtime = try await Runtime(configuration: configuration)
        do {
            let value = try await body(runtime, server, folder)
            await runtime.shutDown()
            return value
        } catch {
            await runtime.shutDown()
            throw error
        }
    }

    private static let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }

    private func action(_ url: String, _ more: JSONObject = [:]) -> JSON {
        var action: JSON = ["type": "downloadFile", "url": .string(url)]
        for (key, value) in more { action[key] = value }
        return action
    }

    @Test("saves a file whole, and a second one beside it")
    func saves() async throws {
        try await with { peer, _ in
            peer.respond("200 OK", Self.content)
        } _: { runtime, server, folder in
            let url = server.url + "/files/r%C3%A9port.pdf?x=/y"
            let outcome = await runtime.perform(action: action(url))
            let path = folder.file("réport.pdf")
            #expect(outcome.status == .performed)
            #expect(outcome.result == ["name": "réport.pdf", "bytes": 300_000, "path": .string(path)])
            #expect(
                outcome.effects.map(\.json) == [
                    [
                        "kind": "file", "name": "réport.pdf", "bytes": 300_000, "url": .string(url),
                        "path": .string(path),
                    ]
                ]
            )
            let bytes = try Files.read(path)
            #expect(bytes == Self.content)
            #expect(await runtime.perform(action: action(url)).result["name"] == "réport (1).pdf")
            let named = await runtime.perform(action: action(url, ["filename": ".profile"]))
            #expect(named.result["name"] == "_profile")
            #expect(Files.names(in: folder.path) == ["_profile", "réport (1).pdf", "réport.pdf"])
        }
    }

    @Test(
        "a card's name never leaves the folder",
        arguments: ["../a", "/etc/passwd", "a/b", "..\\a", "..", ".", "a\0b", "../../../../tmp/x"]
    )
    func traversal(name: String) async throws {
        try await with { peer, _ in
            peer.respond("200 OK", [1])
        } _: { runtime, server, folder in
            let outcome = await runtime.perform(action: action(server.url + "/a", ["filename": .string(name)]))
            #expect(outcome.status == .refused)
            #expect(outcome.error?.code == .invalidArgument && outcome.error?.pointer == "/filename")
            #expect(Files.names(in: folder.path).isEmpty)
        }
    }

    @Test(
        "a URL's name never leaves the folder either",
        arguments: [
            ("/%2e%2e%2fetc%2fpasswd", "_._etc_passwd"), ("/", "download"), ("", "download"), ("/a/", "a"),
            ("/..%5c..%5cx.bat", "_._.._x.bat"), ("/nul.txt", "_nul.txt"), ("/%FF", "%FF"),
        ]
    )
    func names(path: String, name: String) async throws {
        try await with { peer, _ in
            peer.respond("200 OK", [1, 2])
        } _: { runtime, server, folder in
            #expect(await runtime.perform(action: action(server.url + path)).result["name"] == .string(name))
            #expect(Files.names(in: folder.path) == [name])
        }
    }

    private static let faultCases: [(name: String, code: HeraldError.Code)] = [
        ("not found", .server), ("too long and says so", .tooLarge), ("too long and does not say so", .tooLarge),
        ("breaks off", .network), ("stalls", .timeout), ("no answer", .network),
    ]

    private static func answer(_ name: String, _ peer: ScriptedPeer) {
        switch name {
        case "not found": peer.respond("404 Not Found", Array("<html>".utf8))
        case "too long and says so": peer.respond("200 OK", content)
        case "too long and does not say so": peer.write(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + content)
        case "breaks off": peer.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\nhalf".utf8))
        case "stalls":
            peer.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\nhalf".utf8))
            peer.waitUntilGone()
        default: break
        }
    }

    @Test("of a fault nothing is left", arguments: faultCases)
    func faults(name: String, code: HeraldError.Code) async throws {
        try await with { peer, _ in
            Self.answer(name, peer)
        } _: { runtime, server, folder in
            let outcome = await runtime.perform(
                action: action(server.url + "/a.bin", ["maximumBytes": 100_000, "timeout": 0.5])
            )
            #expect(outcome.status == .failed && outcome.error?.code == code, "\(name): \(outcome)")
            #expect(outcome.effects.isEmpty)
            #expect(Files.names(in: folder.path).isEmpty)
        }
    }

    @Test("of a cancelled download nothing is left")
    func cancelled() async throws {
        let (reached, feed) = AsyncStream<Void>.makeStream()
        try await with { peer, _ in
            peer.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n".utf8) + Self.content)
            feed.yield()
            peer.waitUntilGone()
        } _: { runtime, server, folder in
            let action = action(server.url + "/a.bin")
            let task = Task {
                // A download that ends before it was reached must not hold up the test.
                defer { feed.finish() }
                return await runtime.perform(action: action)
            }
            for await _ in reached { break }
            task.cancel()
            let outcome = await task.value
            #expect(outcome.error?.code == .cancelled)
            #expect(outcome.effects.isEmpty)
            // The plugin's own end of it comes with the end of the runtime at the latest.
            await runtime.shutDown()
            #expect(Files.names(in: folder.path).isEmpty)
        }
    }

    @Test("where effects are only recorded the file is fetched and not kept")
    func recorded() async throws {
        try await with {
            peer,
            _ in
            peer.respond("200 OK", Self.content)
        } configure: {
            $0.downloadsDirectory = nil
        } _: { runtime, server, folder in
            let outcome = await runtime.perform(action: action(server.url + "/a.bin"))
            #expect(outcome.result == ["name": "a.bin", "bytes": 300_000])
            #expect(outcome.effects.first?.details["path"] == nil && outcome.effects.first?.kind == "file")
            #expect(Files.names(in: folder.path).isEmpty)
        }
    }

    @Test("a redirect is followed where it may be, and nowhere else")
    func redirects() async throws {
        try await with { peer, request in
            if request.hasPrefix("GET /end") { return peer.respond("200 OK", [7]) }
            let place = request.hasPrefix("GET /in") ? "/end" : "http://localhost:1/end"
            peer.respond("302 Found", headers: ["Location: \(place)"], Array("not this".utf8))
        } _: { runtime, server, folder in
            let followed = await runtime.perform(action: action(server.url + "/in/a.bin"))
            #expect(followed.result["bytes"] == 1)
            let bytes = try Files.read(folder.file("a.bin"))
            #expect(bytes == [7])
            let refused = await runtime.perform(action: action(server.url + "/out"))
            #expect(refused.status == .refused && refused.error?.code == .denied)
            #expect(Files.names(in: folder.path) == ["a.bin"])
        }
    }

    @Test(
        "refuses what is not granted and what is no URL of a file",
        arguments: [
            ("http://127.0.0.1:1/a", "denied"), ("https://other.example/a", "denied"), ("ftp://127.0.0.1/a", "bad_url"),
            ("file:///etc/passwd", "bad_url"), ("https:a", "bad_url"), ("http://2130706433/", "bad_url"),
            ("", "bad_url"),
            ("https://{{host}}/a", "bad_url"),
        ]
    )
    func refused(url: String, code: String) async throws {
        try await with { _, _ in
        } _: { runtime, _, folder in
            let outcome = await runtime.perform(action: action(url))
            #expect(outcome.status == .refused && outcome.error?.code.rawValue == code)
            #expect(Files.names(in: folder.path).isEmpty)
        }
    }

    @Test("a folder that may not be written to is left alone, also behind a link")
    func deniedFolder() async throws {
        let other = try TemporaryDirectory()
        try Files.link(other.file("link"), to: other.file("kept"))
        try Files.makeDirectories(other.file("kept"))
        try await with { peer, _ in
            peer.respond("200 OK", [1])
        } configure: {
            $0.downloadsDirectory = other.file("link")
            $0.permissions.denyWrite = [other.file("kept")]
        } _: { runtime, server, _ in
            let outcome = await runtime.perform(action: action(server.url + "/a"))
            #expect(outcome.status == .refused && outcome.error?.code == .denied)
            #expect(Files.names(in: other.file("kept")).isEmpty)
        }
    }

    @Test("an effect that saves a file uses the folder and its rules, too")
    func effect() async throws {
        let plugin = try TemporaryDirectory()
        try plugin.write(
            "plugin.json",
            """
            { "id": "saver", "version": "1.0.0", "kind": "lua", "entry": "init.lua", "engine": ">=1.0 <2.0",
              "provides": [ { "action": "saveText" } ], "permissions": { "downloads": true }, "description": "Saves", "license": "Apache-2.0" }
            """
        )
        try plugin.write(
            "init.lua",
            """
            local herald = require "herald"
            return { saveText = function(action)
                herald.effect("file", { name = ".a.txt", base64 = herald.base64.encode("text"), path = "/etc/passwd" })
                return {}
            end }
            """
        )
        try await with { _, _ in
        } configure: {
            $0.pluginDirectories.append(plugin.path)
        } _: { runtime, _, folder in
            let outcome = await runtime.perform(action: ["type": "saveText"])
            #expect(outcome.error == nil)
            #expect(
                outcome.effects.map(\.json) == [
                    ["kind": "file", "name": "_a.txt", "bytes": 4, "path": .string(folder.file("_a.txt"))]
                ],
                "\(outcome)"
            )
            let bytes = try Files.read(folder.file("_a.txt"))
            #expect(bytes == Array("text".utf8))
        }
    }

    @Test("a card's listeners hear how far a download is, in order, to its end")
    func progress() async throws {
        try await with { peer, _ in
            peer.respond("200 OK", Self.content)
        } _: { runtime, server, _ in
            let result = try await runtime.run(
                script: """
                    local herald = require "herald"
                    local card = herald.card { version = "1.0", style = {}, fallbackText = "x", body = {
                        { id = "get", type = "button", label = "Get", action = { type = "downloadFile", url = herald.args[1] } } } }
                    local heard, wrong = {}, 0
                    card:on("progress", function(event)
                        if event.elementId ~= "get" or event.message ~= "a.bin" or event.total ~= 300000 then wrong = wrong + 1 end
                        if heard[#heard] and heard[#heard].bytes >= event.bytes then wrong = wrong + 1 end
                        heard[#heard + 1] = event
                    end)
                    local outcome = card:tap "get"
                    return { status = outcome.status, wrong = wrong, last = heard[#heard].fraction, several = #heard > 1 }
                    """,
                arguments: [server.url + "/a.bin"]
            )
            #expect(result.value == ["status": "performed", "wrong": 0, "last": 1.0, "several": true])
        }
    }
}
