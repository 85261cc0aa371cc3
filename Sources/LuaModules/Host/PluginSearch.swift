internal import Plugins
package import Values

/// Where plugins are looked for.
package struct PluginSearch: Sendable {
    /// Folders that the person named.
    package var named: [String] = []
    /// Whether the places of the program, the system and the user are looked at, too.
    package var usesStandardPlaces = true
    /// The process's variables.
    package var variables: [String: String] = [:]
    /// The folder of the running program, where native plugins have their libraries when they are not in their own.
    package var executableDirectory = FileSystem.executableDirectory
    /// Where `./plugins` is looked for; `nil` leaves it out.
    package var workingDirectory: String?
    /// Where quarantines are kept; `nil` for none.
    package var stateDirectory: String?

    package init() {}

    /// What is found; no code of any plugin runs.
    package func find() -> FoundPlugins {
        let places =
            usesStandardPlaces
            ? PluginLocation.standard(
                environment: variables,
                executableDirectory: executableDirectory,
                workingDirectory: workingDirectory,
                named: named
            )
            : named.map { PluginLocation($0, origin: .flag) }
        let libraries = executableDirectory.map { [$0] } ?? []
        var found = FoundPlugins(
            records: PluginDiscovery.scan(places, libraryDirectories: libraries),
            installDirectory: PluginLocation.userDirectory(environment: variables)
        )
        guard let stateDirectory else { return found }
        do throws(HeraldError) {
            QuarantineRecord.apply(try QuarantineStore(folder: stateDirectory).all(), to: &found.records)
        } catch {
            found.problem = error
        }
        return found
    }
}

/// The outcome of a search.
package struct FoundPlugins: Sendable {
    fileprivate(set) var records: [PluginRecord]
    /// Where a person installs plugins, for error messages.
    let installDirectory: String?
    /// Why nothing is known of quarantines, when they cannot be read.
    package fileprivate(set) var problem: HeraldError?

    /// No plugins.
    package static let none = FoundPlugins(records: [], installDirectory: nil)

    /// Every plugin, usable or not.
    package var list: [FoundPlugin] { records.map(FoundPlugin.init) }
}

/// One plugin as it was found.
package struct FoundPlugin: Sendable {
    package var id: String
    package var version: String
    package var kind: String
    package var provides: [String]
    package var directory: String
    package var origin: String
    /// `ready`, `overridden`, `refused`, `quarantined` or `stale`.
    package var state: String
    package var overriddenBy: String?
    package var error: HeraldError?

    init(_ record: PluginRecord) {
        id = record.id
        version = record.version
        kind = record.kind?.rawValue ?? ""
        provides = record.provides.map(\.description)
        directory = record.directory
        origin = record.origin.rawValue
        switch record.state {
        case .ready: state = "ready"
        case .stale: state = "stale"
        case .overridden(let other):
            state = "overridden"
            overriddenBy = other
        case .refused(let error):
            state = "refused"
            self.error = error
        case .quarantined(let error):
            state = "quarantined"
            self.error = error
        }
    }
}
