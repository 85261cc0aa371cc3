import Glibc
import TestSupport
import Testing
import Values

@testable import Plugins

/// A native plugin that is held against the contract, and the call that it is held with.
struct Candidate: Sendable, CustomTestStringConvertible {
    /// What the folder's `Tests/conformance.json` says of a type; without it a call is made up from the schema.
    struct Sample: Sendable {
        /// Parameters that fit the schema, and for which the plugin asks the host for something.
        var parameters: JSON
        /// The service and operation that the call asks for first, such as `effects open`.
        var asks: String?
        /// Text of the call that must reach the service unharmed.
        var carries: String?
        /// A command of a channel that is answered without help of the host.
        var command = "conformance"
    }

    let manifest: PluginManifest
    let library: String
    let provision: PluginManifest.Provision
    let sample: Sample

    var testDescription: String { "\(manifest.id) \(provision.type)" }
    var isChannel: Bool { provision.kind == .channel }

    /// The plugins of the folders that `HERALD_CONFORMANCE` names, separated by colons; else those of this package.
    static let folders: [String] = {
        guard let given = getenv("HERALD_CONFORMANCE").map({ String(cString: $0) }), !given.isEmpty else {
            return ["\(Files.packageRoot)/plugins"]
        }
        return given.split(separator: ":").map(String.init)
    }()

    static let records = PluginDiscovery.scan(
        folders.map { PluginLocation($0, origin: .flag) },
        libraryDirectories: [RawPlugin.directory]
    )

    /// Every action and channel of every native plugin.
    static let all = records.flatMap { record -> [Candidate] in
        guard let manifest = record.manifest, manifest.kind == .native, let library = record.entryPath
        else { return [] }
        return record.provides.map { provision in
            Candidate(
                manifest: manifest,
                library: library,
                provision: provision,
                sample: sample(record, provision)
            )
        }
    }

    static func sample(_ record: PluginRecord, _ provision: PluginManifest.Provision) -> Sample {
        let path = "\(record.directory)/Tests/conformance.json"
        guard Files.exists(path) else { return made(record, provision) }
        do {
            let said = try JSONText.parse(Files.read(path))[provision.type]
            guard said["parameters"].object != nil else { return made(record, provision) }
            var sample = Sample(parameters: said["parameters"], asks: said["asks"].string)
            sample.carries = said["carries"].string
            if let command = said["command"].string { sample.command = command }
            return sample
        } catch {
            Issue.record("\(path): \(error)")
            return made(record, provision)
        }
    }

    private static func made(_ record: PluginRecord, _ provision: PluginManifest.Provision) -> Sample {
        let manifest = (try? JSONText.parse(Files.read(record.manifestPath))) ?? .null
        let said = manifest["provides"].array?.first { $0[provision.kind.rawValue].string == provision.type }
        var parameters = SchemaSample.value(of: said?["schema"] ?? .null, named: "")
        if parameters.object == nil { parameters = [:] }
        if provision.kind == .action { parameters["type"] = .string(provision.type) }
        return Sample(parameters: parameters)
    }
}

/// The smallest value that fits a schema, for plugins that nobody has written a call for.
enum SchemaSample {
    static func value(of schema: JSON, named name: String) -> JSON {
        if let value = schema["const"] as JSON?, !value.isNull { return value }
        if let value = schema["enum"].array?.first { return value }
        switch schema["type"].string ?? schema["type"].array?.first?.string {
        case "object":
            var object = JSONObject()
            for key in (schema["required"].array ?? []).compactMap(\.string) {
                object[key] = value(of: schema["properties"][key], named: key)
            }
            return .object(object)
        case "array": return []
        case "integer": return .int(Int64(schema["minimum"].number ?? 1))
        case "number": return .double(schema["minimum"].number ?? 1)
        case "boolean": return true
        case "null": return .null
        default:
            if name.lowercased().hasSuffix("url") { return "https://conformance.example/" }
            let length = Int(schema["minLength"].int ?? 1)
            return .string(String(repeating: "x", count: max(1, length)))
        }
    }
}
