import TestSupport
import Testing

@Suite("The command line")
struct CommandLineTests {
    @Test(
        "what it does not understand it refuses with a suggestion",
        arguments: [
            (["runn", "x.lua"], "unknown verb \"runn\"", "did you mean \"run\"?"),
            (
                ["dance"], "unknown verb \"dance\"",
                "known: run, serve, action, check, render, campaigns, keys, backup, plugins"
            ),
            (["--helo"], "unknown flag \"--helo\"", "did you mean \"--help\"?"),
            (["--server", "x", "run"], "unknown flag \"--server\"", "flags follow the verb"),
            (["run", "--servr", "x", "a.lua"], "herald run has no flag \"--servr\"", "did you mean \"--server\"?"),
            (["run", "--zebra", "a.lua"], "herald run has no flag \"--zebra\"", "herald run --help lists them"),
            (["run", "a.lua", "--user"], "--user needs a value: ID", ""),
            (["run", "a.lua", "--json=yes"], "--json takes no value", ""),
            (["run"], "herald run needs FILE.lua [-- ARGS]", "herald run scripts/automations/first_light.lua"),
            (["run", "a.lua", "b"], "herald run does not know what to do with \"b\"", "follow --"),
            (["run", "a.lua", "--timeout", "soon"], "--timeout: \"soon\" is no duration", "250ms"),
            (["run", "a.lua", "--memory", "much"], "--memory: ", ""),
            (["run", "a.lua", "--log-level", "inf"], "--log-level: unknown log level \"inf\"", "did you mean"),
            (["serve", "--", "x"], "herald serve takes nothing after --", ""),
            (["plugins", "lst"], "herald plugins has no \"lst\"", "did you mean \"list\"?"),
            (["plugins", "shred"], "herald plugins has no \"shred\"", "known: list, lift"),
            (["plugins", "list", "x"], "herald plugins list takes nothing else, and got \"x\"", ""),
            (["plugins", "lift"], "herald plugins lift needs the id of a plugin", ""),
            (["action"], "herald action needs JSON|FILE", "herald action"),
        ]
    )
    func misunderstood(words: [String], message: String, advice: String) async throws {
        let output = try await ChildProcess.run(HeraldProgram.launch(words))
        #expect(output.status == 2)
        #expect(output.out == "")
        #expect(output.error.hasPrefix("error[usage]: \(message)"), "\(output.error)")
        #expect(advice.isEmpty || output.error.contains("help: ") && output.error.contains(advice), "\(output.error)")
    }

    @Test(
        "help and version go to standard output",
        arguments: ["--help", "help", "--version", "run --help", "help serve"]
    )
    func help(words: String) async throws {
        let output = try await ChildProcess.run(HeraldProgram.launch(words.split(separator: " ").map(String.init)))
        #expect(output.status == 0)
        #expect(output.error == "")
        #expect(output.out.hasPrefix("herald"))
    }

    @Test(
        "flags can come from variables, and the command line wins",
        arguments: [
            (["HERALD_TIMEOUT": "10ms"], [], 124),
            (["HERALD_TIMEOUT": "10ms"], ["--timeout", "30s"], 0),
            (["HERALD_TIMEOUT": "never"], [], 2),
            (["HERALD_TIMEOUT": ""], [], 0),
            (["HERALD_JSON": "perhaps"], [], 2),
            (["HERALD_SERVER": "nonsense"], [], 2),
        ] as [([String: String], [String], Int32)]
    )
    func variables(variables: [String: String], flags: [String], status: Int32) async throws {
        let script = try Script("local herald = require 'herald' herald.sleep(0.2)")
        let output = try await script.run(flags, variables: variables)
        #expect(output.status == status, "\(output.error)")
    }

    @Test("what follows -- is the script's")
    func scriptArguments() async throws {
        let script = try Script("print(table.concat(require('herald').args, '|'))")
        let output = try await script.run(["--quiet", "--", "one", "--json", "two words", ""])
        #expect(output.out == "one|--json|two words|\n")
        #expect(output.status == 0)
    }

    @Test(
        "--json prints one document and nothing else",
        arguments: [
            (
                "print 'aside' return { n = 1.0, list = { 1, 2 }, empty = {} }", 0,
                #"{"value":{"empty":{},"list":[1,2],"n":1.0},"effects":[],"error":null}"#
            ),
            (
                "local t = nil\nprint(t.x)", 4,
                #"{"value":null,"effects":[],"error":{"code":"script_error","#
                    + #""message":"attempt to index a nil value (local 't')","place":"script.lua:2"}}"#
            ),
            ("local herald = require 'herald' herald.exit(3)", 3, #"{"value":null,"effects":[],"error":null}"#),
        ] as [(String, Int32, String)]
    )
    func json(text: String, status: Int32, document: String) async throws {
        let output = try await Script(text).run(["--json"])
        #expect(output.status == status)
        #expect(output.out == document + "\n")
    }

    @Test(
        "log lines go to standard error, as loud as one asks",
        arguments: [
            ([], "warning: script.lua:2: careful\n"), (["--quiet"], ""),
            (["--log-level", "info"], "warning: script.lua:2: careful\ninfo: script.lua:3: by the way\n"),
            (["--log-level", "error"], ""),
        ]
    )
    func logs(flags: [String], expected: String) async throws {
        let script = try Script(
            "local herald = require 'herald'\nherald.log.warn('careful')\nherald.log.info('by the way')"
        )
        let output = try await script.run(flags)
        #expect(output.status == 0)
        #expect(output.error == expected)
    }
}

@Suite("Colour")
struct ColorTests {
    @Test(
        "is for terminals that want it",
        arguments: [
            (["TERM": "xterm"], "", true), (["TERM": "xterm", "NO_COLOR": "1"], "", false),
            (["TERM": "xterm", "NO_COLOR": ""], "", true), (["TERM": "xterm"], "--no-color", false),
            (["TERM": "xterm", "HERALD_NO_COLOR": "1"], "", false), (["TERM": "dumb"], "", false),
        ] as [([String: String], String, Bool)]
    )
    func terminal(variables: [String: String], flag: String, isColored: Bool) async throws {
        let script = try Script("local herald = require 'herald'\nherald.log.warn('careful')\nerror 'broken'")
        var launch = try script.launch()
        // `script` runs a command with a terminal as its output.
        let command = "\(try HeraldProgram.products)/herald run script.lua \(flag)"
        launch.arguments = ["script", "--quiet", "--return", "--command", command, "/dev/null"]
        launch.environment.merge(variables) { $1 }
        launch.environment["SHELL"] = "/bin/sh"
        let output = try await ChildProcess.run(launch)
        #expect(output.status == 4)
        #expect(output.out.contains("careful") && output.out.contains("broken"), "\(output.out)")
        #expect(output.out.contains("\u{1B}[") == isColored, "\(output.out)")
    }

    @Test("is never in a pipe")
    func pipe() async throws {
        let output = try await Script("error 'broken'").run(variables: ["TERM": "xterm"])
        #expect(output.error.hasPrefix("error[script_error]: broken\n"))
    }
}
