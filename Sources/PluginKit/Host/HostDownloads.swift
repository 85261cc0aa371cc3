extension Host {
    /// Files from the web, saved as they arrive.
    public var downloads: HostDownloads { HostDownloads(host: self) }
}

/// Files from the web; needs the permissions `net` for their host and `downloads`.
public struct HostDownloads: Sendable {
    let host: Host

    /// Fetches a file into the folder for downloads.
    ///
    /// It appears under its name when it is whole, never before. How far it is shows as progress of the call.
    /// - Parameters:
    ///   - url: from ``Host/checkedURL(_:schemes:at:)``.
    ///   - name: the file's name without a folder; the last one in the URL's path unless said. What no file should be
    ///     called is changed, and a name that is taken gets a number.
    ///   - maximumBytes: what is longer is not saved; the host's own limit unless said.
    ///   - timeout: from start to the last byte; the host's own unless said.
    ///   - redirects: how many are followed; each is judged like the first URL.
    /// - Returns: `{"name", "path", "bytes", "status", "url"}`, without `path` where effects are only recorded.
    /// - Throws: `denied`, `invalid_argument` for a name with a folder, `server` for an answer that is not 2xx,
    ///   `too_large`, `io`, `unreachable`, `timeout`, `network`.
    public func save(
        _ url: WebURL,
        named name: String? = nil,
        maximumBytes: Int64? = nil,
        timeout: Duration? = nil,
        redirects: Int = 0
    ) async throws(HeraldError) -> JSON {
        var json: JSON = ["url": .string(url.ascii), "redirects": .int(Int64(redirects))]
        if let name { json["name"] = .string(name) }
        if let maximumBytes { json["maximumBytes"] = .int(maximumBytes) }
        if let timeout { json["timeoutMs"] = .int(timeout.milliseconds) }
        return try await host.request("download", "save", json).json
    }
}
