import TestSupport
import Testing
import Values

@testable import Plugins

/// The shipped plugins as the runtime loads them, over services that a test answers.
final class ShippedRegistry: Sendable {
    let registry: PluginRegistry
    let clock = ManualClock()
    let services: ScriptedServices

    init(
        grant: PermissionGrant = PermissionGrant(),
        answer: @escaping ScriptedServices.Answer = { _, _, _ in ([:], []) }
    ) {
        services = ScriptedServices(answer)
        registry = PluginRegistry(
            PluginRegistry.Configuration(
                records: PluginDiscovery.scan(
                    [PluginLocation("\(Files.packageRoot)/plugins", origin: .shipped)],
                    libraryDirectories: [RawPlugin.directory]
                ),
                grant: grant,
                services: services,
                clock: clock,
                callTimeout: nil
            )
        )
    }

    /// A grant that also covers what is given.
    static func granting(_ kind: PermissionSet.Kind, _ value: String) -> PermissionGrant {
        var grant = PermissionGrant()
        grant.allowed.allow(kind, value)
        return grant
    }

    func refusal(of action: JSON) async throws -> HeraldError {
        do throws(HeraldError) {
            _ = try await registry.invoke(action: action, context: [:])
        } catch {
            return error
        }
        Issue.record("\(action.text) was performed")
        throw HeraldError(.failed, "performed")
    }
}

/// Services that answer what a test says, and remember what was asked.
final class ScriptedServices: PluginServices {
    typealias Answer = @Sendable (_ service: String, _ json: JSON, _ body: [UInt8]) async throws -> (JSON, [UInt8])

    let serverOrigin: String? = "http://127.0.0.1:4000"
    private let answer: Answer
    private let log = Lock<[(service: String, json: JSON, body: String)]>([])

    private let marks = Lock<[(String, UInt64)]>([])

    init(_ answer: @escaping Answer) { self.answer = answer }

    /// The marks under which a service was asked, in order.
    func marks(of service: String) -> [UInt64] { marks.withLock { $0.filter { $0.0 == service }.map(\.1) } }

    var asked: [(service: String, json: JSON, body: String)] { log.withLock { $0 } }

    func request(
        service: HostService,
        operation: String,
        json: JSON,
        body: [UInt8],
        caller: PluginCaller
    ) async throws -> (JSON, [UInt8]) {
        let name = "\(service.rawValue) \(operation)"
        marks.withLock { $0.append((name, caller.mark)) }
        log.withLock { $0.append((name, json, String(decoding: body, as: UTF8.self))) }
        return try await answer(name, json, body)
    }

    func released(pluginID: String) async {}
}
