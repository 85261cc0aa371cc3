import Plugins
import TestSupport
import Testing
import Values

@testable import LuaModules

/// The shipped actions that are written in Lua, as a tap reaches them.
struct CardActionTests {
    @Test(
        arguments: [
            (
                ["type": "chatWithUser", "uid": "ana"], ["user": "ana"],
                Effect(kind: "navigate", details: ["to": "user", "id": "ana"])
            ),
            (
                ["type": "chatWithGroup", "guid": "g-1"], ["group": "g-1"],
                Effect(kind: "navigate", details: ["to": "group", "id": "g-1"])
            ),
            (
                ["type": "initiateCall", "callType": "video", "uid": "ana"], ["callType": "video", "user": "ana"],
                Effect(kind: "call", details: ["type": "video", "to": "user", "id": "ana"])
            ),
            (
                ["type": "initiateCall", "callType": "audio", "guid": "g"], ["callType": "audio", "group": "g"],
                Effect(kind: "call", details: ["type": "audio", "to": "group", "id": "g"])
            ),
            (
                ["type": "initiateCall", "callType": "audio", "uid": "ana", "guid": "g"],
                ["callType": "audio", "user": "ana"],
                Effect(kind: "call", details: ["type": "audio", "to": "user", "id": "ana"])
            ),
            (
                ["type": "initiateCall", "callType": "audio", "uid": " ", "guid": "g"],
                ["callType": "audio", "group": "g"],
                Effect(kind: "call", details: ["type": "audio", "to": "group", "id": "g"])
            ),
            // Nobody here talks with them: the app is asked to.
            (
                ["type": "sendMessage", "text": "hi", "receiverUid": "ben", "receiverGuid": "g"], ["user": "ben"],
                Effect(kind: "message", details: ["text": "hi", "to": "user", "id": "ben"])
            ),
            (
                ["type": "sendMessage", "text": "hi", "receiverGuid": "g"], ["group": "g"],
                Effect(kind: "message", details: ["text": "hi", "to": "group", "id": "g"])
            ),
        ] as [(JSON, JSON, Effect)]
    )
    func performed(action: JSON, result: JSON, effect: Effect) async throws {
        try await ScriptDesk.with(configure: Self.withShipped) { desk in
            let outcome = await desk.host.perform(action: action)
            #expect(outcome.error == nil)
            #expect(outcome.result == result)
            #expect(outcome.effects == [effect])
        }
    }

    @Test(
        arguments: [
            (["type": "chatWithUser"], .invalidArgument, "/uid"),
            (["type": "chatWithUser", "uid": ""], .invalidArgument, "/uid"),
            (["type": "chatWithUser", "uid": " \t"], .invalidArgument, "/uid"),
            (["type": "chatWithUser", "uid": 7], .invalidArgument, "/uid"),
            (["type": "chatWithGroup", "guid": "\n"], .invalidArgument, "/guid"),
            (["type": "initiateCall", "uid": "ana"], .invalidArgument, "/callType"),
            (["type": "initiateCall", "callType": "fax", "uid": "ana"], .invalidArgument, "/callType"),
            (["type": "initiateCall", "callType": "audio"], .invalidArgument, "/uid"),
            (["type": "initiateCall", "callType": "audio", "uid": "", "guid": " "], .invalidArgument, "/uid"),
            (["type": "sendMessage"], .invalidArgument, "/text"),
            (["type": "sendMessage", "text": "  "], .invalidArgument, "/text"),
            (["type": "sendMessage", "text": "hi"], .invalidState, nil),
        ] as [(JSON, HeraldError.Code, String?)]
    )
    func refused(action: JSON, code: HeraldError.Code, pointer: String?) async throws {
        try await ScriptDesk.with(configure: Self.withShipped) { desk in
            let outcome = await desk.host.perform(action: action)
            #expect(outcome.error?.code == code)
            #expect(outcome.error?.pointer == pointer)
            #expect(outcome.effects.isEmpty)
        }
    }

    @Test(arguments: ["navigate", "call"])
    func denied(kind: String) async throws {
        try await ScriptDesk.with { configuration, folder in
            try Self.withShipped(&configuration, folder)
            configuration.grant.grant.denied.allow(kind == "call" ? .call : .navigate)
        } _: { desk in
            let action: JSON =
                kind == "call"
                ? ["type": "initiateCall", "callType": "audio", "uid": "a"] : ["type": "chatWithUser", "uid": "a"]
            let outcome = await desk.host.perform(action: action)
            #expect(outcome.status == .refused)
            #expect(outcome.error?.code == .denied)
            #expect(outcome.error?.hint == "a --deny-\(kind) flag forbids it")
        }
    }

    private static let chat = """
        local app = herald.connect { user = "ana" }
        local first = app:session { channel = "chat", campaign = app:campaigns()[1] }
        first:start()
        first:receive { timeout = 20 }
        local function tap(action)
            local button = { id = "b", type = "button", label = "Do", action = action }
            return herald.card({ version = "1.0", fallbackText = "A card", body = { button } }):tap "b"
        end

        """

    @Test(arguments: ["", "receiverUid = 'Echo'", "receiverUid = first.engagement.id", "receiverGuid = ' '"])
    func aMessageGoesToTheOpenSession(receiver: String) async throws {
        try await World.with { world in
            let script = """
                \(Self.chat)
                local sent = tap { type = "sendMessage", text = "hi", \(receiver) }
                return {
                    sent.status, sent.result.session == first.engagement.id, math.type(sent.result.sequence),
                    sent.effects[1].kind, first:receive { timeout = 20 }.text,
                }
                """
            let answer = try await world.run(script)
            #expect(answer == ["performed", true, "integer", "message", "hi"])
        }
    }

    @Test func aSessionThatIsOverTakesNoMessage() async throws {
        try await World.with { world in
            let script = """
                \(Self.chat)
                first:finish()
                local sent = tap { type = "sendMessage", text = "hi" }
                return { sent.status, sent.error.code, tostring(sent.error):find(sent.error.message, 1, true) ~= nil }
                """
            let answer = try await world.run(script)
            #expect(answer == ["failed", "invalid_state", true])
        }
    }

    @Test func aTapTellsTheSessionThatIsOpen() async throws {
        try await World.with { world in
            let script = """
                \(Self.chat)
                herald.action("relay", function(_, context) return context end)
                return tap { type = "relay" }.result.sessionId == first.engagement.id
                """
            let answer = try await world.run(script)
            #expect(answer == true)
        }
    }

    private static func withShipped(_ configuration: inout HostConfiguration, _ folder: TemporaryDirectory) throws {
        configuration.plugins = try World.find([World.shippedPlugins])
    }
}
