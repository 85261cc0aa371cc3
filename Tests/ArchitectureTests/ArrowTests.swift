import Foundation
import Testing

/// The package's root, found from this file.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

@Suite("Arrows between targets")
struct ArrowTests {
    /// What each target may import besides `Values`, the system libraries and the C bridges of its own.
    static let arrows: [String: Set<String>] = [
        "Values": [],
        "Cards": [],
        "Scripting": [],
        "Plugins": ["CHeraldPlugin"],
        "PluginKit": ["CHeraldPlugin"],
        "Networking": [],
        "Storage": [],
        "StorageSQLite": ["Storage"],
        "Campaigns": ["Networking", "Cards", "Storage"],
        "LuaModules": ["Campaigns", "Cards", "Scripting", "Plugins"],
        "CampaignServer": ["Storage", "Cards", "Networking", "Scripting"],
        "EmbeddedServer": ["CampaignServer", "StorageSQLite"],
        // Cards are checked and drawn without scripts, too.
        "Herald": ["Cards", "LuaModules", "EmbeddedServer"],
        "HeraldCLI": ["Herald", "EmbeddedServer"],
    ]
    /// C modules and who may touch them.
    static let bridges: [String: Set<String>] = [
        "CLua": ["Scripting"],
        "CLuaBridge": ["Scripting"],
        "CCurl": ["Networking"],
        "CWslay": ["Networking"],
        "CNetBridge": ["Networking", "CampaignServer"],
        "CMicroHTTPD": ["CampaignServer"],
        "CCrypto": ["CampaignServer", "Cards", "LuaModules"],
        "CSQLite": ["StorageSQLite"],
        "CMarkdown": ["Cards"],
        "CJSONBridge": ["Values"],
        "CIDN2": ["Values"],
        "CHeraldPlugin": ["Plugins", "PluginKit"],
    ]
    static let libraries: Set<String> = ["Glibc", "Darwin", "Synchronization", "Dispatch"]

    @Test("every target of Sources is in the table, and the table names no other")
    func targets() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: packageRoot.appending(path: "Sources").path)
        #expect(Set(folders) == Set(Self.arrows.keys).union(Self.bridges.keys))
    }

    @Test("imports follow the arrows", arguments: arrows.keys.sorted())
    func imports(target: String) throws {
        let allowed = Self.libraries.union(Self.arrows[target] ?? []).union(["Values"])
        for (file, module) in try importsOfSwiftFiles(under: "Sources/\(target)") where module != target {
            if let users = Self.bridges[module] {
                #expect(users.contains(target), "\(file) imports \(module)")
            } else {
                #expect(allowed.contains(module), "\(file) imports \(module)")
            }
        }
    }

    @Test("plugins see the contract and the kit alone")
    func plugins() throws {
        let allowed = ["PluginKit", "CHeraldPlugin", "Glibc", "Synchronization"]
        for (file, module) in try importsOfSwiftFiles(under: "plugins") {
            #expect(allowed.contains(module), "\(file) imports \(module)")
        }
    }

    @Test("Package.swift lists the folders of native plugins")
    func pluginList() throws {
        let manifest = try String(contentsOf: packageRoot.appending(path: "Package.swift"), encoding: .utf8)
        let listed = manifest.matches(of: /^ {4}\("([a-z0-9-]+)", "Plugin\w+"\),$/.anchorsMatchLineEndings())
            .map { String($0.output.1) }
        let plugins = packageRoot.appending(path: "plugins")
        let native = try FileManager.default.contentsOfDirectory(atPath: plugins.path).filter {
            FileManager.default.fileExists(atPath: plugins.appending(path: "\($0)/Sources").path)
        }
        #expect(listed.sorted() == native.sorted())
    }

    private func importsOfSwiftFiles(under folder: String) throws -> [(file: String, module: String)] {
        let root = packageRoot.appending(path: folder)
        let names = try #require(FileManager.default.enumerator(atPath: root.path)).compactMap { $0 as? String }
        let files = names.filter { $0.hasSuffix(".swift") && !$0.contains("Tests/") }
        try #require(!files.isEmpty)
        let statement =
            /^\s*(?:@\w+\s+)*(?:public |package |internal |private |fileprivate )?import (?:\w+ )?(\w+)[.\w]*$/
        return try files.flatMap { file in
            let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
            return text.matches(of: statement.anchorsMatchLineEndings()).map { (file, String($0.output.1)) }
        }
    }
}
