import Glibc
import TestSupport
import Testing
import Values

@testable import LuaModules

@Suite("herald.store")
struct StoreTests {
    private func with<Value: Sendable>(
        _ folder: TemporaryDirectory? = nil,
        _ body: (ScriptDesk) async throws -> Value
    ) async throws -> Value {
        try await ScriptDesk.with(folder) { configuration, folder in
            configuration.stateDirectory = folder.file("state")
        } _: { desk in
            try await body(desk)
        }
    }

    @Test(
        "values survive runs as they were",
        arguments: [
            "1", "1.0", "9007199254740993", "'ä'", "true", "false", "{}", "herald.array {}", "herald.null",
            "{ a = { 1, 2.5, { b = herald.array { herald.array {} } } } }", "''",
        ]
    )
    func survives(value: String) async throws {
        let folder = try TemporaryDirectory()
        let text = try await with(folder) { desk in
            try await desk.run("herald.store.set('k', \(value)) return herald.json.encode(\(value))")
        }
        try await with(folder) { desk in
            let kept = try await desk.run("return herald.json.encode(herald.store.get 'k')")
            #expect(kept == text)
        }
    }

    @Test("a value is there until it is set to nil, and keys are listed by their beginning")
    func keys() async throws {
        try await with { desk in
            let keys = try await desk.run(
                """
                local store = herald.store
                assert(store.get "none" == nil)
                for _, key in ipairs { "b/2", "a", "b/1", "c" } do store.set(key, key) end
                store.set("c", nil)
                store.set("never", nil)
                return { all = store.keys(), b = store.keys "b/", none = store.keys "x" }
                """
            )
            #expect(keys == ["all": ["a", "b/1", "b/2"], "b": ["b/1", "b/2"], "none": []])
            #expect(Files.mode(of: desk.folder.file("state/store.json")) == 0o600)
            #expect(Files.names(in: desk.folder.file("state")) == ["store.json", "store.lock"])
        }
    }

    @Test(
        "what is too large or no value is refused with its reason, and nothing changes",
        arguments: [
            ("herald.store.set('', 1)", "invalid_argument", "herald.store.set: argument 1: expected a key"),
            ("herald.store.set(('k'):rep(257), 1)", "invalid_argument", "1 to 256 bytes, got one of 257"),
            ("herald.store.get(5)", "invalid_argument", "herald.store.get: argument 1: expected a string"),
            ("herald.store.set('k', print)", "bad_json", "herald.store.set: argument 2: a function"),
            ("herald.store.set('k', '\\xff')", "bad_json", "herald.store.set: argument 2"),
            ("herald.store.set('k', 0/0)", "bad_json", "herald.store.set: argument 2"),
            ("herald.store.set('k', ('v'):rep(65535))", "too_large", "65537 bytes as JSON; at most 64 KiB"),
            (
                "for i = 1, 20 do herald.store.set('x' .. i, ('v'):rep(60000)) end", "too_large",
                "the store would have more than 1 MiB"
            ),
        ]
    )
    func refused(call: String, code: String, words: String) async throws {
        try await with { desk in
            _ = try await desk.run("herald.store.set('k', 'old')")
            let error = try #require(await desk.failure(call))
            #expect(error.code.rawValue == code, "\(error)")
            #expect(error.message.contains(words), "\(error)")
            #expect(try await desk.run("return herald.store.get 'k'") == "old")
        }
    }

    @Test("a damaged file is an error once, and is kept", arguments: ["", "{", "[]", "{\"version\":1}", "\u{FFFD}\0"])
    func damaged(text: String) async throws {
        try await with { desk in
            for number in 1...2 {
                try desk.folder.write("state/store.json", text)
                let call = number == 1 ? "herald.store.get 'k'" : "herald.store.set('k', 1)"
                let error = try #require(await desk.failure(call))
                #expect(error.code == .io)
                #expect(error.message.contains("store.json is damaged"), "\(error)")
                #expect(error.hint?.contains("store.json.damaged-\(number)") == true, "\(error)")
                #expect(try Files.read(desk.folder.file("state/store.json.damaged-\(number)")) == Array(text.utf8))
            }
            #expect(try await desk.run("herald.store.set('k', 2) return herald.store.get 'k'") == 2)
        }
    }

    @Test("a store of a newer version is left alone")
    func newer() async throws {
        try await with { desk in
            let text = "{\"version\":2,\"values\":{}}"
            try desk.folder.write("state/store.json", text)
            for call in ["herald.store.get 'k'", "herald.store.set('k', 1)", "herald.store.keys()"] {
                #expect(await desk.failure(call)?.code == .unsupported)
            }
            #expect(try Files.read(desk.folder.file("state/store.json")) == Array(text.utf8))
        }
    }

    @Test("tasks, and runtimes on one folder, lose nothing of each other")
    func together() async throws {
        let folder = try TemporaryDirectory()
        try await with(folder) { first in
            try await with(folder) { second in
                let source = { @Sendable (name: String) in
                    """
                    local tasks = {}
                    for i = 1, 20 do tasks[i] = herald.spawn(function() herald.store.set("\(name)" .. i, i) end) end
                    for _, task in ipairs(tasks) do task:join() end
                    """
                }
                async let one = first.run(source("a"))
                async let two = second.run(source("b"))
                _ = try await (one, two)
                #expect(try await first.run("return #herald.store.keys()") == 40)
            }
        }
    }

    @Test("without a folder the error says how to name one; one that cannot be made is io")
    func nowhere() async throws {
        try await ScriptDesk.with { desk in
            for call in ["herald.store.get 'k'", "herald.store.set('k', 1)", "herald.store.keys()"] {
                let error = await desk.failure(call)
                #expect(error?.code == .invalidState)
                #expect(error?.hint?.contains("--state-dir") == true)
            }
        }
        try await ScriptDesk.with { configuration, folder in
            configuration.stateDirectory = try folder.write("file", "") + "/state"
        } _: { desk in
            #expect(await desk.failure("herald.store.set('k', 1)")?.code == .io)
        }
    }
}
