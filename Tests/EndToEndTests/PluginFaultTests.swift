import TestSupport
import Testing
import Values

@Suite("Plugins that cannot be used")
struct PluginFaultTests {
    /// One kind of fault: what the folder holds, and what is told of it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        /// Changes to a manifest that would do.
        var changes: JSONObject = [:]
        /// The manifest's text where it is no manifest.
        var manifest: String?
        /// Macros that the library is built with, or its text where it is none.
        var library: Library = .none
        /// In the list: the state, and what the reason contains.
        let state: String
        var reason = ""
        /// In the error of an action that needs it.
        let message: String

        enum Library: Sendable {
            case none
            case built([String])
            case text(String)
        }

        var testDescription: String { name }
    }

    static let faults = [
        Fault(
            name: "no-json",
            manifest: "{\n  \"id\": \"fixture\",\n",
            state: "refused",
            reason: "plugin.json:3:1",
            message: "no plugin provides the action \"test\""
        ),
        Fault(
            name: "no-manifest",
            manifest: "",
            state: "refused",
            reason: "plugin.json",
            message: "no plugin provides the action \"test\""
        ),
        Fault(
            name: "bad-field",
            changes: ["kind": "nativ"],
            state: "refused",
            reason: "/kind",
            message: "no plugin provides the action \"test\""
        ),
        Fault(
            name: "missing-entry",
            state: "refused",
            reason: "libfixture.so is missing",
            message: "the plugin fixture cannot be used: libfixture.so is missing"
        ),
        Fault(
            name: "text-file",
            library: .text("not a library, though it is named like one\n"),
            state: "refused",
            reason: "is no shared library",
            message: "the plugin fixture cannot be used: "
        ),
        Fault(
            name: "cut-library",
            library: .text("\u{7F}ELF and no more\n"),
            state: "refused",
            reason: "libfixture.so is cut off after 17 bytes",
            message: "libfixture.so is cut off after 17 bytes"
        ),
        Fault(
            name: "next-engine",
            changes: ["engine": ">=2.0"],
            library: .built([]),
            state: "refused",
            reason: "fixture works with >=2.0",
            message: "the plugin fixture cannot be used: fixture works with >=2.0"
        ),
        Fault(
            name: "next-contract",
            library: .built(["MAJOR=2"]),
            state: "ready",
            message: "contract"
        ),
        Fault(
            name: "other-name",
            changes: ["id": "other"],
            library: .built([]),
            state: "ready",
            message: "does not export herald_plugin_other"
        ),
    ]

    @Test("are listed with the reason, and an action that needs one is an error", arguments: faults)
    func fault(fault: Fault) async throws {
        let folder = try await install(fault)
        let list = try await HeraldProgram.run("plugins", "--plugin", folder.file("plugins"), "--json")
        #expect(list.status == 0)
        let plugins = try JSONText.parse(Array(list.out.utf8)).array ?? []
        #expect(plugins.count == Files.names(in: Files.packageRoot + "/plugins").count + 1)
        let plugin = try #require(plugins.first { $0["origin"] == "flag" })
        #expect(plugin["state"].string == fault.state)
        #expect(plugin["error"].text.contains(fault.reason), "\(plugin["error"].text)")
        #expect(plugin["directory"].string == folder.file("plugins/\(fault.name)"))
        let table = try await HeraldProgram.run("plugins", "--plugin", folder.file("plugins"))
        #expect(table.status == 0 && table.error == "")
        #expect(table.out.contains(fault.reason), "\(table.out)")

        let action = try await HeraldProgram.run(
            "action",
            #"{"type":"test"}"#,
            "--plugin",
            folder.file("plugins"),
            "--json"
        )
        #expect(action.status == 4)
        let outcome = try JSONText.parse(Array(action.out.utf8))
        #expect(outcome["status"] == "failed")
        #expect(outcome["error"]["message"].string?.contains(fault.message) == true, "\(outcome["error"].text)")
        #expect(outcome["error"]["hint"].string != nil || outcome["error"]["cause"] != .null)
    }

    @Test("leave a script that catches the error alive, and the other plugins usable", arguments: faults)
    func survives(fault: Fault) async throws {
        let folder = try await install(fault)
        let open = try await HeraldProgram.run(
            "action",
            #"{"type":"openUrl","url":"https://example.com"}"#,
            "--plugin",
            folder.file("plugins")
        )
        #expect(open.status == 0)
        #expect(open.error == "")
    }

    @Test("a Lua plugin with a fault says where")
    func luaPlugin() async throws {
        let folder = try TemporaryDirectory()
        let manifest: JSON = [
            "id": "wallet", "version": "1.0.0", "kind": "lua", "entry": "init.lua", "engine": ">=1.0 <2.0",
            "provides": [["action": "addToWallet"]],
        ]
        try folder.write("wallet/plugin.json", manifest.text)
        let action = ["action", #"{"type":"addToWallet"}"#, "--plugin", folder.file("wallet")]

        try folder.write("wallet/init.lua", "return {\n  addToWallet = function(action) retrun 1 end,\n}\n")
        let broken = try await ChildProcess.run(HeraldProgram.launch(action))
        #expect(broken.status == 4)
        #expect(broken.error.contains("error[plugin_refused]: wallet did not load: "), "\(broken.error)")
        #expect(broken.error.contains("wallet/init.lua:2"), "\(broken.error)")

        try folder.write(
            "wallet/init.lua",
            "return {\n  addToWallet = function(action) return action.pass.id end,\n}\n"
        )
        let failing = try await ChildProcess.run(HeraldProgram.launch(action))
        #expect(failing.status == 4)
        #expect(failing.error.contains("attempt to index a nil value (field 'pass')"), "\(failing.error)")
        #expect(failing.error.contains("wallet/init.lua:2"), "\(failing.error)")

        try folder.write("wallet/init.lua", "return { addToWallet = function(action) return { added = true } end }\n")
        let mended = try await ChildProcess.run(HeraldProgram.launch(action))
        #expect(mended.status == 0)
        #expect(mended.out == "addToWallet performed {\"added\":true}\n")
    }

    private func install(_ fault: Fault) async throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        let place = "plugins/\(fault.name)"
        var manifest: JSONObject = [
            "id": "fixture", "version": "1.0.0", "kind": "native", "entry": "libfixture.so", "engine": ">=1.0 <2.0",
            "provides": [["action": "test"]],
        ]
        for (key, value) in fault.changes { manifest[key] = value }
        if fault.manifest != "" {
            try folder.write("\(place)/plugin.json", fault.manifest ?? JSON.object(manifest).text)
        } else {
            try Files.makeDirectories(folder.file(place))
        }
        switch fault.library {
        case .none: break
        case .built(let macros):
            try await folder.write("\(place)/libfixture.so", FixtureLibrary.build(macros))
        case .text(let text): try folder.write("\(place)/libfixture.so", text)
        }
        return folder
    }
}
