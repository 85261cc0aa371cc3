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

    /// The file for the URL of a server of one's own: its host is an IPv4 address, `localhost` or `[::1]`.
    ///
    /// `nil` for any other URL. A server that listens on every address is met on the loopback one.
    static func file(for url: String, in directory: String) -> String? {
        // The gate brings every spelling of a URL into one.
        guard let url = try? URLGate.read(url), url.scheme == "http", url.query == nil,
            url.fragment == nil, let port = url.port, let host = hostName(url.host)
        else { return nil }
        return "\(directory)/servers/\(host)-\(port).json"
    }

    private static func hostName(_ host: String) -> String? {
        switch host {
        case "localhost", "0.0.0.0", "127.0.0.1": return "127.0.0.1"
        case "::", "::1": return "ip6-loopback"
        default:
            // An address of a local network; a name may lead anywhere tomorrow.
            let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 4 && parts.allSatisfy { UInt8($0).map(String.init) == String($0) } ? host : nil
        }
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
