import Values

/// Takes a manifest apart and remembers every fault.
struct ManifestReader {
    private static let known: Set = [
        "id", "version", "kind", "entry", "engine", "provides", "permissions", "threads", "description", "license",
    ]

    private let json: JSON
    private var faults: [SchemaFault] = []

    init(_ json: JSON) {
        self.json = json
        if json.object == nil { fault("", "the manifest must be an object, not \(json.kind)") }
    }

    /// All faults as one error, the first one in front.
    var error: HeraldError? { SchemaFault.error(.badManifest, faults) }

    private mutating func fault(_ pointer: String, _ message: String) {
        // Nothing in a manifest that is no object is worth a word of its own.
        guard json.object != nil || faults.isEmpty else { return }
        faults.append(SchemaFault(pointer: pointer, message: message))
    }

    private mutating func required(_ key: String) -> String {
        switch json[key] {
        case .string(let text) where !text.isEmpty: return text
        case .null: fault("/\(key)", "\"\(key)\" is missing")
        case .string: fault("/\(key)", "\"\(key)\" is empty")
        default: fault("/\(key)", "\"\(key)\" must be a string, not \(json[key].kind)")
        }
        return ""
    }

    mutating func id() -> String {
        let id = required("id")
        let legal = id.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
        }
        // The first one keeps names such as ".." out of the places that are called after the plugin.
        let startsWell = id.utf8.first.map { $0 != 0x2D && $0 != 0x2E } ?? true
        if !legal || !startsWell || id.utf8.count > 64 {
            fault(
                "/id",
                "\"id\" must be up to 64 lower-case letters, digits, \"-\" and \".\", a letter or digit first"
            )
        }
        return id
    }

    mutating func version() -> String {
        let version = required("version")
        if !version.isEmpty, EngineRange.numbers(version.prefix { $0 != "-" && $0 != "+" }) == nil {
            fault("/version", "\"version\" must be numbers with points, such as 1.0.0")
        }
        return version
    }

    mutating func entry() -> String {
        let entry = required("entry")
        if entry.utf8.contains(UInt8(ascii: "/")) || entry.utf8.contains(0) || entry == "." || entry == ".." {
            fault("/entry", "\"entry\" must be a file name without folders")
        }
        return entry
    }

    mutating func engine() -> EngineRange {
        guard !json["engine"].isNull else { return EngineRange.any }
        let text = required("engine")
        guard let range = EngineRange(text) else {
            if !text.isEmpty { fault("/engine", "\"engine\" must be bounds such as \">=1.0 <2.0\"") }
            return EngineRange.any
        }
        return range
    }

    mutating func text(_ key: String) -> String { json[key].isNull ? "" : required(key) }

    mutating func choice<Choice>(_ key: String, of: Choice.Type, default fallback: Choice?) -> Choice?
    where Choice: RawRepresentable<String>, Choice: CaseIterable {
        if json[key].isNull, let fallback { return fallback }
        let text = required(key)
        if let choice = Choice(rawValue: text) { return choice }
        let names = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        if !text.isEmpty { fault("/\(key)", "\"\(key)\" must be \(names)") }
        return nil
    }

    mutating func provisions() -> [PluginManifest.Provision] {
        guard let list = json["provides"].array, !list.isEmpty else {
            fault("/provides", "\"provides\" must name at least one action or channel")
            return []
        }
        var found: [PluginManifest.Provision] = []
        for (place, item) in list.enumerated() {
            guard let provision = provision(item, at: "/provides/\(place)") else { continue }
            if found.contains(where: { $0.kind == provision.kind && $0.type == provision.type }) {
                fault("/provides/\(place)", "\(provision) is there twice")
            }
            found.append(provision)
        }
        return found
    }

    private mutating func provision(_ item: JSON, at pointer: String) -> PluginManifest.Provision? {
        guard let object = item.object else {
            fault(pointer, "must be an object such as {\"action\": \"openUrl\"}, not \(item.kind)")
            return nil
        }
        let kinds = PluginManifest.Provision.Kind.allCases
        for key in object.keys where key != "schema" && !kinds.contains(where: { $0.rawValue == key }) {
            let hint = Suggestion.clause(for: key, among: kinds.map(\.rawValue) + ["schema"])
            fault("\(pointer)/\(JSONPointer.escape(key))", "unknown key \"\(key)\"\(hint)")
        }
        let named = kinds.filter { object[$0.rawValue] != nil }
        guard let kind = named.first, named.count == 1 else {
            fault(pointer, "must have \"action\" or \"channel\", one of them")
            return nil
        }
        guard let type = item[kind.rawValue].string, !type.isEmpty else {
            fault("\(pointer)/\(kind.rawValue)", "must be the type's name, not \(item[kind.rawValue].kind)")
            return nil
        }
        var schema: ParameterSchema?
        if let text = object["schema"] {
            schema = ParameterSchema(json: text, at: "\(pointer)/schema", faults: &faults)
        }
        return PluginManifest.Provision(kind: kind, type: type, schema: schema)
    }

    mutating func permissions() -> PermissionSet {
        var set = PermissionSet()
        let asked = json["permissions"]
        guard !asked.isNull else { return set }
        guard let object = asked.object else {
            fault("/permissions", "\"permissions\" must be an object, not \(asked.kind)")
            return set
        }
        for (key, value) in object {
            let pointer = "/permissions/\(JSONPointer.escape(key))"
            guard let kind = PermissionSet.Kind(rawValue: key) else {
                let hint = Suggestion.clause(for: key, among: PermissionSet.Kind.allCases.map(\.rawValue))
                fault(pointer, "unknown permission \"\(key)\"\(hint)")
                continue
            }
            permission(kind, value, at: pointer, into: &set)
        }
        return set
    }

    private mutating func permission(
        _ kind: PermissionSet.Kind,
        _ value: JSON,
        at pointer: String,
        into set: inout PermissionSet
    ) {
        if kind.isFlag {
            switch value.bool {
            case true?: set.allow(kind)
            case false?: break
            case nil: fault(pointer, "\"\(kind.rawValue)\" must be true or false, not \(value.kind)")
            }
            return
        }
        guard let list = value.array else {
            fault(pointer, "\"\(kind.rawValue)\" must be a list of strings, not \(value.kind)")
            return
        }
        for (place, item) in list.enumerated() {
            if let text = item.string, !text.isEmpty {
                set.allow(kind, text)
            } else {
                fault("\(pointer)/\(place)", "must be a string that is not empty")
            }
        }
    }

    mutating func refuseUnknownKeys() {
        for (key, _) in json.object ?? JSONObject() where !Self.known.contains(key) {
            let hint = Suggestion.clause(for: key, among: Self.known.sorted())
            fault("/\(JSONPointer.escape(key))", "unknown key \"\(key)\"\(hint)")
        }
    }
}
