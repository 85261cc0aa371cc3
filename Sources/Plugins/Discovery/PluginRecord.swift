package import Values

/// One plugin as the scan found it; no code of it has run.
package struct PluginRecord: Sendable {
    /// Whether the plugin can be used.
    package enum State: Sendable {
        case ready
        /// A plugin of a later place took over all that it provides; the folder of that plugin.
        case overridden(by: String)
        /// It is left out, for this reason.
        case refused(HeraldError)
        /// It broke the contract so often that it is left out.
        case quarantined(HeraldError)
        /// It is loaded, and its library is another one by now: the old one goes on until the program starts anew.
        case stale
    }

    /// The manifest's id; the folder's name when the manifest cannot be read.
    package let id: String
    /// The plugin's folder.
    package let directory: String
    /// Where the folder was found.
    package let origin: PluginLocation.Origin
    /// What `plugin.json` says; `nil` when it cannot be read.
    package let manifest: PluginManifest?
    /// The library or script, once found.
    package internal(set) var entryPath: String?
    package internal(set) var state: State
    /// Types that plugins of later places took over, with the folder of each.
    package internal(set) var lost: [PluginManifest.Provision: String] = [:]

    /// The manifest's version, empty when it cannot be read.
    package var version: String { manifest?.version ?? "" }
    /// What the plugin is made of, when the manifest says.
    package var kind: PluginManifest.Kind? { manifest?.kind }
    /// What the plugin provides.
    package var provides: [PluginManifest.Provision] { manifest?.provides ?? [] }
    /// The path of the manifest.
    package var manifestPath: String { directory + "/plugin.json" }

    /// Why the plugin is left out, when it is.
    package var refusal: HeraldError? {
        switch state {
        case .refused(let error), .quarantined(let error): error
        case .ready, .overridden, .stale: nil
        }
    }
}
