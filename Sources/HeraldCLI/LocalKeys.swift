internal import Glibc
internal import Values

/// The keys that `herald serve` leaves for `herald run --server` of the same person on the same machine.
///
/// One file per server address, readable by its owner alone, removed when the server stops.
struct LocalKeys: Sendable, Equatable {
    var embedKey: String
    var adminKey: String

    /// `~/.local/state/herald`, or where `XDG_STATE_HOME` says.
    static func defaultDirectory(_ environment: [String: String]) -> String? {
        if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") { return base + "/herald" }
        return environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.local/state/herald" }
    }

    /// The file for a server URL on this machine, `nil` for any other URL.
    static func file(for url: String, in directory: String) -> String? {
        var rest = url[...]
        guard rest.hasPrefix("http://") else { return nil }
        rest = rest.dropFirst(7)
        let authority = rest.prefix { $0 != "/" }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, ["127.0.0.1", "localhost"].contains(parts[0]), let port = UInt16(parts[1]) else {
            return nil
        }
        return "\(directory)/servers/127.0.0.1-\(port).json"
    }

    /// Keys left for that server, if any.
    static func read(for url: String, in directory: String) throws(HeraldError) -> LocalKeys? {
        guard let path = file(for: url, in: directory), access(path, F_OK) == 0 else { return nil }
        let bytes = try TextFile.read(path)
        guard let json = try? JSONText.parse(bytes), let embedKey = json["embedKey"].string,
            let adminKey = json["adminKey"].string
        else {
            throw HeraldError(
                .usage,
                "the local keys in \(path) are damaged",
                hint: "remove the file, or give --api-key"
            )
        }
        return LocalKeys(embedKey: embedKey, adminKey: adminKey)
    }

    /// Leaves the keys for that server and returns the file.
    func write(for url: String, in directory: String) throws(HeraldError) -> String? {
        guard let path = Self.file(for: url, in: directory) else { return nil }
        try TextFile.makeDirectories(directory + "/servers")
        let json: JSON = ["url": .string(url), "embedKey": .string(embedKey), "adminKey": .string(adminKey)]
        try TextFile.write(Array((json.text + "\n").utf8), to: path, mode: 0o600)
        return path
    }
}
