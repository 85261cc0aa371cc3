import TestSupport
import Testing

@Suite("Errors of scripts")
struct ScriptErrorTests {
    @Test(
        "say what, where with the line, and what to do",
        arguments: [
            (
                "local a = 1\nlocal b = = 2\n", 3,
                """
                error[syntax_error]: unexpected symbol near '='
                  --> script.lua:2
                  |
                2 | local b = = 2

                """
            ),
            (
                "local function deeper(x)\n  return x.y.z\nend\nlocal ok = deeper({})\n", 4,
                """
                error[script_error]: attempt to index a nil value (field 'y')
                  --> script.lua:2
                  |
                2 |   return x.y.z
                  stack traceback:
                      script.lua:2: in local 'deeper'
                      script.lua:4: in main chunk

                """
            ),
            (
                "error { code = 'cold', message = 'the soup is cold', hint = 'warm it' }\n", 4,
                """
                error[cold]: the soup is cold
                  --> script.lua:1
                  |
                1 | error { code = 'cold', message = 'the soup is cold', hint = 'warm it' }
                  help: warm it
                  stack traceback:
                      [C]: in function 'error'
                      script.lua:1: in main chunk

                """
            ),
            (
                "local herald = require 'herald'\nherald.connect { usr = 'ana' }\n", 4,
                """
                error[invalid_argument]: herald.connect: argument 1: there is no option "usr"
                  --> script.lua:2
                  |
                2 | herald.connect { usr = 'ana' }
                  help: did you mean "user"?
                  stack traceback:
                      [C]: in function 'herald.connect'
                      script.lua:2: in main chunk

                """
            ),
        ] as [(String, Int32, String)]
    )
    func report(text: String, status: Int32, report: String) async throws {
        let output = try await Script(text).run()
        #expect(output.status == status)
        #expect(output.out == "")
        #expect(output.error == report)
    }

    @Test("name the file that a script required, and draw its line")
    func required() async throws {
        let script = try Script("local part = require 'part'\npart.fail()\n")
        try script.folder.write("part.lua", "return {\n  fail = function() error 'broken part' end,\n}\n")
        let output = try await script.run()
        #expect(output.status == 4)
        #expect(output.error.hasPrefix("error[script_error]: broken part\n  --> "))
        #expect(output.error.contains("part.lua:2\n  |\n2 |   fail = function() error 'broken part' end,\n"))
        #expect(output.error.contains("script.lua:2: in main chunk"))
    }

    @Test("show no control characters of what they quote")
    func controlCharacters() async throws {
        let output = try await Script("error('\\27[2Jgone\\u{202E}')").run()
        #expect(output.status == 4)
        #expect(output.error.hasPrefix("error[script_error]: \\u{1b}[2Jgone\\u{202e}\n"))
    }

    @Test(
        "files that cannot be read",
        arguments: [
            ("missing.lua", "no such file or directory"), (".", "it is a folder"), ("data.bin", "is compiled Lua"),
        ]
    )
    func unreadable(path: String, reason: String) async throws {
        let folder = try TemporaryDirectory()
        try folder.write("data.bin", [0x1B, 0x4C, 0x75, 0x61, 0x54, 0x00])
        var launch = try HeraldProgram.launch(["run", path], home: folder.path)
        launch.directory = folder.path
        let output = try await ChildProcess.run(launch)
        #expect(output.status == 3, "\(output.error)")
        #expect(output.error.contains(path) && output.error.contains(reason), "\(output.error)")
    }

    @Test(
        "budgets end a script that would not end by itself",
        arguments: [
            (["--timeout", "200ms"], "while true do end", 124, "error[time_limit]: the script used up its 200 ms\n"),
            (
                ["--timeout", "200ms"], "require('herald').sleep(60)", 124,
                "error[time_limit]: the script used up its 200 ms\n"
            ),
            (
                ["--timeout", "200ms"], "while true do pcall(function() while true do end end) end", 124,
                "error[time_limit]: the script used up its 200 ms\n"
            ),
            (
                ["--memory", "8MiB"], "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end", 4,
                "error[memory_limit]: the script used up its 8192 KiB of memory\n"
            ),
            (
                ["--instructions", "5000"], "while true do end", 4,
                "error[instruction_limit]: the script used up its 5000 instructions\n"
            ),
        ] as [([String], String, Int32, String)]
    )
    func budgets(flags: [String], text: String, status: Int32, message: String) async throws {
        let output = try await Script(text).run(flags)
        #expect(output.status == status)
        #expect(output.error.hasPrefix(message), "\(output.error)")
        #expect(output.error.contains("  --> script.lua:1\n"))
        #expect(output.error.contains("help: raise the"))
    }

    @Test("an error of a callback is told once, when it happens; the last line says why the run failed")
    func callback() async throws {
        let script = try Script(
            """
            local herald = require "herald"
            local app, done = herald.connect { user = "ana" }
            app:on("unread", function() done = true error "in the callback" end)
            app:on("connected", function() done = true error "in the callback" end)
            herald.on_callback("x", print)
            repeat herald.sleep(0.01) until done
            """
        )
        let output = try await script.run()
        #expect(output.status == 4)
        #expect(output.error.contains("error: script.lua:"), "\(output.error)")
        #expect(output.error.ranges(of: "in the callback").count == 1, "\(output.error)")
        #expect(output.error.hasSuffix("error[script_error]: a task failed, as was told when it did\n"))
        let quiet = try await script.run(["--quiet"])
        #expect(quiet.error.hasPrefix("error[script_error]: in the callback\n"), "\(quiet.error)")
    }

    @Test("a slip of the sandbox is answered by what to use instead")
    func sandbox() async throws {
        for (text, advice) in [
            ("io.open 'x'", "herald.fs.read(path)"), ("io.write 'x'", "print writes"),
            ("os.getenv 'X'", "herald.env(name)"),
            ("os.exit(1)", "herald.exit(status)"), ("require 'socket'", "herald.http"),
            ("dofile 'x'", "require \"name\""),
        ] {
            let output = try await Script(text).run()
            #expect(output.status == 4)
            #expect(output.error.contains("  help: ") && output.error.contains(advice), "\(output.error)")
        }
    }

    @Test("a time-out lists what each task waits in")
    func timeReport() async throws {
        let script = try Script(
            """
            local herald = require "herald"
            herald.spawn(function()
                herald.sleep(60)
            end)
            herald.spawn(function() herald.sleep(60) end):join()
            """
        )
        let output = try await script.run(["--timeout", "300ms"])
        #expect(output.status == 124)
        #expect(
            output.error.contains(
                """
                  task: script.lua:5 waits in Task:join
                  task: script.lua:3 waits in herald.sleep
                  task: script.lua:5 waits in herald.sleep

                """
            ),
            "\(output.error)"
        )
    }

    @Test("a script ends with the status it names, and what it holds is closed", arguments: [0, 1, 7, 255])
    func exitStatus(status: Int32) async throws {
        let script = try Script(
            """
            local herald = require "herald"
            local guard <close> = setmetatable({}, { __close = function() print "closed" end })
            pcall(herald.exit, \(status))
            print "not reached"
            """
        )
        let output = try await script.run()
        #expect(output.status == status)
        #expect(output.out == "closed\n")
        #expect(output.error == "")
    }
}
