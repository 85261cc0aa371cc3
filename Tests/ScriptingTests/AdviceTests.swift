import Testing
import Values

@testable import Scripting

@Suite("hints for names that are not there", .serialized)
struct AdviceTests {
    private static let advice = ScriptAdvice(
        instead: [
            "io": "use files", "io.read": "use arguments", "os.getenv": "use env", "dofile": "use require",
            "debug": "only traceback",
        ],
        modules: ["socket": "use http"]
    )

    private static let module = LuaModule("herald") { module in
        module.addTaskFunctions()
        module.module("fs") { fs in fs.function("read") { () in } }
    }

    private func failure(_ source: String) async throws -> HeraldError {
        var configuration = ScriptConfiguration(modules: [Self.module])
        configuration.advice = Self.advice
        let state = try ScriptState(configuration)
        var ended: HeraldError?
        do {
            _ = try await state.run(Array(source.utf8), name: "test.lua")
        } catch {
            ended = error
        }
        await state.close()
        return try #require(ended)
    }

    @Test(
        "what the sandbox leaves out is said, with what to use instead",
        arguments: [
            ("io.open('x')", "io is left out of the sandbox: use files"),
            ("local x = io.read()", "io.read is left out of the sandbox: use arguments"),
            ("local io = io\nio.read()", "io.read is left out of the sandbox: use arguments"),
            ("local io = io local function f() io.lines() end f()", "io is left out of the sandbox: use files"),
            ("os.getenv('X')", "os.getenv is left out of the sandbox: use env"),
            ("os.\ngetenv('X')", nil),
            ("local getenv = os.getenv\ngetenv('X')", "os.getenv is left out of the sandbox: use env"),
            ("os.execute('ls')", "os.execute is left out of the sandbox"),
            ("dofile 'x'", "dofile is left out of the sandbox: use require"),
            ("loadfile 'x'", "loadfile is left out of the sandbox"),
            ("debug.getinfo(1)", "debug.getinfo is left out of the sandbox: only traceback"),
            ("string.dump(print)", "string.dump is left out of the sandbox"),
            ("print(package.path)", "package is left out of the sandbox"),
            // Names of the script's own that are Lua's by chance.
            ("local account = {} account.getenv()", nil), ("local list = {} list.remove()", nil),
            ("load('os.getenv()')()", nil),
        ] as [(String, String?)]
    )
    func absent(source: String, hint: String?) async throws {
        #expect(try await failure(source).hint == hint)
    }

    @Test(
        "a misspelt name is answered by the near one",
        arguments: [
            ("pirnt 'x'", "did you mean \"print\"?"), ("strng.format('x')", "did you mean \"string\"?"),
            ("string.fromat('x')", "did you mean \"format\"?"), ("('x'):uper()", "did you mean \"upper\"?"),
            ("counter = 1 return countre + 1", "did you mean \"counter\"?"),
            ("sleep(1)", "did you mean \"herald.sleep\"?"), ("format('x')", "did you mean \"string.format\"?"),
            ("herald.sleep(1)", "put local herald = require \"herald\" before it"),
            ("herlad.sleep(1)", "did you mean \"herald\"?"),
            ("local h = require 'herald' h.slep(1)", "did you mean \"sleep\"?"),
            ("local herald = require 'herald' herald.fs.raed('x')", "did you mean \"read\"?"),
            ("local fs = require 'herald'.fs fs.raed('x')", "did you mean \"read\"?"),
            ("local herald = require 'herald' herald.sf.read('x')", "did you mean \"fs\"?"),
            ("nothing_like_it()", nil), ("local x x()", nil), ("local t = {} t.x.y = 1", nil),
        ] as [(String, String?)]
    )
    func misspelt(source: String, hint: String?) async throws {
        let error = try await failure(source)
        #expect(error.code == .scriptError)
        #expect(error.hint == hint)
    }

    @Test(
        "a module that is not there is answered by what there is",
        arguments: [
            ("socket", "use http"), ("socket.core", "use http"), ("io", "io is left out of the sandbox: use files"),
            ("herlad", "did you mean \"herald\"?"), ("cart", nil),
        ] as [(String, String?)]
    )
    func modules(name: String, hint: String?) async throws {
        let error = try await failure("require '\(name)'")
        #expect(error.code == .notFound)
        #expect(error.hint == "no folders are searched for modules" + (hint.map { "; \($0)" } ?? ""))
    }

    @Test("the language stays as it is: what is left out is nil, and errors that a script catches are Lua's own")
    func language() async throws {
        let source = """
            local ok, text = pcall(function() io.open 'x' end)
            return io == nil, os.getenv == nil, dofile == nil, debug.getinfo == nil, text
            """
        let text: JSON = "test.lua:1: attempt to index a nil value (global 'io')"
        #expect(try await run(source) == [true, true, true, true, text])
    }

    @Test(
        "Lua's message is read",
        arguments: [
            ("attempt to call a nil value (global 'a')", "global a true"),
            ("attempt to index a nil value (field '?')", "field ? false"),
            ("attempt to get length of a nil value (upvalue 'x')", "upvalue x false"),
            ("attempt to call a number value (global 'a')", nil), ("attempt to call a nil value", nil), ("", nil),
            ("attempt to call a nil value (", nil), ("a nil value (global 'a')", nil),
        ] as [(String, String?)]
    )
    func reading(message: String, read: String?) {
        #expect(NilUse(message).map { "\($0.kind) \($0.name) \($0.isCall)" } == read)
    }
}
