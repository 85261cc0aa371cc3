import PluginKit

/// Saves a file from the web into the folder for downloads.
struct DownloadFile: ActionPlugin {
    static let action = "downloadFile"

    private static let mostRedirects = 5

    func check(_ action: Action, host: Host) throws {
        _ = try host.checkedURL(action["url"], schemes: ["http", "https"])
        _ = try Self.name(of: action)
    }

    func perform(_ action: Action, host: Host) async throws -> JSON {
        let url = try host.checkedURL(action["url"], schemes: ["http", "https"])
        let saved = try await host.downloads.save(
            url,
            named: try Self.name(of: action),
            maximumBytes: action["maximumBytes"].int,
            timeout: action["timeout"].number.map { .seconds($0) },
            redirects: Self.mostRedirects
        )
        var result: JSON = ["name": saved["name"], "bytes": saved["bytes"]]
        if !saved["path"].isNull { result["path"] = saved["path"] }
        return result
    }

    /// A name that leads to another folder is a card's attempt at something else, so it is not made to fit.
    private static func name(of action: Action) throws(HeraldError) -> String? {
        guard let name = action["filename"].string else { return nil }
        guard !FileName.namesFolder(name) else {
            throw HeraldError(
                .invalidArgument,
                "\"filename\" must be the name of a file without a folder",
                pointer: "/filename"
            )
        }
        return name
    }
}

/// The library's one export.
@c(herald_plugin_download_file) public func entry() -> UnsafeRawPointer { heraldEntry(DownloadFile.self) }
