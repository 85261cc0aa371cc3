import TestSupport
import Testing
import Values

@testable import LuaModules

@Suite("The store of plugins")
struct PluginStoreTests {
    private func store(_ folder: TemporaryDirectory) -> PluginStore {
        PluginStore(folder: folder.file("state"), turns: Turns(StoreHost.turns))
    }

    @Test("keeps each plugin's values apart, on the disk, for its owner alone")
    func survives() async throws {
        let folder = try TemporaryDirectory()
        let first = store(folder)
        let value: JSON = ["n": 1, "text": "grüße", "list": [1.5, .null, true]]
        #expect(try await first.perform("set", ["key": "k", "value": value], plugin: "wallet") == [:])
        #expect(try await first.perform("get", ["key": "k"], plugin: "other") == ["value": .null])
        // Another process would begin like this.
        let second = store(folder)
        #expect(try await second.perform("get", ["key": "k"], plugin: "wallet") == ["value": value])
        #expect(Files.mode(of: folder.file("state/plugins/wallet.json")) == 0o600)
        #expect(try await second.perform("delete", ["key": "k"], plugin: "wallet") == [:])
        #expect(try await first.perform("get", ["key": "k"], plugin: "wallet") == ["value": .null])
        #expect(try await first.perform("delete", ["key": "k"], plugin: "wallet") == [:])
    }

    @Test("reads null like nothing")
    func null() async throws {
        let store = store(try TemporaryDirectory())
        _ = try await store.perform("set", ["key": "k", "value": 1], plugin: "wallet")
        _ = try await store.perform("set", ["key": "k", "value": .null], plugin: "wallet")
        #expect(try await store.perform("get", ["key": "k"], plugin: "wallet") == ["value": .null])
    }

    @Test(
        "refuses what is too much, or no key",
        arguments: [
            ("get", [:], "invalid_argument", "/key"), ("get", ["key": 1], "invalid_argument", "/key"),
            ("set", ["key": "", "value": 1], "invalid_argument", "/key"),
            ("delete", ["key": .string(String(repeating: "k", count: 257))], "invalid_argument", "/key"),
            ("set", ["key": "k", "value": .string(String(repeating: "v", count: 65_535))], "too_large", nil),
            ("list", ["key": "k"], "unsupported", nil),
        ] as [(String, JSON, String, String?)]
    )
    func refusal(_ operation: String, _ json: JSON, _ code: String, _ pointer: String?) async throws {
        let store = store(try TemporaryDirectory())
        let error = await #expect(throws: HeraldError.self) {
            _ = try await store.perform(operation, json, plugin: "wallet")
        }
        #expect(error?.code.rawValue == code)
        #expect(error?.pointer == pointer)
    }

    @Test("ends at 1 MiB and stays what it was")
    func bound() async throws {
        let folder = try TemporaryDirectory()
        let store = store(folder)
        let value = JSON.string(String(repeating: "v", count: 60_000))
        var kept = 0
        let error = await #expect(throws: HeraldError.self) {
            for number in 1...20 {
                _ = try await store.perform("set", ["key": .string("k\(number)"), "value": value], plugin: "wallet")
                kept = number
            }
        }
        #expect(error?.code == .tooLarge)
        #expect(kept == 17)
        #expect(try await store.perform("get", ["key": "k17"], plugin: "wallet") == ["value": value])
        #expect(try await store.perform("get", ["key": "k18"], plugin: "wallet") == ["value": .null])
        #expect(try Files.read(folder.file("state/plugins/wallet.json")).count <= 1 << 20)
    }

    @Test("says how to name a folder where there is none")
    func nowhere() async throws {
        let store = PluginStore(folder: nil, turns: Turns(1))
        let error = await #expect(throws: HeraldError.self) {
            _ = try await store.perform("get", ["key": "k"], plugin: "wallet")
        }
        #expect(error?.code == .invalidState)
        #expect(error?.hint?.contains("--state-dir") == true)
    }
}
