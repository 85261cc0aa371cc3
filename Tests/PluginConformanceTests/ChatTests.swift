import Testing
import Values

@testable import Plugins

@Suite("The chat channel")
struct ChatTests {
    private let server = ChatServer()
    private let events = ChatEvents()

    private func open(_ server: ChatServer) async throws(HeraldError) -> (ShippedRegistry, ChannelHandle) {
        let shipped = ShippedRegistry { try await server.answer($0, $1, $2) }
        let params: JSON = ["campaign": ["id": "linen"], "options": [:], "user": ["id": "ana"]]
        return (shipped, try await shipped.registry.openSession(channel: "chat", params: params, sink: events.sink))
    }

    private func message(_ sequence: Int64, _ text: String, token: String? = nil) -> JSON {
        [
            "type": "message", "id": "m-\(sequence)", "sequence": .int(sequence), "text": .string(text),
            "from": ["kind": "agent", "name": "Mila"], "token": JSON(token), "sentAt": 1_767_225_600,
        ]
    }

    @Test("begins an engagement and hands on what comes, each once and in order")
    func messages() async throws {
        let (shipped, chat) = try await open(server)
        #expect(events.names == ["started"])
        #expect(events.events("started").first?["engagement"]["agent"]["name"] == "Mila")
        #expect(server.paths == ["/v1/engagements/e-1/socket?after=0"])
        server.feed(message(1, "Hello"))
        server.feed(message(1, "Hello"))
        server.feed(["type": "typing", "from": ["kind": "agent"]])
        server.feed(["type": "later version"])
        server.feed(message(2, "<b>you</b>"))
        await events.wait(for: "message", 2)
        #expect(events.names == ["started", "message", "typing", "message"])
        #expect(events.events("message").first?["sentAt"] == 1_767_225_600)
        let view = try await chat.command("view")
        #expect(view["text"] == "Mila: Hello\nMila: <b>you</b>")
        #expect(view["html"].string?.contains("&lt;b&gt;you") == true)
        _ = try await chat.close(reason: "finished")
        await shipped.registry.shutDown()
    }

    @Test("waits for the echo of what it sends, and hears a refusal")
    func send() async throws {
        let (shipped, chat) = try await open(server)
        let sending = Task { try await chat.command("send", ["text": "Is the blue one in stock?", "token": "t-1"]) }
        while server.sent.isEmpty { await Task.yield() }
        #expect(server.sent == [["type": "message", "token": "t-1", "text": "Is the blue one in stock?"]])
        server.feed(message(1, "Is the blue one in stock?", token: "t-1"))
        #expect(try await sending.value == ["id": "m-1", "sequence": 1])
        // The same token again: the same message, told to listeners once.
        let again = Task { try await chat.command("send", ["text": "Is the blue one in stock?", "token": "t-1"]) }
        while server.sent.count < 2 { await Task.yield() }
        server.feed(message(1, "Is the blue one in stock?", token: "t-1"))
        #expect(try await again.value == ["id": "m-1", "sequence": 1])
        #expect(events.events("message").count == 1)
        let refused = Task { try await chat.command("send", ["text": "x", "token": "t-2"]) }
        while server.sent.count < 3 { await Task.yield() }
        server.feed(["type": "error", "code": "too_large", "message": "too long", "token": "t-2"])
        await #expect(throws: HeraldError("too_large", "too long")) { try await refused.value }
        _ = try await chat.command("typing")
        _ = try await chat.command("read", ["sequence": 1])
        #expect(server.sent.suffix(2) == [["type": "typing"], ["type": "read", "sequence": 1]])
        await shipped.registry.shutDown()
    }

    @Test(
        "refuses commands that make no sense",
        arguments: [
            ("send", ["token": "t"], "invalid_argument"), ("send", ["text": "x"], "invalid_argument"),
            ("read", [:], "invalid_argument"), ("dance", [:], "unsupported"),
        ] as [(String, JSON, String)]
    )
    func badCommands(_ name: String, _ json: JSON, _ code: String) async throws {
        let (shipped, chat) = try await open(server)
        do {
            _ = try await chat.command(name, json)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.code.rawValue == code)
        }
        await shipped.registry.shutDown()
    }

    @Test("comes back after a broken connection, from the last message")
    func reconnect() async throws {
        let (shipped, chat) = try await open(server)
        server.feed(message(1, "Hello"))
        await events.wait(for: "message")
        let sending = Task { try await chat.command("send", ["text": "x", "token": "t"]) }
        while server.sent.isEmpty { await Task.yield() }
        server.hangUp()
        await events.wait(for: "reconnected")
        do {
            _ = try await sending.value
            Issue.record("nothing was thrown")
        } catch {
            #expect(HeraldError(error).code == .network)
        }
        #expect(server.paths.last == "/v1/engagements/e-1/socket?after=1")
        server.feed(message(2, "Still there?"))
        await events.wait(for: "message", 2)
        #expect(events.names == ["started", "message", "disconnected", "reconnected", "message"])
        await shipped.registry.shutDown()
    }

    @Test("asks for everything on behalf of who opened it, a new connection too")
    func mark() async throws {
        let (shipped, _) = try await PluginCallMark.$current.withValue(77) { try await open(server) }
        server.hangUp()
        await events.wait(for: "reconnected")
        #expect(shipped.services.marks(of: "server request") == [77])
        #expect(shipped.services.marks(of: "websocket connect") == [77, 77])
        await shipped.registry.shutDown()
    }

    @Test("fetches what is missing before it hands on what comes after, and asks once")
    func gap() async throws {
        let (shipped, _) = try await open(server)
        server.feed(message(1, "one"))
        server.feed(message(3, "three"))
        while server.paths.count < 2 { await Task.yield() }
        #expect(server.paths.last == "/v1/engagements/e-1/socket?after=1")
        server.feed(message(2, "two"))
        server.feed(message(3, "three"))
        await events.wait(for: "message", 3)
        #expect(events.events("message").map { $0["text"] } == ["one", "two", "three"])
        #expect(!events.names.contains("disconnected"))
        server.feed(message(9, "nine"))
        while server.paths.count < 3 { await Task.yield() }
        server.feed(message(9, "nine"))
        await events.wait(for: "message", 4)
        #expect(server.paths.count == 3)
        await shipped.registry.shutDown()
    }

    @Test("ends once, whoever ends it")
    func end() async throws {
        let (shipped, chat) = try await open(server)
        server.feed(["type": "ended", "reason": "remote"])
        server.feed(["type": "ended", "reason": "remote"])
        await events.wait(for: "ended")
        await #expect(throws: HeraldError(.invalidState, "the conversation is over")) {
            try await chat.command("typing")
        }
        _ = try await chat.close(reason: "finished")
        #expect(events.events("ended") == [["reason": "remote"]])
        #expect(server.ended == 0)
        await shipped.registry.shutDown()
    }

    @Test("ends the engagement at the server when it is closed")
    func close() async throws {
        let (shipped, chat) = try await open(server)
        _ = try await chat.close(reason: "finished")
        #expect(server.ended == 1)
        #expect(events.names == ["started", "ended"])
        await shipped.registry.shutDown()
    }

    @Test("says why there is no conversation")
    func openFails() async throws {
        await #expect(throws: HeraldError(.notFound, "there is no such campaign")) {
            _ = try await open(ChatServer(status: 404))
        }
        let shipped = ShippedRegistry()
        await #expect(throws: HeraldError.self) {
            _ = try await shipped.registry.openSession(channel: "chat", params: ["options": [:]], sink: events.sink)
        }
        #expect(shipped.services.asked.isEmpty)
        #expect(events.names.isEmpty)
    }
}
