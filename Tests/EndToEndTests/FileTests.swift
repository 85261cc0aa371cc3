import TestSupport
import Testing

@Suite("Files and values of a script")
struct FileTests {
    @Test("Reads and writes where flags allow it, and nowhere else")
    func files() async throws {
        let script = try Script(
            """
            local fs = require("herald").fs
            fs.write("out/copy.txt", fs.read("data/in.txt"):upper())
            fs.append("out/copy.txt", "!")
            print(fs.read("data/in.txt"), table.concat(fs.list "data", " "), fs.exists "data/none")
            local ok, problem = pcall(fs.write, "data/in.txt", "x")
            print(problem.code, problem.hint)
            fs.read("/etc/passwd")
            """
        )
        try script.folder.write("data/in.txt", "hello")
        try Files.makeDirectories(script.folder.file("out"))
        let output = try await script.run(["--allow-read", "data", "--allow-write=out"])
        let folder = script.folder.path
        #expect(output.out == "hello\tin.txt\tfalse\ndenied\tallow it with --allow-write \(folder)/data/in.txt\n")
        #expect(output.status == 4)
        #expect(
            output.error.contains("error[denied]: read /etc/passwd is not granted\n  --> script.lua:7"),
            "\(output.error)"
        )
        #expect(output.error.contains("help: allow it with --allow-read /etc/passwd\n"))
        #expect(try Files.read(script.folder.file("out/copy.txt")) == Array("HELLO!".utf8))
        // What the hint says is enough.
        let allowed = try await script.run(["--allow-read", "/etc/passwd", "--allow-read=data", "--allow-write=out"])
        #expect(allowed.status == 0, "\(allowed.error)")
    }

    @Test("Flags come from variables, too, and a denial is stronger")
    func variables() async throws {
        let script = try Script("local fs = require('herald').fs print(fs.read 'a/x') fs.read 'a/b/x'")
        try script.folder.write("a/x", "seen")
        try script.folder.write("a/b/x", "hidden")
        let output = try await script.run(variables: ["HERALD_ALLOW_READ": "a,/usr", "HERALD_DENY_READ": "a/b"])
        #expect(output.out == "seen\n")
        #expect(output.status == 4)
        #expect(output.error.contains("a --deny-read flag forbids it"), "\(output.error)")
    }

    @Test("Values survive runs, in the folder that --state-dir names or in the home")
    func store() async throws {
        let script = try Script(
            """
            local store = require("herald").store
            store.set("count", (store.get "count" or 0) + 1)
            print(store.get "count")
            """
        )
        let state = script.folder.file("mine")
        let outputs = [
            try await script.run(["--state-dir", state]), try await script.run(["--state-dir", state]),
            try await script.run(), try await script.run(variables: ["HERALD_STATE_DIR": state]),
        ]
        #expect(outputs.map(\.out) == ["1\n", "2\n", "1\n", "3\n"], "\(outputs)")
        #expect(Files.exists(script.folder.file(".local/state/herald/store.json")))
    }

    @Test("Two processes lose nothing of each other's values")
    func together() async throws {
        let script = try Script(
            """
            local herald = require "herald"
            for i = 1, 40 do herald.store.set(herald.args[1] .. i, i) end
            """
        )
        async let one = script.run(["--state-dir", "state", "--", "a"])
        async let two = script.run(["--state-dir", "state", "--", "b"])
        let statuses = try await [one.status, two.status]
        #expect(statuses == [0, 0])
        let count = try Script("print(#require('herald').store.keys())")
        let output = try await count.run(["--state-dir", script.folder.file("state")])
        #expect(output.out == "80\n", "\(output.error)")
    }

    @Test("Modules of scripts/lib are found from any depth, and a link out of the folder is refused")
    func modules() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("scripts/lib/greeting.lua", "return 'hello from lib'")
        try folder.write("secret.lua", "return 'secret'")
        try Files.link(folder.file("scripts/lib/out.lua"), to: "../../secret.lua")
        let text = "print(require 'greeting') print(select(2, pcall(require, 'out')).code) require 'none'"
        for path in ["scripts/a.lua", "scripts/automations/b.lua", "scripts/automations/daily/c.lua"] {
            try folder.write(path, text)
            var launch = try HeraldProgram.launch(["run", path], home: folder.path)
            launch.directory = folder.path
            let output = try await ChildProcess.run(launch)
            #expect(output.out == "hello from lib\ndenied\n", "\(path): \(output.error)")
            #expect(output.status == 4)
            #expect(
                output.error.contains("error[not_found]: there is no module \"none\"\n  --> \(path):1"),
                "\(output.error)"
            )
        }
    }
}
