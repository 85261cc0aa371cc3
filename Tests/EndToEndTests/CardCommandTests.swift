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
        #expect(bad.status == 4 && bad.error.contains("did you mean \"textColor\"?"))
    }
}
