import TestSupport
import Testing
import Values

@Suite("herald plugins")
struct PluginTests {
    @Test("lists what is shipped")
    func list() async throws {
        let output = try await HeraldProgram.run("plugins", "list", "--json")
        #expect(output.status == 0)
        #expect(output.error == "")
        let plugins = try #require(JSONText.parse(Array(output.out.utf8)).array)
        let rows = plugins.map { "\($0["id"].string ?? "") \($0["kind"].string ?? "") \($0["provides"].text)" }
        #expect(
            rows == [
                #"api-call native ["action apiCall"]"#, #"chat native ["channel chat"]"#,
                #"chat-with-group lua ["action chatWithGroup"]"#, #"chat-with-user lua ["action chatWithUser"]"#,
                #"copy-to-clipboard lua ["action copyToClipboard"]"#,
                #"custom-callback native ["action customCallback"]"#, #"download-file native ["action downloadFile"]"#,
                #"initiate-call lua ["action initiateCall"]"#,
                #"open-url native ["action openUrl"]"#, #"send-message lua ["action sendMessage"]"#,
            ]
        )
        for plugin in plugins {
            #expect(plugin["state"] == "ready")
            #expect(plugin["origin"] == "shipped")
            #expect(plugin["version"] == "1.0.0")
            #expect(plugin["error"].isNull)
            #expect(plugin["directory"].string?.hasPrefix("\(Files.packageRoot)/plugins/") == true)
        }

        let table = try await HeraldProgram.run("plugins").out.split(separator: "\n")
        #expect(table.first?.hasPrefix("ID ") == true)
        #expect(table.count == rows.count + 1)
        let link = table.first { $0.hasPrefix("open-url ") }
        #expect(
            link?.wholeMatch(of: /open-url +1\.0\.0 +native +action openUrl +\S+\/plugins\/open-url +ready/)
                != nil
        )
    }

    @Test("an installed program finds its plugins in ../lib/herald, and lives without one of them")
    func installed() async throws {
        let folder = try TemporaryDirectory()
        let products = try HeraldProgram.products
        try Files.makeDirectories(folder.file("bin"))
        try Files.copy("\(products)/herald", to: folder.file("bin/herald"))
        for name in ["api-call", "chat", "copy-to-clipboard", "custom-callback", "download-file", "open-url"] {
            let plugin = folder.file("lib/herald/plugins/\(name)")
            try Files.makeDirectories(plugin)
            for file in ["plugin.json", "init.lua"] where Files.exists("\(Files.packageRoot)/plugins/\(name)/\(file)") {
                try Files.copy("\(Files.packageRoot)/plugins/\(name)/\(file)", to: "\(plugin)/\(file)")
            }
            let library = "libplugin-\(name).so"
            if Files.exists("\(products)/\(library)") {
                try Files.copy("\(products)/\(library)", to: "\(plugin)/\(library)")
            }
        }
        let script = try folder.write("cards.lua", Self.tapAll)
        var launch = ChildProcess.Launch([
            folder.file("bin/herald"), "run", script, "--campaigns", "\(Files.packageRoot)/scripts/campaigns",
        ])
        launch.environment = ["PATH": Environment.path, "HOME": folder.path]
        launch.directory = folder.path
        let whole = try await ChildProcess.run(launch)
        #expect(whole.status == 0, "\(whole.error)")
        #expect(whole.out.contains("openUrl performed"))
        #expect(whole.out.hasSuffix("end\n"))

        Files.remove(folder.file("lib/herald/plugins/open-url"))
        let without = try await ChildProcess.run(launch)
        #expect(without.status == 0, "\(without.error)")
        #expect(!without.out.contains("openUrl performed"))
        #expect(without.out.contains("openUrl plugin_missing no plugin provides the action \"openUrl\""))
        for type in ["apiCall", "customCallback", "copyToClipboard"] {
            #expect(without.out.contains("\(type) performed"))
        }
        #expect(without.out.hasSuffix("chat active\nend\n"))

        let fatal = try folder.write("fatal.lua", Self.tapLink)
        launch.arguments[2] = fatal
        let uncaught = try await ChildProcess.run(launch)
        #expect(uncaught.status == 4)
        #expect(uncaught.error.hasPrefix("error[plugin_missing]: no plugin provides the action \"openUrl\"; known: "))
        #expect(uncaught.error.contains("--plugin"))
    }

    /// Taps every button of every card and says what came of it; an error ends no more than its tap.
    private static let tapAll = """
        local herald = require "herald"
        herald.on_callback("remind-me", function() return "yes" end)
        local app = herald.connect { user = "ana" }
        for item in app:feed():items() do
          local card = item:card()
          for _, button in ipairs(card:actions()) do
            local ok, outcome = pcall(card.tap, card, button.elementId)
            local words = ok and { outcome.status } or { outcome.code, outcome.message }
            print(button.type .. " " .. table.concat(words, " "))
          end
        end
        local session = app:session { channel = "chat", campaign = app:campaigns()[1] }
        session:start()
        print("chat " .. session.status)
        session:finish()
        print "end"
        """

    /// Taps the first button that opens a link.
    private static let tapLink = """
        local herald = require "herald"
        local app = herald.connect { user = "ana" }
        for item in app:feed():items() do
          local card = item:card()
          for _, button in ipairs(card:actions()) do
            if button.type == "openUrl" then card:tap(button.elementId) end
          end
        end
        """
}
