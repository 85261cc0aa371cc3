/// What the host says at the start.
struct HostSettings: Sendable {
    /// URL schemes that may be opened, as far as the manifest asks for them.
    var schemes: Set<String> = []
    /// URL schemes that the person forbids, whatever else is granted.
    var deniedSchemes: Set<String> = []
    /// Where the plugin's files lie.
    var directory = ""

    init() {}

    init(_ config: JSON) {
        schemes = Set(config["permissions"]["open"].array?.compactMap(\.string) ?? [])
        deniedSchemes = Set(config["denied"]["open"].array?.compactMap(\.string) ?? [])
        directory = config["directory"].string ?? ""
    }
}
