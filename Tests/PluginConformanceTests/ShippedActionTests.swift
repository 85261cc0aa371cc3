import Testing
import Values

@testable import Plugins

@Suite("Shipped actions")
struct ShippedActionTests {
    @Test("openUrl opens what the gate lets through")
    func openURL() async throws {
        let shipped = ShippedRegistry()
        let result = try await shipped.registry.invoke(
            action: ["type": "openUrl", "url": "https://shop.example.com/linen"],
            context: [:]
        )
        #expect(result == ["opened": "https://shop.example.com/linen"])
        #expect(shipped.services.asked.map(\.service) == ["effects open"])
        #expect(shipped.services.asked.first?.json == ["url": "https://shop.example.com/linen", "in": "browser"])
        await shipped.registry.shutDown()
    }

    @Test(
        "openUrl refuses",
        arguments: [
            ("jav\tascript:alert(1)", "bad_url"), ("\u{1}javascript:alert(1)", "bad_url"),
            (" JaVaScRiPt:alert(1)", "bad_url"), ("javascript:alert(1)", "bad_url"),
            ("https:www.google.com", "bad_url"),
            ("Ittp://]0#::[@", "bad_url"), ("https://trusted.example@evil.example/", "bad_url"), ("", "bad_url"),
            ("  ", "bad_url"), ("{{link}}", "bad_url"), ("mailto:ana@example.com", "denied"),
            ("http://x.org", "denied"),
        ]
    )
    func openURLRefusal(_ url: String, _ code: String) async throws {
        let shipped = ShippedRegistry()
        let error = try await shipped.refusal(of: ["type": "openUrl", "url": .string(url)])
        #expect(error.code.rawValue == code)
        #expect(error.pointer == "/url")
        if code == "denied" { #expect(error.hint?.contains("--allow-open") == true) }
        #expect(shipped.services.asked.isEmpty)
        let check = await #expect(throws: HeraldError.self) {
            try await shipped.registry.check(action: ["type": "openUrl", "url": .string(url)])
        }
        #expect(check == error)
        await shipped.registry.shutDown()
    }

    @Test("openUrl opens other schemes by grant")
    func openURLGrant() async throws {
        let shipped = ShippedRegistry(grant: ShippedRegistry.granting(.open, "mailto"))
        let action: JSON = ["type": "openUrl", "url": "mailto:ana@example.com", "openIn": "webview"]
        #expect(try await shipped.registry.invoke(action: action, context: [:]) == ["opened": "mailto:ana@example.com"])
        await shipped.registry.shutDown()
    }

    @Test("apiCall sends and hands back the answer, whatever the status")
    func apiCall() async throws {
        let shipped = ShippedRegistry(grant: ShippedRegistry.granting(.net, "api.example.com")) { _, _, _ in
            (["status": 409, "headers": ["X-Id": "7"]], Array(#"{"why":"sold out"}"#.utf8))
        }
        let action: JSON = [
            "type": "apiCall", "url": "https://api.example.com/cart", "headers": ["X-Test": "a"],
            "body": ["sku": "blue", "n": 1.0],
        ]
        let result = try await shipped.registry.invoke(action: action, context: [:])
        #expect(
            result == [
                "status": 409, "headers": ["X-Id": "7"], "body": #"{"why":"sold out"}"#, "json": ["why": "sold out"],
            ]
        )
        let asked = try #require(shipped.services.asked.first)
        #expect(asked.json["method"] == "POST")
        #expect(asked.json["headers"] == ["X-Test": "a", "Content-Type": "application/json"])
        #expect(asked.json["redirects"] == 0)
        #expect(asked.body == #"{"sku":"blue","n":1.0}"#)
        await shipped.registry.shutDown()
    }

    @Test("apiCall offers no JSON where there is none, and may talk to the connected server")
    func apiCallText() async throws {
        let shipped = ShippedRegistry { _, _, _ in (["status": 200, "headers": [:]], Array("hello".utf8)) }
        let action: JSON = ["type": "apiCall", "url": "http://127.0.0.1:4000/x", "method": "GET"]
        let result = try await shipped.registry.invoke(action: action, context: [:])
        #expect(result == ["status": 200, "headers": [:], "body": "hello"])
        await shipped.registry.shutDown()
    }

    @Test(
        "apiCall refuses",
        arguments: [
            (["url": "https://other.example/"], "denied", nil), (["url": "ftp://api.example.com/"], "bad_url", "/url"),
            (["url": "https://api.example.com/a HTTP/1.1"], "bad_url", "/url"),
            (["headers": ["X-Test": "a\r\nX-Injected: yes"]], "invalid_argument", "/headers/X-Test"),
            (["headers": ["X-Test": "a\r\n folded"]], "invalid_argument", "/headers/X-Test"),
            (["headers": ["X-Test": "a\u{0}b"]], "invalid_argument", "/headers/X-Test"),
            (["headers": ["X Y": "a"]], "invalid_argument", "/headers/X Y"),
            (["headers": ["Host": "evil"]], "invalid_argument", "/headers/Host"),
            (["headers": ["X-Test": 1]], "invalid_argument", "/headers/X-Test"),
            (["method": "PATCH"], "invalid_argument", "/method"), (["body": "text"], "invalid_argument", "/body"),
            (["method": "GET", "body": ["a": 1]], "invalid_argument", "/body"),
        ] as [(JSON, String, String?)]
    )
    func apiCallRefusal(_ parts: JSON, _ code: String, _ pointer: String?) async throws {
        let shipped = ShippedRegistry(grant: ShippedRegistry.granting(.net, "api.example.com"))
        var action: JSON = ["type": "apiCall", "url": "https://api.example.com/cart"]
        for (key, value) in parts.object ?? JSONObject() { action[key] = value }
        let error = try await shipped.refusal(of: action)
        #expect(error.code.rawValue == code)
        #expect(error.pointer == pointer)
        if code == "denied" { #expect(error.hint == "allow it with --allow-net other.example:443") }
        #expect(shipped.services.asked.isEmpty)
        await shipped.registry.shutDown()
    }

    @Test(
        "customCallback passes id, payload and context",
        arguments: [
            (["callbackId": "remind-me", "payload": ["in": "2h"]], ["id": "remind-me", "payload": ["in": "2h"]]),
            ([:], ["id": .null, "payload": .null]),
            (["callbackId": "x", "payload": "wrong"], ["id": "x", "payload": .null]),
        ] as [(JSON, JSON)]
    )
    func customCallback(_ parts: JSON, _ expected: JSON) async throws {
        let shipped = ShippedRegistry { _, _, _ in (["value": [1, 2]], []) }
        var action = parts
        action["type"] = "customCallback"
        let result = try await shipped.registry.invoke(action: action, context: ["user": "ana"])
        #expect(result == ["value": [1, 2]])
        let asked = try #require(shipped.services.asked.first)
        var wanted = expected
        wanted["context"] = ["user": "ana"]
        #expect(asked.json == wanted)
        await shipped.registry.shutDown()
    }

    @Test("customCallback refuses a blank id and passes on that there is no handler")
    func customCallbackFaults() async throws {
        let shipped = ShippedRegistry { _, json, _ in
            throw HeraldError(.unsupported, "no handler for \(json["id"].string ?? "")")
        }
        let blank = try await shipped.refusal(of: ["type": "customCallback", "callbackId": " "])
        #expect(blank.code == .invalidArgument)
        let none = try await shipped.refusal(of: ["type": "customCallback", "callbackId": "x"])
        #expect(none == HeraldError(.unsupported, "no handler for x"))
        await shipped.registry.shutDown()
    }
}
