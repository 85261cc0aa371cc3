import TestSupport
import Testing
import Values

@Suite("herald campaigns")
struct CampaignsCommandTests {
    private static let files = [
        "shop/shop.json": """
        {
          "herald": 1,
          "users": [{"id": "ana", "name": "Ana"}],
          "categories": [{"name": "News"}],
          "feedChannels": [{"channelId": "inbox", "name": "Inbox", "type": "in_app"}],
          "templates": [
            {
              "templateId": "bread", "name": "Bread", "category": "News",
              "variables": [{"key": "hour", "required": true}],
              "card": {"$file": "cards/bread.json"}
            }
          ],
          "messages": [{"id": "today", "template": "bread", "receivers": ["ana"], "variables": {"ana": {"hour": "8"}}}]
        }
        """,
        "shop/cards/bread.json": """
        {
          "version": "1.0",
          "style": {"background": {"light": "#FFFFFF", "dark": "#000000"}},
          "body": [{"id": "t", "type": "text", "content": "Bread from {{hour}}"}],
          "fallbackText": "Bread"
        }
        """,
    ]

    private static func folder() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        for (name, text) in files { try folder.write(name, text) }
        return folder
    }

    private static func run(_ folder: TemporaryDirectory, _ words: String...) async throws -> ChildProcess.Output {
        var launch = try HeraldProgram.launch(["campaigns"] + words, home: folder.path)
        launch.directory = folder.path
        return try await ChildProcess.run(launch)
    }

    @Test("applies a folder to a database, shows what changes, and the second time changes nothing")
    func applies() async throws {
        let folder = try Self.folder()
        let missing = try await Self.run(folder, "apply", "shop", "--database", "a.db")
        #expect(missing.status == 2 && missing.error.contains("--create"))
        let dry = try await Self.run(folder, "apply", "shop", "--database", "a.db", "--create", "--dry-run")
        #expect(dry.status == 0 && dry.out.contains("would be 5 created, 0 unchanged; nothing was written"))
        #expect(!Files.exists(folder.file("a.db")))

        let first = try await Self.run(folder, "apply", "shop", "--database", "a.db", "--create")
        #expect(
            first.out == """
                created  user "ana"  shop/shop.json:3:13 (/users/0)
                created  category "News"  shop/shop.json:4:18 (/categories/0)
                created  feed channel "inbox"  shop/shop.json:5:20 (/feedChannels/0)
                created  template "bread"  shop/shop.json:7:5 (/templates/0)
                created  message "today"  shop/shop.json:13:16 (/messages/0)
                5 created, 0 unchanged; 1 item sent

                """
        )
        let second = try await Self.run(folder, "apply", "shop", "--database", "a.db")
        #expect(second.out == "nothing changed, 5 unchanged\n" && second.error == "")

        let shop = Self.files["shop/shop.json"]?.replacing(#""name": "Bread""#, with: #""name": "Rolls""#) ?? ""
        try folder.write("shop/shop.json", shop)
        let card = Self.files["shop/cards/bread.json"]?.replacing("Bread from", with: "Rolls from") ?? ""
        try folder.write("shop/cards/bread.json", card)
        let changed = """
            updated  template "bread"  shop/shop.json:7:5 (/templates/0)
                shop/shop.json:8:38 (/templates/0/name): "Bread" -> "Rolls"
                shop/cards/bread.json:4:51 (/body/0/content): "Bread from {{hour}}" -> "Rolls from {{hour}}"

            """
        for flags in [["--dry-run"], []] {
            let words = ["campaigns", "apply", "shop", "--database", "a.db"] + flags
            var launch = try HeraldProgram.launch(words, home: folder.path)
            launch.directory = folder.path
            let output = try await ChildProcess.run(launch)
            #expect(output.out.hasPrefix(changed), "\(output.out)")
        }
        let again = try JSONText.parse(try await Self.run(folder, "apply", "shop", "--database", "a.db", "--json").out)
        #expect(again["ok"] == true && again["unchanged"] == 5 && again["changes"] == [] && again["dryRun"] == false)
    }

    @Test("tells all faults with file, line, column and pointer, and applies nothing")
    func faults() async throws {
        let folder = try Self.folder()
        let shop = Self.files["shop/shop.json"]?.replacing(#""category": "News""#, with: #""category": "Newz""#) ?? ""
        try folder.write("shop/shop.json", shop)
        let card = Self.files["shop/cards/bread.json"]?.replacing("{{hour}}", with: "{{huor}}") ?? ""
        try folder.write("shop/cards/bread.json", card)
        let output = try await Self.run(folder, "apply", "shop", "--database", "a.db", "--create")
        #expect(output.status == 2 && output.out == "")
        for part in [
            "--> shop/shop.json:8:59  (/templates/0/category)", "did you mean \"News\"?",
            "--> shop/cards/bread.json:4:51  (/body/0/content)", "did you mean \"hour\"?",
            "2 errors; nothing was applied",
        ] {
            #expect(output.error.contains(part), "\(part) in \(output.error)")
        }
        #expect(!Files.exists(folder.file("a.db")), "a refusal makes no database")
        let json = try await Self.run(folder, "apply", "shop", "--database", "a.db", "--create", "--json")
        let found = try JSONText.parse(json.out)
        #expect(found["ok"] == false && found["findings"].array?.count == 2)
        #expect(found["findings"][0]["line"] == 8 && found["findings"][0]["pointer"] == "/templates/0/category")
        // Repaired, everything is new.
        for (name, text) in Self.files { try folder.write(name, text) }
        let good = try await Self.run(folder, "apply", "shop", "--database", "a.db", "--create", "--json")
        #expect(try JSONText.parse(good.out)["created"] == 5)
    }

    @Test("applies to and exports from a server whose keys it finds, which then is told what changed")
    func server() async throws {
        let folder = try Self.folder()
        let serve = try await RunningServe.start(in: folder)
        let locked = try await Self.run(folder, "apply", "shop", "--database", "campaigns.db")
        #expect(locked.status == 2 && locked.error.contains("campaigns.db"), "\(locked.error)")

        let dry = try await Self.run(folder, "apply", "shop", "--server", serve.url, "--dry-run")
        #expect(dry.status == 0, "\(dry.error)")
        #expect(dry.out.contains("created  template \"bread\"  shop/shop.json:7:5 (/templates/0)"))
        let first = try await Self.run(folder, "apply", "shop", "--server", serve.url)
        #expect(first.status == 0 && first.out.contains("1 item sent"), "\(first.error)")
        let second = try await Self.run(folder, "apply", "shop", "--server", serve.url)
        #expect(second.out == "nothing changed, 5 unchanged\n")

        let export = try await Self.run(folder, "export", "out", "--server", serve.url)
        #expect(export.status == 0 && export.out.contains("created out/cards/bread.json"), "\(export.error)")
        let back = try await Self.run(folder, "apply", "out", "--server", serve.url)
        #expect(back.status == 0 && back.out.hasPrefix("nothing changed"), "\(back.out)\(back.error)")

        try folder.write("shop/shop.json", #"{"herald": 1, "templates": [{"templateId": "x"}]}"#)
        let bad = try await Self.run(folder, "apply", "shop", "--server", serve.url)
        #expect(bad.status == 2 && bad.error.contains("--> shop/shop.json:1:29  (/templates/0)"), "\(bad.error)")
        let key = try await Self.run(folder, "apply", "out", "--server", serve.url, "--admin-key", "hak_wrong")
        #expect(key.status == 4 && key.error.contains("unauthorized"), "\(key.error)")
        _ = try await serve.stop()
    }

    @Test("exports what makes the same in an empty database, and writes over nothing that differs")
    func exports() async throws {
        let folder = try Self.folder()
        #expect(try await Self.run(folder, "apply", "shop", "--database", "a.db", "--create").status == 0)
        let export = try await Self.run(folder, "export", "out", "--database", "a.db")
        #expect(export.status == 0, "\(export.error)")
        let same = try await Self.run(folder, "apply", "out", "--database", "a.db")
        #expect(same.out == "nothing changed, 5 unchanged\n", "\(same.out)\(same.error)")
        #expect(try await Self.run(folder, "apply", "out", "--database", "b.db", "--create").status == 0)
        let again = try await Self.run(folder, "export", "out", "--database", "b.db")
        #expect(again.out == "nothing changed, 6 unchanged\n", "\(again.out)\(again.error)")

        try folder.write("out/users.json", "{}")
        let refused = try await Self.run(folder, "export", "out", "--database", "a.db")
        #expect(refused.status == 4 && refused.error.contains("files that differ: users.json"), "\(refused.error)")
        #expect(try Files.read(folder.file("out/users.json")) == Array("{}".utf8))
        let forced = try await Self.run(folder, "export", "out", "--database", "a.db", "--force")
        #expect(forced.status == 0 && forced.out == "overwritten out/users.json\n1 written, 5 unchanged\n")
        try folder.write("out/more.json", "{}")
        let others = try await Self.run(folder, "export", "out", "--database", "a.db")
        #expect(others.status == 4 && others.error.contains("other campaign files: more.json"))
    }

    @Test(
        "refuses what is not whole",
        arguments: [
            (["apply"], "needs apply DIR"), (["aply", "shop"], "did you mean \"apply\"?"),
            (["apply", "shop"], "needs --database or --server"),
            (["apply", "shop", "--database", "a", "--server", "http://127.0.0.1:1"], "either --database or --server"),
            (["apply", "shop", "--database", "a", "--admin-key", "k"], "needs --server"),
            (["apply", "none", "--database", "a", "--create"], "cannot be read"),
            (["apply", "shop", "--database", "a", "--force"], "--force goes with export only"),
            (["apply", "shop", "--server", "http://127.0.0.1:1", "--create"], "--create goes with --database only"),
            (["export", "out", "--database", "a", "--dry-run"], "--dry-run goes with apply only"),
        ] as [([String], String)]
    )
    func refusals(words: [String], message: String) async throws {
        let folder = try Self.folder()
        var launch = try HeraldProgram.launch(["campaigns"] + words, home: folder.path)
        launch.directory = folder.path
        let output = try await ChildProcess.run(launch)
        #expect(output.status == 2 && output.error.contains(message), "\(output.error)")
    }

    @Test("herald check knows authoring files and what they include")
    func check() async throws {
        let folder = try Self.folder()
        try folder.write("shop/other.json", #"{"herald": 1, "categories": [{"name": "Offers", "txt": "x"}]}"#)
        func check(_ words: String...) async throws -> ChildProcess.Output {
            var launch = try HeraldProgram.launch(["check"] + words)
            launch.directory = folder.path
            return try await ChildProcess.run(launch)
        }
        try folder.write("old.json", #"{"users": [{"id": "ana"}]}"#)
        let old = try await check("old.json")
        #expect(old.status == 1 && old.out.contains("taken for a campaign file, and lacks \"herald\""), "\(old.out)")
        #expect(old.out.contains("\"herald\": 1"))
        try folder.write("cut.json", #"{"herald": 1, "users": ["#)
        let cut = try await check("cut.json")
        #expect(cut.status == 1 && cut.out.hasPrefix("error[badJSON]: not JSON: "), "\(cut.out)")

        let good = try await check("shop/shop.json", "shop/cards/bread.json", "--strict")
        #expect(good.status == 0)
        #expect(good.out.hasPrefix("shop/shop.json: good\n"), "\(good.out)")
        let bad = try await check("shop/other.json")
        #expect(bad.status == 1)
        #expect(bad.out.contains("--> shop/other.json:1:49  (/categories/0/txt)"), "\(bad.out)")
        let card = Self.files["shop/cards/bread.json"]?.replacing(#""version": "1.0","#, with: "") ?? ""
        try folder.write("shop/cards/bread.json", card)
        let strict = try await check("shop/shop.json", "--strict", "--json")
        let report = try JSONText.parse(strict.out)
        #expect(strict.status == 1 && report["kind"] == "authoring" && report["ok"] == false)
        #expect(report["diagnostics"][0]["file"] == "shop/cards/bread.json", "\(strict.out)")
        #expect(report["diagnostics"][0]["message"].string?.contains("version") == true)
    }

    @Test("agents and what messages and templates name are tried by check and by apply")
    func references() async throws {
        let folder = try Self.folder()
        func check() async throws -> ChildProcess.Output {
            var launch = try HeraldProgram.launch(["check", "shop/chat.json", "shop/shop.json"])
            launch.directory = folder.path
            return try await ChildProcess.run(launch)
        }
        let chat =
            #"{"herald": 1, "campaigns": [{"id": "c", "name": "C", "channels": [{"type": "chat", "agent": "otto"}]}]}"#
        try folder.write("shop/chat.json", chat)
        let missing = try await check()
        #expect(missing.status == 0, "an agent that is not there yet stops nothing")
        #expect(missing.out.contains("agent \"otto\" cannot be found: there is no folder agents\n"), "\(missing.out)")
        for (script, message) in [
            ("return {\n  reply = function( end }", "--> agents/otto.lua:2"),
            ("return { greet = function() return 'Hi' end }", "agent \"otto\" has no reply"),
        ] {
            try folder.write("agents/otto.lua", script)
            let checked = try await check()
            #expect(checked.status == 1 && checked.out.contains(message), "\(checked.out)")
            let applied = try await Self.run(folder, "apply", "shop", "--database", "a.db", "--create")
            #expect(applied.status == 2 && applied.error.contains(message), "\(applied.error)")
        }
        try folder.write("agents/otto.lua", "return { reply = function() end }")
        #expect(try await check().out == "shop/chat.json: good\nshop/shop.json: good\n")

        let shop =
            Self.files["shop/shop.json"]?.replacing(#""ana": {"#, with: #""anna": {"#)
            .replacing(#""receivers": ["ana"]"#, with: #""receivers": ["anna"]"#) ?? ""
        try folder.write("shop/shop.json", shop)
        let stranger = "receiver \"anna\" is no user yet"
        let warned = try await check()
        #expect(warned.status == 0 && warned.out.contains(stranger) && warned.out.contains("did you mean \"ana\"?"))
        let applied = try await Self.run(folder, "apply", "shop", "--database", "a.db", "--create")
        #expect(applied.status == 0 && applied.error.contains(stranger), "\(applied.error)")
        #expect(try await Self.run(folder, "apply", "shop", "--database", "a.db").error == "")
    }

    @Test("the guide's files and commands do what the guide says")
    func guide() async throws {
        let path = "\(Files.packageRoot)/Sources/Herald/Herald.docc/Authoring.md"
        let text = String(decoding: try Files.read(path), as: UTF8.self)
        /// The code that follows these words.
        func code(after words: String) throws -> String {
            let rest = try #require(text.split(separator: words, maxSplits: 1).last)
            let block = try #require(rest.split(separator: "```", maxSplits: 2).dropFirst().first)
            return String(block.drop { $0 != "\n" }.dropFirst())
        }
        let folder = try TemporaryDirectory()
        try folder.write("campaigns/shop.json", try code(after: "`shop/campaigns/shop.json`:\n"))
        try folder.write("agents/otto.lua", try code(after: "`shop/agents/otto.lua`:\n"))
        let commands = try code(after: "In the folder `shop`").split(separator: "\n").map(String.init)
        #expect(commands.count == 5)
        var last = ""
        for command in commands {
            let words = command.split(separator: " ").map(String.init)
            #expect(words.first == "herald")
            var launch = try HeraldProgram.launch(Array(words.dropFirst()), home: folder.path)
            launch.directory = folder.path
            let output = try await ChildProcess.run(launch)
            #expect(output.status == 0 && output.error == "", "\(command): \(output.error)")
            if command == commands[3] { last = output.out }
        }
        #expect(last == "nothing changed, 6 unchanged\n")
        let renamed = try code(after: "`shop/campaigns/shop.json`:\n").replacing("Fresh bread", with: "Warm bread")
        try folder.write("campaigns/shop.json", renamed)
        var launch = try HeraldProgram.launch(["campaigns", "apply", "campaigns", "--database", "herald.db"])
        launch.directory = folder.path
        #expect(try await ChildProcess.run(launch).out == code(after: "one for each field:\n"))
    }
}
