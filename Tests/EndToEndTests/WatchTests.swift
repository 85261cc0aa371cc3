import Glibc
import TestSupport
import Testing

@Suite("herald run --watch")
struct WatchTests {
    /// Waits for a text on either stream, and fails when the process ends before.
    private func wait(_ process: ChildProcess, for text: String, times: Int = 1) async throws {
        try await process.text { out, error in
            max(out.ranges(of: text).count, error.ranges(of: text).count) >= times
        }
    }

    @Test("starts anew when the script or a module changes and can be compiled, and ends by Ctrl-C")
    func changes() async throws {
        let script = try Script(
            """
            local herald = require "herald"
            local guard <close> = setmetatable({}, { __close = function() print "closed" end })
            herald.on_callback("x", print)
            herald.action("mine", print)
            print("module " .. require "part")
            herald.sleep(3600)
            """
        )
        try script.folder.write("part.lua", "return 'one'")
        let process = try ChildProcess.start(script.launch(["--watch"]))
        try await wait(process, for: "module one\n")
        try script.folder.write("part.lua", "return = 'broken'")
        try await wait(process, for: "watch: what ran before goes on; waiting for the next change\n")
        try script.folder.write("part.lua", "return 'two'")
        try await wait(process, for: "module two\n")
        try script.folder.write("script.lua", "print 'short' error 'at the end'")
        try await wait(process, for: "watch: ended with status 4; waiting for a change\n")
        try script.folder.write("script.lua", "while true do end")
        try await wait(process, for: "script.lua changed: starting anew\n", times: 2)
        // Written before it starts, the next version would take the place of this one.
        try await wait(process, for: "watch: script.lua starts\n", times: 4)
        try script.folder.write("script.lua", "print('later ' .. require 'later')")
        try await wait(process, for: "ended with status 4", times: 2)
        try script.folder.write("later.lua", "return 'came'")
        try await wait(process, for: "later came\n")
        process.send(signal: SIGINT)
        let output = try await process.finished()
        #expect(output.status == 130)
        #expect(output.out == "module one\nclosed\nmodule two\nclosed\nshort\nlater came\n")
        #expect(
            output.error.contains("error[syntax_error]: unexpected symbol near '='\n  --> part.lua:1"),
            "\(output.error)"
        )
        let notes = output.error.split(separator: "\n").filter { $0.hasPrefix("watch: ") }
        #expect(
            notes == [
                "watch: script.lua starts", "watch: what ran before goes on; waiting for the next change",
                "watch: part.lua changed: starting anew", "watch: stopped",
                "watch: script.lua starts", "watch: script.lua changed: starting anew", "watch: stopped",
                "watch: script.lua starts", "watch: ended with status 4; waiting for a change",
                "watch: script.lua changed: starting anew",
                "watch: script.lua starts", "watch: script.lua changed: starting anew", "watch: stopped",
                "watch: script.lua starts", "watch: ended with status 4; waiting for a change",
                "watch: later.lua changed: starting anew",
                "watch: script.lua starts", "watch: ended with status 0; waiting for a change",
            ]
        )
        #expect(output.error.contains("error[script_error]: at the end\n  --> script.lua:1"))
    }

    @Test("spells paths as the script's is, and tells what a run that is replaced does wrong as it ends")
    func replaced() async throws {
        let script = try Script(
            """
            local guard <close> = setmetatable({}, { __close = function() error "at the close" end })
            require "part"
            print "on"
            require("herald").sleep(3600)
            """
        )
        try script.folder.write("part.lua", "return 1")
        var launch = try script.launch(["--watch", "--json"])
        launch.arguments = launch.arguments.map { $0 == "script.lua" ? "./script.lua" : $0 }
        let process = try ChildProcess.start(launch)
        try await wait(process, for: "on\n")
        try script.folder.write("part.lua", "return  2")
        try await wait(process, for: "on\n", times: 2)
        process.send(signal: SIGINT)
        let output = try await process.finished()
        let notes = output.error.split(separator: "\n").filter { $0.hasPrefix("watch: ") || $0.hasPrefix("error") }
        #expect(
            notes == [
                "watch: ./script.lua starts", "watch: ./part.lua changed: starting anew",
                "error[script_error]: at the close", "watch: stopped",
                "watch: ./script.lua starts", "error[script_error]: at the close", "watch: stopped",
            ]
        )
        #expect(output.out.split(separator: "\n").count == 2)
    }

    @Test("has a document for each run with --json")
    func json() async throws {
        let script = try Script("return 1")
        let process = try ChildProcess.start(script.launch(["--watch", "--json"]))
        try await wait(process, for: "ended with status 0")
        try script.folder.write("script.lua", "require('herald').exit(7)")
        try await wait(process, for: "ended with status 7")
        process.send(signal: SIGTERM)
        let output = try await process.finished()
        #expect(output.status == 143)
        #expect(
            output.out == """
                {"value":1,"effects":[],"error":null}
                {"value":null,"effects":[],"error":null}

                """
        )
    }

    @Test("a script that is not there is an error at once")
    func missing() async throws {
        let output = try await HeraldProgram.run("run", "/none/such.lua", "--watch")
        #expect(output.status == 3)
        #expect(output.error.contains("cannot read /none/such.lua"))
    }
}
