import Testing
import Values

@testable import Plugins

@Suite("Manifests")
struct ManifestTests {
    static let good: JSON = [
        "id": "open-url", "version": "1.0.0", "kind": "native", "entry": "libplugin-open-url.so",
        "engine": ">=1.0 <2.0", "provides": [["action": "openUrl"]],
    ]

    private static func with(_ key: String, _ value: JSON) -> JSON {
        var manifest = good
        manifest[key] = value
        return manifest
    }

    @Test("are read whole")
    func read() throws {
        var json = Self.good
        json["permissions"] = ["net": ["API.example.com"], "clipboard": true, "call": false]
        json["threads"] = "any"
        json["description"] = "Opens a link"
        json["license"] = "Apache-2.0"
        json["provides"] = [["action": "openUrl", "schema": ["type": "object"]], ["channel": "talk"]]
        let manifest = try PluginManifest(json: json)
        #expect(manifest.id == "open-url")
        #expect(manifest.entrySymbol == "herald_plugin_open_url")
        #expect(manifest.kind == .native)
        #expect(manifest.threads == .any)
        #expect(manifest.provides.map(\.description) == ["action openUrl", "channel talk"])
        #expect(manifest.permissions.json == ["net": ["api.example.com"], "clipboard": true])
    }

    @Test(
        "name what is wrong and where",
        arguments: [
            ([], "", "must be an object, not an array"), (with("id", .null), "/id", "\"id\" is missing"),
            (with("id", "Open URL"), "/id", "lower-case letters"), (with("id", "a/../b"), "/id", "lower-case letters"),
            (with("id", 7), "/id", "must be a string, not a number"),
            (with("version", "one"), "/version", "numbers with points"),
            (with("kind", "java"), "/kind", "must be \"native\" or \"lua\""),
            (with("entry", "../evil.so"), "/entry", "without folders"),
            (with("entry", ".."), "/entry", "without folders"),
            (with("engine", "new"), "/engine", "bounds such as"), (with("provides", []), "/provides", "at least one"),
            (with("provides", [["action": ""]]), "/provides/0/action", "the type's name"),
            (with("provides", [["action": "a", "channel": "b"]]), "/provides/0", "one of them"),
            (with("provides", ["openUrl"]), "/provides/0", "must be an object"),
            (with("provides", [["action": "a"], ["action": "a"]]), "/provides/1", "is there twice"),
            (with("provides", [["acton": "a"]]), "/provides/0/acton", "did you mean \"action\"?"),
            (
                with("provides", [["action": "a", "schema": ["pattern": "x"]]]), "/provides/0/schema/pattern",
                "the keyword \"pattern\" is not supported"
            ),
            (
                with("provides", [["action": "a", "schema": ["properties": ["u/l": ["type": "text"]]]]]),
                "/provides/0/schema/properties/u~1l/type", "\"type\" must be null, boolean"
            ),
            (with("permissions", ["nett": []]), "/permissions/nett", "did you mean \"net\"?"),
            (with("permissions", ["net": "x"]), "/permissions/net", "must be a list of strings"),
            (with("permissions", ["net": [""]]), "/permissions/net/0", "must be a string"),
            (with("permissions", ["call": "yes"]), "/permissions/call", "must be true or false"),
            (with("threads", "many"), "/threads", "must be \"one\" or \"any\""),
            (with("licence", "MIT"), "/licence", "did you mean \"license\"?"),
        ] as [(JSON, String, String)]
    )
    func fault(_ json: JSON, _ pointer: String, _ says: String) async throws {
        let error = try await failure { _ = try PluginManifest(json: json) }
        #expect(error.code == .badManifest)
        #expect(error.pointer == pointer)
        #expect(error.message.contains(says), "\(error)")
    }

    @Test("tell every fault, not the first alone")
    func allFaults() async throws {
        let error = try await failure { _ = try PluginManifest(json: ["id": "", "provides": [["x": 1]]]) }
        let pointers = error.details["faults"].array?.compactMap { $0["pointer"].string }
        #expect(pointers == ["/id", "/version", "/kind", "/entry", "/provides/0/x", "/provides/0"])
        #expect(error.message.hasSuffix("(and 5 more)"))
    }

    @Test(
        "bound the contract's version",
        arguments: [
            (">=1.0 <2.0", "1.0", true), (">=1.0 <2.0", "1.7.3", true), (">=1.0 <2.0", "2.0", false),
            (">1", "1.0", false),
            ("<=1.2", "1.2.0", true), ("1.0", "1", true), ("=1.1", "1.0", false), (">=1.0", "one", false),
        ]
    )
    func engine(_ range: String, _ version: String, _ holds: Bool) throws {
        #expect(try #require(EngineRange(range)).contains(version) == holds)
    }

    @Test("refuse bounds that are none", arguments: ["", " ", ">=", "1..2", ">=1.0,<2.0", "^1.0", "1.2.3.4.5"])
    func badEngine(_ text: String) { #expect(EngineRange(text) == nil) }
}

@Suite("Parameter schemas")
struct ParameterSchemaTests {
    private static func schema(_ json: JSON) throws -> ParameterSchema {
        var faults: [SchemaFault] = []
        let schema = ParameterSchema(json: json, at: "", faults: &faults)
        try #require(faults.isEmpty)
        return schema
    }

    static let apiCall: JSON = [
        "type": "object", "required": ["url"],
        "properties": [
            "url": ["type": "string", "minLength": 1, "maxLength": 5],
            "method": ["enum": ["GET", "POST"]],
            "headers": ["type": "object", "additionalProperties": ["type": "string"]],
            "list": ["type": "array", "items": ["type": ["integer", "null"], "minimum": 0, "maximum": 9]],
            "closed": ["additionalProperties": false, "properties": ["known": ["const": 1]]],
        ],
    ]

    @Test(
        "find every fault",
        arguments: [
            (["url": "x"], []), (["url": "grüße"], []), ([:], ["/url: \"url\" is missing"]),
            (["url": ""], ["/url: \"url\" must not be empty"]),
            (["url": "123456"], ["/url: \"url\" must have at most 5 characters"]),
            (["url": 1], ["/url: \"url\" must be of type string, not a number"]),
            (["url": "x", "method": "PATCH"], ["/method: \"method\" must be \"GET\" or \"POST\""]),
            (
                ["url": "x", "headers": ["A/B": 1, "C": "d"]],
                ["/headers/A~1B: \"headers/A~1B\" must be of type string, not a number"]
            ),
            (
                ["url": "x", "list": [1, .null, 10, "x", -1, 2.0]],
                [
                    "/list/2: \"list/2\" must be at most 9.0",
                    "/list/3: \"list/3\" must be of type integer or null, not a string",
                    "/list/4: \"list/4\" must be at least 0.0",
                ]
            ),
            (["url": "x", "closed": ["knwon": 1]], ["/closed/knwon: unknown key \"knwon\"; did you mean \"known\"?"]),
            (["url": "x", "closed": ["known": 2]], ["/closed/known: \"closed/known\" must be 1"]),
            ([], [": the value must be of type object, not an array"]),
        ] as [(JSON, [String])]
    )
    func faults(_ value: JSON, _ expected: [String]) throws {
        let found = try Self.schema(Self.apiCall).faults(in: value)
        #expect(found.map { "\($0.pointer): \($0.message)" } == expected)
    }

    @Test("are refused when they are too deep")
    func depth() {
        var json: JSON = [:]
        for _ in 0..<100 { json = ["items": json] }
        var faults: [SchemaFault] = []
        _ = ParameterSchema(json: json, at: "", faults: &faults)
        #expect(faults.map(\.message) == ["the schema is deeper than 32"])
    }
}
