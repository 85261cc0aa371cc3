import PluginKit

/// Calls an HTTP interface and hands back what it answers, whatever the status.
struct APICall: ActionPlugin {
    static let action = "apiCall"

    /// A redirect of a call that changes something is left to whoever asked.
    private static let redirectsOfGet = 5

    func check(_ action: Action, host: Host) throws {
        _ = try APIRequest(action, host: host)
    }

    func perform(_ action: Action, host: Host) async throws -> JSON {
        let request = try APIRequest(action, host: host)
        let response = try await host.http.request(
            request.method,
            request.url,
            headers: request.headers,
            body: request.body,
            timeout: request.timeout,
            maximumBytes: request.maximumBytes,
            redirects: request.method == "GET" ? Self.redirectsOfGet : 0
        )
        var result: JSON = [
            "status": .int(Int64(response.status)),
            "headers": response.headers,
        ]
        // What is no text would come out changed.
        if let text = String(validating: response.body, as: UTF8.self) {
            result["body"] = .string(text)
        } else {
            result["base64"] = .string(Base64.encode(response.body))
        }
        // Many interfaces answer JSON under another name, or nothing at all: only what reads as JSON is offered as such.
        if let json = try? response.json() { result["json"] = json }
        return result
    }
}

/// The library's one export.
@c(herald_plugin_api_call) public func entry() -> UnsafeRawPointer { heraldEntry(APICall.self) }
