import Plugins
import Testing
import Values

@testable import LuaModules

@Suite("What an effect may hold")
struct EffectRulesTests {
    @Test(
        arguments: [
            ("open", ["url": "https://a.example/"], [.open(scheme: "https")]),
            ("open", ["url": "TEL:1", "in": "browser"], [.open(scheme: "tel")]),
            ("open", ["url": "https://a.example/", "in": "webview"], [.open(scheme: "https")]),
            ("clipboard", ["text": ""], [.clipboard]),
            ("navigate", ["to": "group", "id": "g"], [.navigate]),
            ("call", ["type": "video", "to": "user", "id": "ana"], [.call]),
            ("message", ["text": "hi"], []),
            ("message", ["text": "hi", "to": "user", "id": "ana"], []),
            ("message", ["text": "hi", "session": "e-1"], []),
            ("file", ["name": "a.txt", "base64": "YQ=="], [.downloads]),
        ] as [(String, JSONObject, [PermissionSubject])]
    )
    func fine(kind: String, details: JSONObject, subjects: [PermissionSubject]) throws {
        try EffectRules.check(Effect(kind: kind, details: details))
        let needed = try ServicePermissions.subjects(.effects, kind, .object(details))
        #expect(needed == subjects)
    }

    @Test(
        arguments: [
            ("opn", [:], nil), ("", [:], nil),
            ("open", [:], "/url"), ("open", ["url": 1], "/url"),
            ("open", ["url": "https://a.example/", "in": "tab"], "/in"),
            ("open", ["url": "https://a.example/", "in": nil], "/in"),
            ("clipboard", [:], "/text"), ("clipboard", ["text": 5], "/text"), ("clipboard", ["text": ["a"]], "/text"),
            ("navigate", ["id": "a"], "/to"), ("navigate", ["to": "room", "id": "a"], "/to"),
            ("navigate", ["to": "user"], "/id"), ("navigate", ["to": "user", "id": ""], "/id"),
            ("navigate", ["to": "user", "id": 7], "/id"),
            ("call", ["number": "../../;rm"], "/type"), ("call", ["type": "fax", "to": "user", "id": "a"], "/type"),
            ("call", ["type": "audio", "to": 1, "id": "a"], "/to"), ("call", ["type": "audio", "to": "user"], "/id"),
            ("message", [:], "/text"), ("message", ["text": " \n"], "/text"), ("message", ["text": 1], "/text"),
            ("message", ["text": "a", "to": "room", "id": "x"], "/to"),
            ("message", ["text": "a", "to": "user"], "/id"),
            ("file", ["base64": ""], "/name"), ("file", ["name": "../a", "base64": ""], "/name"),
            ("file", ["name": "..", "base64": ""], "/name"), ("file", ["name": "a"], "/base64"),
            ("file", ["name": "a", "base64": "?"], "/base64"),
        ] as [(String, JSONObject, String?)]
    )
    func refused(kind: String, details: JSONObject, pointer: String?) {
        let error = #expect(throws: HeraldError.self) { try EffectRules.check(Effect(kind: kind, details: details)) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.pointer == pointer)
    }

    @Test(arguments: ["javascript:alert(1)", "nowhere", "https://user@a.example/"])
    func gate(url: String) {
        let effect = Effect(kind: "open", details: ["url": .string(url)])
        let error = #expect(throws: HeraldError.self) { try EffectRules.check(effect) }
        #expect(error?.code == .badURL && error?.pointer == "/url")
    }

    @Test(
        "a URL goes out in the form for the wire, and beside it in the form for people",
        arguments: [
            ("HTTPS://a.example", "https://a.example", nil),
            ("https://BÜCHER.example/ü", "https://xn--bcher-kva.example/%C3%BC", "https://bücher.example/ü"),
            ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example", "https://bücher.example"),
        ] as [(String, String, String?)]
    )
    func bothForms(url: String, wire: String, shown: String?) async throws {
        let log = EffectLog(environment: nil) { _, _ in }
        let tag = log.begin()
        _ = try await log.perform(Effect(kind: "open", details: ["url": .string(url)]), tag: tag)
        let details = try #require(log.end(tag).first?.details)
        #expect(details["url"]?.string == wire && details["shown"]?.string == shown)
    }

    @Test("native plugins are held to it, and nothing is noted of what is refused")
    func native() async throws {
        let log = EffectLog(environment: nil) { _, _ in }
        let network = HostNetwork(grant: PermissionGrant())
        let services = HostServices(
            effects: log,
            callbacks: CallbackTable(),
            network: network,
            downloads: Downloads(folder: nil, network: network),
            progress: ProgressTable(),
            store: PluginStore(folder: nil, turns: Turns(1)),
            log: { _, _ in }
        )
        let tag = log.begin()
        let permissions = PluginPermissions(asked: PermissionSet(), grant: PermissionGrant(), manifestPath: "p")
        let caller = PluginCaller(pluginID: "p", permissions: permissions, call: 1, context: [:], mark: tag)
        func ask(_ operation: String, _ json: JSON, _ body: [UInt8] = []) async throws {
            _ = try await services.request(
                service: .effects,
                operation: operation,
                json: json,
                body: body,
                caller: caller
            )
        }
        let error = await #expect(throws: HeraldError.self) { try await ask("clipboard", ["text": 5]) }
        #expect(error?.code == .invalidArgument && error?.pointer == "/text")
        await #expect(throws: HeraldError.self) { try await ask("file", ["name": "../a"], [1]) }
        #expect(log.effects(of: tag).isEmpty)
        try await ask("file", ["name": "a"], [1])
        try await ask("clipboard", ["text": "x"])
        #expect(log.end(tag).map(\.kind) == ["file", "clipboard"])
        await services.shutDown()
        await network.shutDown()
    }
}
