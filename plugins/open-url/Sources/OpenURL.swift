import PluginKit

/// Opens a link where the person reads links.
struct OpenURL: ActionPlugin {
    static let action = "openUrl"

    func check(_ action: Action, host: Host) throws {
        _ = try host.checkedURL(action["url"])
    }

    func perform(_ action: Action, host: Host) async throws -> JSON {
        let url = try host.checkedURL(action["url"])
        try await host.effects.open(url, in: action["openIn"].string ?? "browser")
        var result: JSON = ["opened": .string(url.ascii)]
        // Two names can look alike in their own letters: whoever shows the result has both forms.
        if url.text != url.ascii { result["shown"] = .string(url.text) }
        return result
    }
}

/// The library's one export.
@c(herald_plugin_open_url) public func entry() -> UnsafeRawPointer { heraldEntry(OpenURL.self) }
