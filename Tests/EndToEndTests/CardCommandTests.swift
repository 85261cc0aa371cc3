import Glibc
import TestSupport
import Testing
import Values

@Suite("herald check and herald render")
struct CardCommandTests {
    private static let good = """
        {"version":"1.0","style":{"background":{"light":"#FFFFFF","dark":"#1B1A1F"}},"fallbackText":"Hello",
         "body":[{"id":"t","type":"text","content":"Hello there"}]}
        """
    private static let odd = """
        {
          "version": "1.0", "style": {}, "fallbackText": "Hello",
          "body": [
            {"id": "a", "type": "colum", "items": []},
            {"id": "b", "type": "text", "content": "Hello there"}
          ]
        }
        """
    private static let broken = #"{"version":"1.0","body":[]"#

    @Test("says what is wrong with a card, where, and whether it is an error")
    func check() async throws {
        let folder = try TemporaryDirectory()
        for (name, text) in [("good", Self.good), ("odd", Self.odd), ("broken", Self.broken)] {
            try folder.write("\(name).json", text)
        }
        func run(_ words: String...) async throws -> ChildProcess.Output {
            var launch = try HeraldProgram.launch(["check"] + words)
            launch.directory = folder.path
            return try await ChildProcess.run(launch)
        }
        let good = try await run("good.json", "--strict")
        #expect(good.status == 0 && good.out == "good.json: good\n" && good.error == "")

        let odd = try await run("odd.json")
        #expect(odd.status == 0)
        #expect(
            odd.out == """
                warning[unknownElement]: unknown element type "colum"; did you mean "column"?
                  --> odd.json:4:25  (/body/0/type)
                  |
                4 |     {"id": "a", "type": "colum", "items": []},
                  |                         ^
                odd.json: 1 warning

                """
        )
        let strict = try await run("odd.json", "--strict", "--json")
        #expect(strict.status == 1)
        #expect(
            strict.out == #"{"file":"odd.json","kind":"card","ok":false,"diagnostics":["#
                + #"{"severity":"error","code":"missingProperty","pointer":"/style","line":2,"column":30,"#
                + #""message":"`background` is missing"},"#
                + #"{"severity":"error","code":"unknownElement","pointer":"/body/0/type","line":4,"column":25,"#
                + #""elementId":"a","message":"unknown element type \"colum\"; did you mean \"column\"?"}]}"# + "\n"
        )
        try folder.write("twice.json", Self.good.replacing("\n", with: "\n\"version\":\"1.0\","))
        let lenient = try await run("twice.json", "--json")
        let refused = try await run("twice.json", "--strict", "--json")
        #expect(lenient.status == 0 && refused.status == 1)
        for (output, severity) in [(lenient, "warning"), (refused, "error")] {
            let found = try JSONText.parse(output.out)["diagnostics"]
            #expect(found.array?.count == 1 && found[0]["code"] == "duplicateKey" && found[0]["line"] == 2, "\(found)")
            #expect(found[0]["severity"] == .string(severity))
        }

        for flags in [[], ["--strict"]] {
            let broken = try await ChildProcess.run(
                HeraldProgram.launch(["check", "\(folder.path)/broken.json", "--json"] + flags)
            )
            #expect(broken.status == 1)
            let report = try JSONText.parse(Array(broken.out.utf8))
            #expect(report["ok"] == false && report["diagnostics"][0]["code"] == "badJSON")
            #expect(report["diagnostics"][0]["line"] == 1 && report["diagnostics"][0]["column"] == 27)
        }
        let several = try await run("none.json", "odd.json", "broken.json", "--json")
        #expect(several.status == 3)
        let reports = try several.out.split(separator: "\n").map { try JSONText.parse(Array($0.utf8)) }
        #expect(reports.map { $0["file"] } == ["none.json", "odd.json", "broken.json"])
        #expect(reports.map { $0["ok"] } == [false, true, false])
        #expect(reports[0]["diagnostics"][0]["code"] == "io")
    }

    @Test("draws a card in each format; what is odd goes to standard error")
    func render() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("odd.json", Self.odd)
        try folder.write("broken.json", Self.broken)
        try folder.write("theme.json", ##"{"textColor":"#123456","backgroundColor":{"light":"#FEFEFE"}}"##)
        try folder.write("bad.json", #"{"textColour":"x"}"#)
        func run(_ words: String...) async throws -> ChildProcess.Output {
            var launch = try HeraldProgram.launch(["render"] + words)
            launch.directory = folder.path
            return try await ChildProcess.run(launch)
        }
        let text = try await run("odd.json", "--width", "20")
        #expect(text.status == 0)
        #expect(
            text.out == """
                ┌──────────────────┐
                │ Hello there      │
                └──────────────────┘

                """
        )
        #expect(text.error.contains("odd.json:4:25: unknown element type"))
        let quiet = try await run("odd.json", "--format", "json", "--theme-file", "theme.json", "--quiet")
        #expect(quiet.error == "")
        let layout = try JSONText.parse(Array(quiet.out.utf8))
        #expect(layout["mode"] == "dark" && layout["nodes"][0]["role"] == "text")
        #expect(layout["nodes"][0]["colors"]["foreground"] == "#123456")
        let page = try await run("odd.json", "--format", "html", "--theme", "light", "--direction", "rtl", "--quiet")
        #expect(page.status == 0)
        #expect(page.out.hasPrefix("<!doctype html>\n<html dir=\"rtl\">"))
        #expect(page.out.contains(">Hello there</p>") && !page.out.contains("prefers-color-scheme"))
        let colored = try await run("odd.json", "--color", "256", "--quiet")
        #expect(colored.out.contains("\u{1B}[0;38;5;"))
        let fallback = try await run("broken.json")
        #expect(fallback.status == 3)
        #expect(fallback.out.contains("This message cannot be shown."))
        for words in [["--width", "5"], ["--theme", "drak"], ["--format", "pdf"]] {
            let refused = try await run("odd.json", words[0], words[1])
            #expect(refused.status == 2 && refused.error.contains(words[0]), "\(words)")
        }
        let bad = try await run("odd.json", "--theme-file", "bad.json")
        #expect(bad.status == 3 && bad.out == "")
        #expect(
            bad.error == """
                error[invalid_argument]: there is no theme token "textColour"
                  --> bad.json:1:2  (/textColour)
                  |
                1 | {"textColour":"x"}
                  |  ^ did you mean "textColor"?

                """
        )
        for (name, text, words) in [
            ("missing.json", nil, "cannot read missing.json: no such file"), ("cut.json", "{", "  --> cut.json:1:2"),
            ("list.json", "[1]", "a theme is an object of tokens and colours, not an array\n  --> list.json:1:1"),
            ("color.json", ##"{"textColor":"#12"}"##, "  --> color.json:1:2  (/textColor)"),
        ] as [(String, String?, String)] {
            if let text { try folder.write(name, text) }
            let refused = try await run("odd.json", "--theme-file", name)
            #expect(refused.status == 3 && refused.error.contains(words), "\(refused.error)")
        }
    }

    @Test("fills the variables of a template, and says which it does not know")
    func variables() async throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            "template.json",
            """
            {"version":"1.0","style":{"background":{"light":"#FFFFFF","dark":"#1B1A1F"}},"fallbackText":"{{name}}",
             "body":[{"id":"t","type":"text","content":"{{ name }}, {{order.id}}, {{eta}}"},
                     {"id":"b","type":"button","label":"Go","action":{"type":"openUrl","url":"{{link}}"}}]}
            """
        )
        try folder.write(
            "values.json",
            #"{"name":"A \"b\" {{eta}}","order":{"id":7},"link":"https://a.example","etaa":1}"#
        )
        func run(_ words: String...) async throws -> ChildProcess.Output {
            var launch = try HeraldProgram.launch(["render", "template.json"] + words)
            launch.directory = folder.path
            return try await ChildProcess.run(launch)
        }
        let file = try await run("--variables", "values.json")
        #expect(file.status == 0 && file.out.contains("│ A \"b\" {{eta}}, 7, {{eta}} ") && file.out.contains("[1 Go]"))
        #expect(file.error == "warning: template.json: nothing is called {{etaa}}; did you mean \"eta\"?\n")
        let inline = try await run("--variables", #" {"name":"x"}"#, "--quiet")
        #expect(inline.out.contains("│ x, {{order.id}}, {{eta}} ") && inline.out.contains("[· Go]"))
        let wrong = try await run("--variables", #"{"name":"#)
        #expect(wrong.status == 2 && wrong.error.contains("--variables"))
        let missing = try await run("--variables", "none.json")
        #expect(missing.status == 3 && missing.error.contains("cannot read none.json"))
    }

    @Test("writes a file by its ending, and the cards of a folder on one page")
    func output() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("cards/b.json", Self.good)
        try folder.write("cards/a.json", Self.odd)
        try folder.write("cards/readme.txt", "none")
        func run(_ words: String...) async throws -> ChildProcess.Output {
            var launch = try HeraldProgram.launch(["render"] + words)
            launch.directory = folder.path
            return try await ChildProcess.run(launch)
        }
        func file(_ name: String) throws -> String {
            String(decoding: try Files.read(folder.file(name)), as: UTF8.self)
        }
        for (name, start) in [
            ("card.html", "<!doctype html>"), ("card.txt", "┌──"), ("card.json", "{\n"), ("card", "┌──"),
        ] {
            let done = try await run("cards/b.json", "-o", name)
            #expect(done.status == 0 && done.out == "" && done.error == "")
            #expect(try file(name).hasPrefix(start), "\(name)")
        }
        let piped = try await run("cards/b.json", "--format", "html", "-o", "-")
        #expect(piped.out == (try file("card.html")))
        let gallery = try await run("--gallery", "cards", "--output", "all.html")
        #expect(gallery.status == 0 && gallery.error.contains("cards/a.json:4:25: unknown element type"))
        let page = try file("all.html")
        let titles = page.matches(of: /title="([^"]*)"/).map { String($0.output.1) }
        #expect(titles == ["a, light", "a, dark", "b, light", "b, dark"])
        for words in [
            [], ["cards/b.json", "--gallery", "cards"], ["--gallery", "cards", "--format", "text"],
            ["cards/b.json", "--format", "png"], ["cards/b.json", "-o", "x.png", "--width", "20"],
            ["cards/b.json", "-x"],
        ] {
            var launch = try HeraldProgram.launch(["render"] + words)
            launch.directory = folder.path
            let refused = try await ChildProcess.run(launch)
            #expect(refused.status == 2 && refused.error.contains("error[usage]"), "\(words): \(refused.error)")
        }
        try Files.makeDirectories(folder.file("empty"))
        let empty = try await run("--gallery", "empty")
        #expect(empty.status == 3 && empty.error.contains("there is no card in empty"))
    }

    /// A picture that is stopped leaves nothing behind.
    private func interrupted(_ folder: TemporaryDirectory, _ launch: ChildProcess.Launch) async throws {
        let slow = "#!/bin/sh\necho begun >\"$HERALD_TEST_MARK\"\nexec sleep 60\n"
        try folder.write("slow", Array(slow.utf8), mode: 0o755)
        try Files.makeDirectories(folder.file("temporary"))
        var launch = launch
        launch.arguments += ["--browser", folder.file("slow"), "--log-level", "debug"]
        launch.environment["TMPDIR"] = folder.file("temporary")
        launch.environment["HERALD_TEST_MARK"] = folder.file("mark")
        let child = try ChildProcess.start(launch)
        let end = ContinuousClock.now + .seconds(30)
        while !Files.exists(folder.file("mark")), ContinuousClock.now < end { await Task.yield() }
        child.send(signal: SIGINT)
        #expect(try await child.finished().status == 130)
        #expect(Files.names(in: folder.file("temporary")) == [])
    }

    @Test("takes a picture with Chromium, and says what to do where there is none")
    func picture() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("card.json", Self.good)
        var launch = try HeraldProgram.launch(["render", "card.json", "-o", "card.png", "--width", "300"])
        launch.directory = folder.path
        let done = try await ChildProcess.run(launch)
        #expect(done.status == 0 && done.out == "" && done.error == "")
        let bytes = try Files.read(folder.file("card.png"))
        func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        try #require(bytes.count > 100 && bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(number(at: 16) == 600 && (30...100).contains(number(at: 20)), "twice 300 wide, a line high")
        try await interrupted(folder, launch)
        launch.arguments += ["--browser", "/bin/false"]
        let failed = try await ChildProcess.run(launch)
        #expect(failed.status == 4 && failed.error.contains("/bin/false drew no picture: the browser is gone"))
        launch.arguments = Array(launch.arguments.dropLast(2))
        launch.environment["PATH"] = "/nonexistent"
        launch.directory = nil
        launch.arguments[2] = folder.file("card.json")
        let missing = try await ChildProcess.run(launch)
        #expect(missing.status == 4 && missing.error.contains("install chromium or name one with --browser"))
    }
}
