package import Values

/// What `plugin.json` says; read before any code of the plugin.
package struct PluginManifest: Sendable {
    /// What the plugin is made of.
    package enum Kind: String, CaseIterable, Sendable {
        /// A shared library with the C contract.
        case native
        /// A Lua script.
        case lua
    }

    /// How many calls may be inside the plugin at once.
    package enum Threads: String, CaseIterable, Sendable {
        /// One call at a time.
        case one
        /// Any number, on any threads.
        case any
    }

    /// One thing that a plugin provides.
    package struct Provision: Sendable, Hashable {
        /// What sort of thing it is.
        package enum Kind: String, CaseIterable, Sendable {
            case action
            case channel
        }

        package let kind: Kind
        /// The action's or channel's type.
        package let type: String
        /// What its parameters look like; `nil` when the manifest does not say.
        package let schema: ParameterSchema?
    }

    /// Lower-case letters, digits, `-` and `.`, at most 64; names the entry symbol of a native plugin.
    package let id: String
    package let version: String
    package let kind: Kind
    /// The library or script, a file name without folders.
    package let entry: String
    /// The versions of the contract that it works with.
    package let engine: EngineRange
    package let provides: [Provision]
    package let permissions: PermissionSet
    package let threads: Threads
    package let description: String
    package let license: String

    /// The longest manifest that is read.
    package static let maximumBytes = 256 << 10

    /// Name of the function that a native plugin exports.
    package var entrySymbol: String { "herald_plugin_" + id.map { $0 == "-" || $0 == "." ? "_" : String($0) }.joined() }

    /// Reads a manifest.
    ///
    /// - Throws: ``HeraldError`` with `bad_manifest`, the JSON Pointer of the first fault, and every fault in
    ///   `details.faults` as `{pointer, message}`.
    package init(json: JSON) throws(HeraldError) {
        var reader = ManifestReader(json)
        id = reader.id()
        version = reader.version()
        kind = reader.choice("kind", of: Kind.self, default: nil) ?? .native
        entry = reader.entry()
        engine = reader.engine()
        provides = reader.provisions()
        permissions = reader.permissions()
        threads = reader.choice("threads", of: Threads.self, default: .one) ?? .one
        description = reader.text("description")
        license = reader.text("license")
        reader.refuseUnknownKeys()
        if let error = reader.error { throw error }
    }
}

extension PluginManifest.Provision: CustomStringConvertible {
    package var description: String { "\(kind.rawValue) \(type)" }
}
