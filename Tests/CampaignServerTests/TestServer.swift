import Glibc
import Storage
import StorageSQLite
import TestSupport
import Testing
import Values

@testable import CampaignServer

/// A server over a real database with a small world in it, and requests to it.
struct TestServer {
    let server: CampaignServer
    let store: SQLiteCampaignStore
    let clock: ManualClock
    let folder: TemporaryDirectory
    let logged: Lock<[String]>

    static let campaigns = """
        {"herald": 1,
         "users": [{"id": "ana", "name": "Ana"}, {"id": "ben", "name": "Ben"}],
         "categories": [{"name": "Updates"}, {"name": "Offers"}],
         "feedChannels": [{"channelId": "inbox", "name": "Inbox", "type": "in_app", "enabled": true}],
         "templates": [
           {"templateId": "parcel", "name": "Parcel", "category": "Updates", "tags": ["orders", "parcel"],
            "alternativeText": "Your parcel arrives {{eta}}",
            "variables": [{"key": "eta", "type": "string", "default": "soon"}],
            "card": {"version": "1.0", "style": {}, "fallbackText": "", "body": [{"type": "text", "id": "t", "content": "It arrives {{eta}}"}]}},
           {"templateId": "sale", "name": "Sale", "category": "Offers", "tags": ["offers"],
            "card": {"version": "1.0", "style": {}, "fallbackText": "", "body": [{"type": "text", "id": "t", "content": "Sale"}]}}],
         "campaigns": [{"id": "linen", "name": "Linen", "locale": "en",
           "channels": [{"type": "chat", "agent": "mila"}, {"type": "zva", "agent": "broken"},
                        {"type": "scheduledCallback"}]}]}
        """

    static let mila = """
        return {
          name = "Mila",
          greet = function(visitor) return "Hello " .. visitor.name end,
          reply = function(visitor, text, history)
            if text == "fail" then error("no idea") end
            if text == "quiet" then return nil end
            if text == "two" then return { "one", "two" } end
            if text == "loop" then while true do end end
            if text == "bad" then return 5 end
            return "You said " .. text .. " after " .. #history
          end,
        }
        """

    static func start(
        database: String? = nil,
        folder existing: TemporaryDirectory? = nil,
        limits: HTTPLimits = HTTPLimits()
    ) async throws -> TestServer {
        let folder = try existing ?? TemporaryDirectory()
        if existing == nil {
            try folder.write("campaigns/all.json", campaigns)
            try folder.write("agents/mila.lua", mila)
            try folder.write("agents/broken.lua", "return {{}")
        }
        let clock = ManualClock()
        let logged = Lock<[String]>([])
        let store = try await SQLiteCampaignStore.open(
            path: database ?? "\(folder.path)/herald.db",
            clock: clock,
            random: SystemRandomSource()
        )
        var configuration = CampaignServer.Configuration()
        configuration.campaigns = "\(folder.path)/campaigns"
        configuration.clock = clock
        configuration.limits = limits
        configuration.log = { level, message in logged.withLock { $0.append("\(level.rawValue) \(message)") } }
        let server = try await CampaignServer.start(on: store, configuration)
        return TestServer(server: server, store: store, clock: clock, folder: folder, logged: logged)
    }

    func stop() async {
        await server.shutDown()
        await store.close()
    }

    /// A reply with its body read.
    struct Answer {
        var status: Int
        var body: JSON
        var reply: RawConnection.Reply

        var code: String? { body["error"]["code"].string }
        var data: JSON { body["data"] }
    }

    /// Credentials of a request.
    enum Credentials {
        case none
        case admin
        case embed
        case user(String)
        /// A user's token beside the embed key.
        case visitor(String)
        case headers(String)
    }

    func headers(_ credentials: Credentials) async throws -> String {
        switch credentials {
        case .none: ""
        case .admin: "apikey: \(server.adminKey)\r\n"
        case .embed: "apikey: \(server.embedKey)\r\n"
        case .user(let user): "authtoken: \(try await server.mintToken(user: user))\r\n"
        case .visitor(let user):
            "apikey: \(server.embedKey)\r\nauthtoken: \(try await server.mintToken(user: user))\r\n"
        case .headers(let text): text
        }
    }

    func ask(
        _ method: String,
        _ target: String,
        _ credentials: Credentials = .admin,
        body: JSON? = nil
    ) async throws -> Answer {
        let connection = try RawConnection.open(server.port)
        let text = body?.text ?? ""
        await connection.send(
            "\(method) \(target) HTTP/1.1\r\nHost: x\r\nContent-Length: \(text.utf8.count)\r\n"
                + (try await headers(credentials)) + "\r\n" + text
        )
        let reply = try await connection.reply(hasBody: method != "HEAD")
        // Every answer of every test is as the server describes it.
        for fault in Self.description(server.routes).faults(method, target, reply) { Issue.record("\(fault)") }
        let value = reply.body.isEmpty ? JSON.null : try JSONText.parse(reply.body)
        return Answer(status: reply.status, body: value, reply: reply)
    }

    private static let kept = Lock<Description?>(nil)

    private static func description(_ routes: [Route]) -> Description {
        kept.withLock { kept in
            let description = kept ?? Description(json: APIDocument.json(routes))
            kept = description
            return description
        }
    }

    func socket(_ target: String, as user: String, receiveBuffer: Int32? = nil) async throws -> RawWebSocket {
        try await RawWebSocket.open(
            server.port,
            target,
            headers: try await headers(.visitor(user)),
            receiveBuffer: receiveBuffer
        )
    }

    /// Sends a template and gives the notification's id.
    @discardableResult
    func send(_ template: String, to receivers: [String], eta: String? = nil) async throws -> String {
        var body: JSON = ["templateId": .string(template), "receivers": .array(receivers.map(JSON.string))]
        if let eta {
            body["variables"] = .object(JSONObject(receivers.map { ($0, ["eta": .string(eta)]) }))
        }
        let answer = try await ask("POST", "/v3/campaigns/notifications/messages", body: body)
        return answer.data["notificationId"].string ?? answer.data["batchId"].string ?? "\(answer.body)"
    }
}
