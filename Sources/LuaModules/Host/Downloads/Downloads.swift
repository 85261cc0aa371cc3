internal import Plugins
internal import Values

/// Fetches files and saves them.
final class Downloads: Sendable {
    /// Larger files than this are refused unless the caller names another limit.
    private static let usualLimit = 256 << 20
    /// Each download has a thread, which waits for the disk.
    private static let atOnce = 4

    /// What came of one.
    struct Saved: Sendable {
        var name: String
        /// `nil` where effects are only recorded.
        var path: String?
        var bytes: Int
        var response: HTTPResponse

        /// The effect that it was.
        var effect: Effect {
            var details: JSONObject = [
                "name": .string(name), "bytes": .int(Int64(bytes)), "url": .string(response.url),
            ]
            if let path { details["path"] = .string(path) }
            return Effect(kind: "file", details: details)
        }

        /// What a plugin is told.
        var json: JSON {
            var json = JSON.object(effect.details)
            json["status"] = .int(Int64(response.status))
            return json
        }
    }

    private let folder: DownloadFolder?
    private let network: HostNetwork
    private let turns = Turns(Downloads.atOnce)

    init(folder: DownloadFolder?, network: HostNetwork) {
        self.folder = folder
        self.network = network
    }

    /// Fetches a URL into the folder; each redirect needs the permissions of the plugin again.
    ///
    /// The file has its name when it is whole, and after an error or a cancellation there is nothing of it.
    /// - Throws: `invalid_argument` for a name with a folder in it, `too_large`, `io`, `server` for an answer that is not
    ///   2xx, and what a request throws.
    func save(
        _ json: JSON,
        permissions: PluginPermissions,
        progress: @escaping @Sendable (JSON) -> Void
    ) async throws -> Saved {
        var request = try network.request(json, body: [], permissions: permissions)
        if json["maximumBytes"].isNull { request.maximumBodyBytes = Self.usualLimit }
        if json["timeoutMs"].isNull { request.timeout = HostNetwork.longestTimeout }
        let name = try Self.name(json, of: URLGate.read(request.url))
        let turn = try await turns.take()
        defer { withExtendedLifetime(turn) {} }
        let file = try await begin(turn)
        let receiver = DownloadReceiver(file, in: folder, name: name, progress: progress)
        request.receiver = receiver
        do {
            // A thread of its own: waiting for the disk holds up nobody else.
            let transport = try network.ownTransport()
            let result = await Self.result { try await transport.send(request) }
            await transport.shutDown()
            let response = try result.get()
            guard (200...299).contains(response.status) else {
                throw HeraldError(
                    .server,
                    "\(response.url) answered \(response.status), so nothing was saved",
                    details: ["status": .int(Int64(response.status))]
                )
            }
            try Task.checkCancellation()
            guard let file, let folder else {
                return Saved(name: FileName.safe(name), bytes: receiver.bytes, response: response)
            }
            let kept = try await Self.toItsEnd { () throws(HeraldError) in try folder.keep(file, as: name) }
            return Saved(name: kept.name, path: kept.path, bytes: receiver.bytes, response: response)
        } catch {
            if let file { _ = try? await Self.toItsEnd { () throws(HeraldError) in file.discard() } }
            throw error
        }
    }

    private func begin(_ turn: Turns.Turn) async throws(HeraldError) -> IncompleteFile? {
        guard let folder else { return nil }
        return try await turn.work { () throws(HeraldError) in try folder.begin() }
    }

    /// The name that was asked for, else the last one in the URL's path.
    private static func name(_ json: JSON, of url: WebURL) throws(HeraldError) -> String {
        if let name = json["name"].string, name.utf8.contains(where: { $0 > 0x20 }) {
            guard !FileName.namesFolder(name) else {
                throw HeraldError(
                    .invalidArgument,
                    "\"name\" must be the name of a file without a folder",
                    pointer: "/name"
                )
            }
            return name
        }
        let last = url.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
        return PercentEncoding.decode(last) ?? last
    }

    private static func result<Value: Sendable>(
        _ body: () async throws -> Value
    ) async -> Result<Value, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    /// Blocking work that a cancellation does not leave behind half done.
    private static func toItsEnd<Value: Sendable>(
        _ body: @escaping @Sendable () throws(HeraldError) -> Value
    ) async throws -> Value {
        try await Task { try await BlockingWork.run(body) }.value
    }
}
