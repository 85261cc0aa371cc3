import Testing
import Values

@testable import Plugins

@Suite("Permissions of the host's services")
struct ServicePermissionTests {
    /// One operation, what is passed, and the flag that the denial names; `nil` when none is needed.
    static let operations: [(HostService, String, JSON, String?)] = [
        (.http, "request", ["url": "https://api.example.com/x"], "--allow-net api.example.com:443"),
        (.http, "request", ["url": "http://[2001:db8::1]:81/"], "--allow-net '[2001:db8::1]:81'"),
        (.server, "request", ["path": "/v1/x"], "--allow-net server"),
        (.websocket, "connect", ["url": "wss://api.example.com/x"], "--allow-net api.example.com:443"),
        (.websocket, "connect", ["path": "/v1/x"], "--allow-net server"),
        (.websocket, "send", ["socket": 1], nil), (.websocket, "receive", ["socket": 1], nil),
        (.websocket, "close", ["socket": 1], nil),
        (.effects, "open", ["url": "https://example.com/"], "--allow-open https"),
        (.effects, "clipboard", [:], "--allow-clipboard"), (.effects, "navigate", [:], "--allow-navigate"),
        (.effects, "call", [:], "--allow-call"), (.effects, "file", [:], "--allow-downloads"),
        (.download, "save", ["url": "https://files.example.com/x"], "--allow-net files.example.com:443"),
        (.store, "get", [:], nil), (.store, "set", [:], nil), (.store, "delete", [:], nil),
        (.callbacks, "call", [:], nil), (.progress, "report", [:], nil),
    ]

    @Test("a denial names the flag that would allow the operation", arguments: operations)
    func flag(_ service: HostService, _ operation: String, _ json: JSON, _ flag: String?) throws {
        var everything = PermissionSet()
        for kind in PermissionSet.Kind.allCases { everything.allow(kind) }
        let nothing = PermissionGrant(allowed: PermissionSet())
        let permissions = PluginPermissions(asked: everything, grant: nothing, manifestPath: "p")
        let subjects = try ServicePermissions.subjects(service, operation, json, serverOrigin: nil)
        #expect(subjects.lazy.compactMap(permissions.denial).first?.hint == flag.map { "allow it with \($0)" })
        #expect(subjects.isEmpty == (flag == nil))
    }

    @Test("every operation that there is has its place in the table", arguments: HostService.allCases)
    func complete(_ service: HostService) {
        let listed = Set(Self.operations.filter { $0.0 == service }.map(\.1))
        // `message` is shown by what the app has, as `navigate` is.
        #expect(Set(service.operations).subtracting(listed).subtracting(["message"]).isEmpty, "\(service.operations)")
    }

    @Test("an operation that there is not is refused before anything is asked", arguments: HostService.allCases)
    func unknown(_ service: HostService) async throws {
        let error = try await failure {
            _ = try ServicePermissions.subjects(service, "conjure", [:], serverOrigin: nil)
        }
        #expect(error.code == .unsupported)
        #expect(error.hint == "it has \(service.operations.joined(separator: ", "))")
    }
}
