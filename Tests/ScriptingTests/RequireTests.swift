import Foundation
import Glibc
import Testing
import Values

@testable import Scripting

@Suite("require", .serialized)
struct RequireTests {
    /// Runs `main` with module files in a folder of its own.
    private func run(
        _ main: String,
        files: [String: String],
        prepare: (String) throws -> Void = { _ in }
    ) async throws -> [JSON] {
        let folder = NSTemporaryDirectory() + "herald-require-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: "\(folder)/lib/deep", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        try prepare(folder)
        return try await ScriptingTests.run(main, roots: [folder, "\(folder)/lib"])
    }

    @Test("finds files beside the script and in the library, once")
    func finds() async throws {
        let files = [
            "a.lua": "local name, path = ... return { name = name, value = require('b').n }",
            "lib/b.lua": "count = (count or 0) + 1 return { n = count }",
            "lib/deep/init.lua": "return 'deep'", "lib/deep/c.lua": "local h = require 'herald' h.turn() return 'c'",
            "empty.lua": "",
        ]
        let source = "return require 'a', require('b').n, require 'deep', require 'deep.c', require 'empty', count"
        #expect(try await run(source, files: files) == [["name": "a", "value": 1], 1, "deep", "c", true, 1])
    }

    @Test("a circle is an error that shows it, also between tasks")
    func circle() async throws {
        let files = ["a.lua": "require 'b'", "b.lua": "require('herald').turn() require 'a'"]
        for main in [
            "require 'a'",
            "local h = require 'herald' h.all { function() require 'a' end, function() require 'b' end }",
        ] {
            let error = await #expect(throws: HeraldError.self) { try await run(main, files: files) }
            #expect(error?.message.contains("in a circle") == true)
        }
    }

    @Test("two tasks that need one module get the same")
    func shared() async throws {
        let files = ["m.lua": "loads = (loads or 0) + 1 require('herald').turn() return { n = loads }"]
        let main =
            "local h = require 'herald' local f = function() return require 'm' end local a, b = h.all { f, f } return a == b, loads"
        #expect(try await run(main, files: files) == [true, 1])
    }

    @Test(
        "refuses what is no module",
        arguments: [
            ("..secret", HeraldError.Code.invalidArgument), ("/etc/passwd", .invalidArgument),
            ("a/b", .invalidArgument),
            ("", .invalidArgument), ("a\\0b", .invalidArgument), ("nope", .notFound), ("link", .denied),
            ("bad", .syntaxError), ("pipe", .io),
            ("throws", .scriptError), ("up.secret", .denied), ("folder", .io), ("a..b", .invalidArgument),
            ("a.", .invalidArgument), (".a", .invalidArgument), ("a b", .invalidArgument), ("a:b", .invalidArgument),
            ("ä", .invalidArgument), ("a.lua", .notFound), ("dangling", .notFound), ("huge", .tooLarge),
        ]
    )
    func refuses(name: String, code: HeraldError.Code) async throws {
        let files = ["bad.lua": "x = =", "throws.lua": "\nerror 'at load'"]
        let error = await #expect(throws: HeraldError.self) {
            try await run("require('\(name)')", files: files) { folder in
                try FileManager.default.createSymbolicLink(
                    atPath: "\(folder)/link.lua",
                    withDestinationPath: "/etc/hostname"
                )
                try FileManager.default.createSymbolicLink(atPath: "\(folder)/up", withDestinationPath: "..")
                try Data().write(to: URL(fileURLWithPath: "\(folder)/../secret.lua"))
                try FileManager.default.createSymbolicLink(
                    atPath: "\(folder)/dangling.lua",
                    withDestinationPath: "nowhere"
                )
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/folder.lua",
                    withIntermediateDirectories: false
                )
                try Data(count: (4 << 20) + 1).write(to: URL(fileURLWithPath: "\(folder)/huge.lua"))
                // Nobody writes into it: reading it would never end.
                #expect(mkfifo("\(folder)/pipe.lua", 0o600) == 0)
            }
        }
        #expect(error?.code == code, "\(String(describing: error))")
    }

    @Test("a circle names every module on the way, also of one that needs itself")
    func chain() async throws {
        let files = ["a.lua": "require 'b'", "b.lua": "require 'c'", "c.lua": "require 'a'", "me.lua": "require 'me'"]
        for (main, chain) in [("a", "c → a → b → c"), ("me", "me → me")] {
            let error = await #expect(throws: HeraldError.self) { try await run("require '\(main)'", files: files) }
            #expect(error?.message == "modules require each other in a circle: \(chain)")
        }
    }

    @Test("a module that is not there names every place that was looked at")
    func places() async throws {
        let error = await #expect(throws: HeraldError.self) { try await run("require 'x.y'", files: [:]) }
        #expect(error?.message == "there is no module \"x.y\"")
        for place in ["/x/y.lua", "/x/y/init.lua", "/lib/x/y.lua", "/lib/x/y/init.lua"] {
            #expect(error?.hint?.contains(place) == true, "\(String(describing: error))")
        }
    }

    @Test("links inside the folder are followed, and a module that failed is tried again")
    func again() async throws {
        let files = ["real.lua": "tries = (tries or 0) + 1 if tries == 1 then error 'not yet' end return tries"]
        let main = "pcall(require, 'alias') return require 'alias', require 'real'"
        let values = try await run(main, files: files) { folder in
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/alias.lua", withDestinationPath: "real.lua")
        }
        #expect(values == [2, 3])
    }

    @Test(
        "modules load where nothing can wait, unless they wait themselves",
        arguments: [
            ("table.sort({1, 2}, function(a, b) found = require 'a' return a < b end) return found", ["value": 1]),
            ("return (('x'):gsub('x', function() return require('b').n end))", "1"),
            ("return select(2, pcall(('x').gsub, 'x', 'x', function() require 'waits' end)).code", "invalid_state"),
            ("pcall(('x').gsub, 'x', 'x', function() require 'waits' end) return require 'waits'", "waited"),
            ("return select(2, pcall(('x').gsub, 'x', 'x', function() require 'bad' end)).code", "syntax_error"),
            ("return select(2, pcall(('x').gsub, 'x', 'x', function() require 'none' end)).code", "not_found"),
            (
                "return select(2, pcall(('x').gsub, 'x', 'x', function() require 'itself' end)).code",
                "invalid_state"
            ),
            ("('x'):gsub('x', function() require 'empty' end) return require 'empty'", true),
        ] as [(String, JSON)]
    )
    func withoutWaiting(main: String, value: JSON) async throws {
        let files = [
            "a.lua": "return { value = require('b').n }", "b.lua": "count = (count or 0) + 1 return { n = count }",
            "waits.lua": "require('herald').turn() return 'waited'", "bad.lua": "x = =", "empty.lua": "",
            "itself.lua": "return require 'itself'",
        ]
        #expect(try await run(main, files: files) == [value])
    }

    @Test("who waits for a module that another task loads is not cancelled with it")
    func cancelledLoader() async throws {
        let files = [
            "slow.lua": "tries = (tries or 0) + 1 if tries == 1 then require('herald').sleep(1000) end return tries"
        ]
        let main = """
            local h = require 'herald'
            local first = h.spawn(function() return require 'slow' end)
            local second = h.spawn(function() return require 'slow' end)
            while not tries do h.turn() end
            first:cancel()
            local ok, e = pcall(first.join, first)
            return ok, e.code, second:join()
            """
        #expect(try await run(main, files: files) == [false, "cancelled", 2])
    }

    @Test("many tasks that require many modules at once")
    func crowd() async throws {
        let files = Dictionary(uniqueKeysWithValues: (0..<20).map { ("m\($0).lua", "return \($0)") })
        let main = """
            local h, tasks, sum = require 'herald', {}, 0
            for i = 1, 2000 do tasks[i] = h.spawn(require, 'm' .. i % 20) end
            for _, task in ipairs(tasks) do sum = sum + task:join() end
            return sum
            """
        #expect(try await run(main, files: files) == [19000])
    }

    @Test("paths are spelled as the roots are", arguments: [("", "x.lua"), ("./", "./x.lua"), ("a", "a/x.lua")])
    func spelling(root: String, path: String) {
        let error = #expect(throws: HeraldError.self) { try ModuleFinder(roots: [root]).find("x") }
        #expect(error?.hint?.hasPrefix("looked for \(path), ") == true)
    }

    @Test("an error in a module says where")
    func place() async throws {
        let error = await #expect(throws: HeraldError.self) {
            try await run("require 'm'", files: ["m.lua": "\n\nerror 'x'"])
        }
        #expect(error?.place?.line == 3)
        #expect(error?.place?.file.hasSuffix("/m.lua") == true)
    }
}
