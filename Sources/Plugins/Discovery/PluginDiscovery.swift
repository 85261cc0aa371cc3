import Values

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Finds plugins by their manifests; no code of any plugin runs.
package enum PluginDiscovery {
    /// Looks at every place and says of every plugin whether it can be used.
    ///
    /// - Parameters:
    ///   - locations: lowest precedence first; a folder met again is looked at once, where it came first.
    ///   - libraryDirectories: where a native plugin's library is looked for after its own folder, usually the folder
    ///     of the running program.
    /// - Returns: the plugins in the order of the places, by folder name within one.
    package static func scan(
        _ locations: [PluginLocation],
        libraryDirectories: [String] = []
    ) -> [PluginRecord] {
        var records: [PluginRecord] = []
        var seen: Set<String> = []
        for location in locations {
            guard let real = FileSystem.resolved(location.directory) else {
                if location.isNamed { records.append(absent(location)) }
                continue
            }
            guard seen.insert(real).inserted else { continue }
            var found = folders(of: location).map { read($0, location, libraryDirectories) }
            refuseRivals(in: location, &found)
            override(&records, by: found)
            records += found
        }
        return records
    }

    /// The plugin folders of a place: itself, or those in it.
    private static func folders(of location: PluginLocation) -> [String] {
        if FileSystem.isFile(location.directory + "/plugin.json") { return [location.directory] }
        let folders = (FileSystem.names(in: location.directory) ?? [])
            .map { location.directory + "/" + $0 }
            .filter(FileSystem.isDirectory)
        // In the working directory a folder named `plugins` may be somebody else's.
        return location.origin == .here ? folders.filter { FileSystem.isFile($0 + "/plugin.json") } : folders
    }

    private static func absent(_ location: PluginLocation) -> PluginRecord {
        let error = HeraldError(.notFound, "there is no folder \(location.directory)")
        return refused(location.directory, location.origin, error)
    }

    private static func refused(
        _ directory: String,
        _ origin: PluginLocation.Origin,
        _ error: HeraldError
    ) -> PluginRecord {
        let name = directory.split(separator: "/").last.map(String.init) ?? directory
        return PluginRecord(id: name, directory: directory, origin: origin, manifest: nil, state: .refused(error))
    }

    private static func read(
        _ directory: String,
        _ location: PluginLocation,
        _ libraryDirectories: [String]
    ) -> PluginRecord {
        let manifest: PluginManifest
        do {
            manifest = try self.manifest(at: directory + "/plugin.json")
        } catch {
            return refused(directory, location.origin, error)
        }
        var record = PluginRecord(
            id: manifest.id,
            directory: directory,
            origin: location.origin,
            manifest: manifest,
            state: .ready
        )
        let places = manifest.kind == .native ? [directory] + libraryDirectories : [directory]
        record.entryPath = places.map { $0 + "/" + manifest.entry }.first(where: FileSystem.isFile)
        if let error = objection(to: manifest, entryPath: record.entryPath, places, location) {
            record.state = .refused(error)
        }
        return record
    }

    private static func manifest(at path: String) throws(HeraldError) -> PluginManifest {
        let bytes: [UInt8]
        switch FileSystem.contents(of: path, limit: PluginManifest.maximumBytes) {
        case .bytes(let found): bytes = found
        case .tooLarge:
            throw HeraldError(.badManifest, "\(path) is longer than \(PluginManifest.maximumBytes) bytes")
        case .unreadable(let reason):
            throw HeraldError(.badManifest, "cannot read \(path): \(String(cString: strerror(reason)))")
        }
        do {
            return try PluginManifest(json: unambiguous(bytes))
        } catch {
            var fault = error
            fault.code = .badManifest
            if fault.place != nil {
                fault.place?.file = path
            } else {
                fault.message = "\(path): \(error.message)"
            }
            throw fault
        }
    }

    /// The text's value, unless another reader could find another one in it: who checks a manifest before it is installed
    /// must see the permissions that count here.
    private static func unambiguous(_ bytes: [UInt8]) throws(HeraldError) -> JSON {
        let reading = try JSONText.salvage(bytes)
        guard let odd = reading.warnings.min(by: { $0.pointer < $1.pointer }) else { return reading.value }
        // The same fault with its line where it has one.
        _ = try JSONText.parse(bytes)
        throw HeraldError(.badManifest, odd.message, pointer: odd.pointer)
    }

    private static func objection(
        to manifest: PluginManifest,
        entryPath: String?,
        _ places: [String],
        _ location: PluginLocation
    ) -> HeraldError? {
        if !manifest.engine.contains(EngineRange.current) {
            return HeraldError(
                .pluginRefused,
                "\(manifest.id) works with \(manifest.engine), and this is \(EngineRange.current)",
                pointer: "/engine"
            )
        }
        if manifest.kind == .native, location.scriptsOnly {
            return HeraldError(
                .pluginRefused,
                "native code is not taken from ./plugins",
                hint: "name the folder with --plugin"
            )
        }
        guard let entryPath else {
            return HeraldError(
                .pluginRefused,
                "\(manifest.entry) is missing",
                pointer: "/entry",
                hint: "looked in \(places.joined(separator: ", "))"
            )
        }
        if manifest.kind == .native, let objection = FileSystem.objection(toLibrary: entryPath) {
            return HeraldError(
                .pluginRefused,
                "\(entryPath) \(objection)",
                pointer: "/entry",
                hint: LibraryFile.hint
            )
        }
        return nil
    }

    /// Two plugins of one place with one id, or for one type: neither can be preferred.
    private static func refuseRivals(in location: PluginLocation, _ found: inout [PluginRecord]) {
        func refuse(_ one: Int, _ other: Int, _ what: String) {
            let error = HeraldError(
                .pluginRefused,
                "\(found[one].directory) and \(found[other].directory) \(what)",
                hint: "remove one of them, or put it into a place of its own"
            )
            for place in [one, other] where found[place].refusal == nil { found[place].state = .refused(error) }
        }
        for other in found.indices where found[other].manifest != nil {
            for one in found[..<other].indices where found[one].manifest != nil {
                if found[one].id == found[other].id {
                    refuse(one, other, "both have the id \(found[one].id)")
                } else if let type = found[other].provides.first(where: found[one].provides(sameAs:)) {
                    refuse(one, other, "both provide the \(type)")
                }
            }
        }
    }

    /// Takes from earlier plugins what the new ones provide.
    private static func override(_ records: inout [PluginRecord], by found: [PluginRecord]) {
        for new in found where new.mayOverride {
            for place in records.indices {
                guard case .ready = records[place].state else { continue }
                let all = records[place].id == new.id
                for type in records[place].provides where all || new.provides(sameAs: type) {
                    records[place].lost[type] = new.directory
                }
                if records[place].lost.count == records[place].provides.count {
                    records[place].state = .overridden(by: new.directory)
                }
            }
        }
    }
}

extension PluginRecord {
    func provides(sameAs other: PluginManifest.Provision) -> Bool {
        provides.contains { $0.kind == other.kind && $0.type == other.type }
    }

    /// Whether earlier plugins give way to it.
    ///
    /// A broken plugin takes the place of an earlier one too, so that its fault is met rather than hidden; only native
    /// code in the working directory does not, since nobody asked for it.
    var mayOverride: Bool { manifest != nil && (origin != .here || kind != .native) }
}
