/// A place where plugins are looked for: a folder of plugins, or the folder of one.
package struct PluginLocation: Sendable, Hashable {
    /// Why the place is looked at, in order of precedence: the later one wins.
    package enum Origin: String, Sendable, CaseIterable {
        /// Comes with the program.
        case shipped
        /// Installed for everybody on the machine.
        case system
        /// Installed for this user.
        case user
        /// Named in `HERALD_PLUGIN_PATH`.
        case path
        /// The folder `plugins` of the working directory; scripts only.
        case here
        /// Named by a flag or by the embedding program.
        case flag
    }

    package let directory: String
    package let origin: Origin

    package init(_ directory: String, origin: Origin) {
        self.directory = directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
        self.origin = origin
    }

    /// Native code is not taken from a directory that one happens to stand in.
    var scriptsOnly: Bool { origin == .here }

    /// Somebody named the place, so that it is not there is an error.
    var isNamed: Bool { origin == .path || origin == .flag }

    /// All places of a program, lowest precedence first.
    ///
    /// - Parameters:
    ///   - environment: the process's variables: `HERALD_HOME`, `HERALD_PLUGIN_PATH`, `XDG_DATA_HOME`, `HOME`.
    ///   - executableDirectory: the folder of the running program.
    ///   - workingDirectory: where `./plugins` is looked for; `nil` leaves it out.
    ///   - named: folders that the person named.
    /// - Returns: the places, whether or not they are there.
    package static func standard(
        environment: [String: String],
        executableDirectory: String?,
        workingDirectory: String?,
        named: [String] = []
    ) -> [PluginLocation] {
        var places: [PluginLocation] = []
        if let shipped = shippedDirectory(environment: environment, executableDirectory: executableDirectory) {
            places.append(PluginLocation(shipped, origin: .shipped))
        }
        places.append(PluginLocation("/usr/lib/herald/plugins", origin: .system))
        if let user = userDirectory(environment: environment) {
            places.append(PluginLocation(user, origin: .user))
        }
        for directory in (environment["HERALD_PLUGIN_PATH"] ?? "").split(separator: ":") {
            places.append(PluginLocation(String(directory), origin: .path))
        }
        if let workingDirectory {
            places.append(PluginLocation(workingDirectory + "/plugins", origin: .here))
        }
        return places + named.map { PluginLocation($0, origin: .flag) }
    }

    /// Where a person installs plugins.
    package static func userDirectory(environment: [String: String]) -> String? {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/herald/plugins" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.local/share/herald/plugins"
    }

    /// The folder of this package when it was built.
    private static let sourceDirectory = String(
        #filePath.dropLast("/Sources/Plugins/Discovery/PluginLocation.swift".count)
    )

    private static func shippedDirectory(environment: [String: String], executableDirectory: String?) -> String? {
        if let home = environment["HERALD_HOME"], !home.isEmpty { return home + "/plugins" }
        guard let executableDirectory else { return nil }
        let installed = executableDirectory + "/../lib/herald/plugins"
        if FileSystem.isDirectory(installed) { return installed }
        // Not installed: a program that was built on this machine, of this package or of one that depends on it.
        if FileSystem.isDirectory(sourceDirectory + "/plugins") { return sourceDirectory + "/plugins" }
        // The package was moved after the build: the program lies in <package>/.build/<triple>/<configuration>.
        var directory = executableDirectory[...]
        while let slash = directory.lastIndex(of: "/") {
            directory = directory[..<slash]
            if FileSystem.isFile(directory + "/Package.swift"), FileSystem.isDirectory(directory + "/plugins") {
                return directory + "/plugins"
            }
        }
        return nil
    }
}
