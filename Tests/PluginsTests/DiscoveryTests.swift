import TestSupport
import Testing
import Values

@testable import Plugins

@Suite("Finding plugins")
struct DiscoveryTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func add(
        _ place: String,
        id: String,
        actions: [String],
        kind: String = "lua",
        entry: String? = "init.lua",
        engine: String = ">=1.0"
    ) throws {
        let manifest: JSON = [
            "id": .string(id), "version": "1.0.0", "kind": .string(kind), "entry": .string(entry ?? "init.lua"),
            "engine": .string(engine), "provides": .array(actions.map { ["action": .string($0)] }),
        ]
        try folder.write("\(place)/plugin.json", manifest.text)
        guard let entry else { return }
        try folder.write("\(place)/\(entry)", kind == "native" ? FixtureLibrary.start : Array("return {}".utf8))
    }

    private func location(_ name: String, _ origin: PluginLocation.Origin = .flag) -> PluginLocation {
        PluginLocation("\(folder.path)/\(name)", origin: origin)
    }

    private func states(_ records: [PluginRecord]) -> [String] {
        records.map { record in
            switch record.state {
            case .ready: "\(record.id) ready"
            case .overridden(let other): "\(record.id) overridden by \(other.dropFirst(folder.path.count + 1))"
            case .refused(let error): "\(record.id) refused \(error.code)"
            case .quarantined: "\(record.id) quarantined"
            case .stale: "\(record.id) stale"
            }
        }
    }

    @Test(
        "a manifest that two readers could read in two ways is refused, with the place",
        arguments: [
            (#"{"id":"a","id":"b"}"#, "/id", false),
            (#"{"id":"a","permissions":{"net":[],"net":["*"]}}"#, "/permissions/net", false),
            (#"{"id":"\uDFF3"}"#, nil, true), (#"{"id":1e999}"#, nil, true), ("{\"id\":1,}", nil, true),
            ("", nil, true),
            ("{\"X\n\":1}", nil, true), ("{} {}", nil, true),
        ] as [(String, String?, Bool)]
    )
    func ambiguous(text: String, pointer: String?, hasPlace: Bool) throws {
        try folder.write("all/a/plugin.json", text)
        let record = try #require(PluginDiscovery.scan([location("all")], libraryDirectories: []).first)
        guard case .refused(let error) = record.state else {
            Issue.record("\(record.state)")
            return
        }
        #expect(error.code == .badManifest)
        #expect((error.place != nil) == hasPlace, "\(error)")
        if let pointer { #expect(error.pointer == pointer) }
    }

    @Test("a manifest may begin with a byte order mark")
    func mark() throws {
        try add("all/a", id: "a", actions: ["a"])
        let text = try Files.read("\(folder.path)/all/a/plugin.json")
        try folder.write("all/a/plugin.json", [0xEF, 0xBB, 0xBF] + text)
        #expect(states(PluginDiscovery.scan([location("all")], libraryDirectories: [])) == ["a ready"])
    }

    @Test("takes the folders of a place in order, or the place itself")
    func folders() throws {
        try add("all/b", id: "b", actions: ["b"])
        try add("all/a", id: "a", actions: ["a"])
        try folder.write("all/.hidden/plugin.json", "{")
        try folder.write("all/README.md", "read me")
        #expect(states(PluginDiscovery.scan([location("all")])) == ["a ready", "b ready"])
        #expect(states(PluginDiscovery.scan([location("all/b")])) == ["b ready"])
        #expect(states(PluginDiscovery.scan([location("all"), location("all/")])) == ["a ready", "b ready"])
    }

    @Test("lets the later place win, and says so")
    func precedence() async throws {
        try add("one/x", id: "x", actions: ["openUrl", "copy"])
        try add("one/y", id: "y", actions: ["call"])
        try add("two/x", id: "x", actions: ["openUrl"])
        try add("three/z", id: "z", actions: ["call", "more"])
        let records = PluginDiscovery.scan([location("one", .shipped), location("two", .user), location("three")])
        #expect(
            states(records) == ["x overridden by two/x", "y overridden by three/z", "x ready", "z ready"]
        )
        let log = LogRecorder()
        let registry = PluginRegistry(.init(records: records, services: FakeServices(), log: log.sink))
        #expect(registry.actionTypes == ["call", "more", "openUrl"])
        #expect(registry.record(for: .action, "call")?.id == "z")
        #expect(
            log.messages == [
                "plugin x of \(folder.path)/one/x is overridden by \(folder.path)/two/x",
                "plugin y of \(folder.path)/one/y is overridden by \(folder.path)/three/z",
            ]
        )
    }

    @Test("lets a plugin keep what no other takes over")
    func partialOverride() throws {
        try add("one/x", id: "x", actions: ["openUrl", "copy"])
        try add("two/y", id: "y", actions: ["copy"])
        let records = PluginDiscovery.scan([location("one"), location("two")])
        #expect(states(records) == ["x ready", "y ready"])
        let log = LogRecorder()
        let registry = PluginRegistry(.init(records: records, services: FakeServices(), log: log.sink))
        #expect(registry.record(for: .action, "copy")?.id == "y")
        #expect(registry.record(for: .action, "openUrl")?.id == "x")
        #expect(log.messages == ["the action copy of plugin x is overridden by \(folder.path)/two/y"])
    }

    @Test("refuses two plugins for one type in one place, naming both")
    func rivals() throws {
        try add("all/a", id: "a", actions: ["openUrl"])
        try add("all/b", id: "b", actions: ["openUrl"])
        try add("all/c", id: "c", actions: ["copy"])
        try add("all/d", id: "c", actions: ["call"])
        try add("all/e", id: "e", actions: ["more"])
        let records = PluginDiscovery.scan([location("all")])
        #expect(
            states(records) == [
                "a refused plugin_refused", "b refused plugin_refused", "c refused plugin_refused",
                "c refused plugin_refused", "e ready",
            ]
        )
        #expect(
            records[0].refusal?.message
                == "\(folder.path)/all/a and \(folder.path)/all/b both provide the action openUrl"
        )
        #expect(records[3].refusal?.message.hasSuffix("both have the id c") == true)
    }

    @Test("refuses what cannot be used, with the reason")
    func refusals() throws {
        try add("all/a", id: "a", actions: ["a"], entry: nil)
        try add("all/b", id: "b", actions: ["b"], engine: ">=2.0")
        try folder.write("all/c/plugin.json", "{\n  nope\n}")
        try folder.write("all/d/README.md", "no manifest")
        try folder.write("all/e/plugin.json", [UInt8](repeating: 0x20, count: 300_000))
        let records = PluginDiscovery.scan([location("all")])
        #expect(
            states(records) == [
                "a refused plugin_refused", "b refused plugin_refused", "c refused bad_manifest",
                "d refused bad_manifest",
                "e refused bad_manifest",
            ]
        )
        #expect(records[0].refusal?.message == "init.lua is missing")
        #expect(records[0].refusal?.hint == "looked in \(folder.path)/all/a")
        #expect(records[1].refusal?.message == "b works with >=2.0, and this is 1.0")
        #expect(records[2].refusal?.place?.description == "\(folder.path)/all/c/plugin.json:2:3")
        #expect(records[3].refusal?.message.contains("No such file") == true)
    }

    @Test("meets the fault of a broken plugin instead of falling back")
    func brokenOverride() async throws {
        try add("one/x", id: "x", actions: ["openUrl"])
        try add("two/x", id: "x", actions: ["openUrl"], entry: nil)
        let records = PluginDiscovery.scan([location("one"), location("two")])
        let registry = PluginRegistry(.init(records: records, services: FakeServices()))
        let error = try await failure { _ = try await registry.invoke(action: ["type": "openUrl"], context: [:]) }
        #expect(error.code == .pluginRefused)
        #expect(error.message == "the plugin x cannot be used: init.lua is missing")
    }

    @Test("does not take native code from the working directory")
    func here() throws {
        try add("shipped/x", id: "x", actions: ["openUrl"], kind: "native", entry: "x.so")
        try add("plugins/x", id: "x", actions: ["openUrl"], kind: "native", entry: "x.so")
        try add("plugins/y", id: "y", actions: ["copy"])
        try folder.write("plugins/other/file", "somebody else's")
        let records = PluginDiscovery.scan([location("shipped", .shipped), location("plugins", .here)])
        #expect(states(records) == ["x ready", "x refused plugin_refused", "y ready"])
        #expect(records[1].refusal?.hint == "name the folder with --plugin")
        let registry = PluginRegistry(.init(records: records, services: FakeServices()))
        #expect(registry.record(for: .action, "openUrl")?.origin == .shipped)
    }

    @Test("looks for a library in the plugin's folder and then elsewhere, for a script there alone")
    func entries() throws {
        try add("all/x", id: "x", actions: ["openUrl"], kind: "native", entry: nil)
        try add("all/y", id: "y", actions: ["copy"], entry: nil)
        try folder.write("bin/init.lua", FixtureLibrary.start)
        let records = PluginDiscovery.scan([location("all")], libraryDirectories: ["\(folder.path)/bin"])
        #expect(records[0].entryPath == "\(folder.path)/bin/init.lua")
        #expect(states(records) == ["x ready", "y refused plugin_refused"])
    }

    @Test("takes no other file for a library")
    func wrongFileType() throws {
        try add("all/x", id: "x", actions: ["openUrl"], kind: "native", entry: "x.so")
        try add("all/y", id: "y", actions: ["copy"], kind: "native", entry: "y.so")
        try folder.write("all/y/y.so", "not a library")
        let records = PluginDiscovery.scan([location("all")])
        #expect(states(records) == ["x ready", "y refused plugin_refused"])
        #expect(records[1].refusal?.message == "\(folder.path)/all/y/y.so is no shared library")
    }

    @Test("misses a named folder and no other", arguments: PluginLocation.Origin.allCases)
    func absent(origin: PluginLocation.Origin) {
        let records = PluginDiscovery.scan([location("nowhere", origin)])
        #expect(states(records) == (origin == .path || origin == .flag ? ["nowhere refused not_found"] : []))
    }

    @Test("knows the places of a program, lowest first")
    func places() {
        let places = PluginLocation.standard(
            environment: ["HERALD_HOME": "/opt/herald", "HERALD_PLUGIN_PATH": "/a:/b/", "HOME": "/home/ana"],
            executableDirectory: "/usr/bin",
            workingDirectory: "/elsewhere",
            named: ["mine"]
        )
        #expect(
            places == [
                PluginLocation("/opt/herald/plugins", origin: .shipped),
                PluginLocation("/usr/lib/herald/plugins", origin: .system),
                PluginLocation("/home/ana/.local/share/herald/plugins", origin: .user),
                PluginLocation("/a", origin: .path), PluginLocation("/b", origin: .path),
                PluginLocation("/elsewhere/plugins", origin: .here), PluginLocation("mine", origin: .flag),
            ]
        )
        #expect(PluginLocation.userDirectory(environment: ["XDG_DATA_HOME": "/data"]) == "/data/herald/plugins")
        #expect(PluginLocation.userDirectory(environment: [:]) == nil)
    }
}
