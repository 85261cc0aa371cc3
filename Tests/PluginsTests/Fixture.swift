import TestSupport
import Testing
import Values

@testable import Plugins

/// The C plugin of `Fixtures/fixture.c`, in a folder of its own so that it has globals of its own.
enum Fixture {
    static let manifest: JSON = [
        "id": "fixture", "version": "1.0.0", "kind": "native", "entry": "libfixture.so", "engine": ">=1.0 <2.0",
        "provides": [["action": "test"], ["channel": "talk"]],
        "permissions": ["net": ["*"], "open": ["*"], "clipboard": true],
    ]

    /// A folder `fixture` with manifest and library.
    static func install(
        _ macros: [String] = [],
        manifest: JSON = manifest,
        in folder: TemporaryDirectory
    ) async throws {
        try folder.write("fixture/plugin.json", manifest.text)
        try folder.write("fixture/libfixture.so", try await FixtureLibrary.build(macros))
    }
}

/// A registry over the C plugin, with services that a test answers and a log that it reads.
final class FixtureRegistry: Sendable {
    let folder: TemporaryDirectory
    let services: FakeServices
    let clock = ManualClock()
    let log = LogRecorder()
    let registry: PluginRegistry

    init(
        _ macros: [String] = [],
        manifest: JSON = Fixture.manifest,
        grant: PermissionGrant = PermissionGrant(),
        services: FakeServices = FakeServices(),
        timeout: Duration? = .seconds(60)
    ) async throws {
        folder = try TemporaryDirectory()
        try await Fixture.install(macros, manifest: manifest, in: folder)
        self.services = services
        registry = PluginRegistry(
            PluginRegistry.Configuration(
                records: PluginDiscovery.scan([PluginLocation(folder.path, origin: .flag)]),
                grant: grant,
                services: services,
                clock: clock,
                log: log.sink,
                callTimeout: timeout,
                installDirectory: "/home/ana/plugins"
            )
        )
    }

    func invoke(_ word: String, context: JSON = [:]) async throws(HeraldError) -> JSON {
        try await registry.invoke(action: ["type": "test", "do": .string(word)], context: context)
    }
}

/// Remembers log lines.
final class LogRecorder: Sendable {
    private let lines = Lock<[(level: LogLevel, message: String)]>([])

    var sink: LogSink {
        { level, message in self.lines.withLock { $0.append((level, message)) } }
    }

    var messages: [String] { lines.withLock { $0.map(\.message) } }

    func contains(_ text: String) -> Bool { messages.contains { $0.contains(text) } }
}

/// Services that answer what a test says, and remember what was asked.
final class FakeServices: PluginServices {
    struct Asked: Sendable {
        let service: HostService
        let operation: String
        let json: JSON
        let caller: PluginCaller
    }

    typealias Answer = @Sendable (Asked) async throws -> (JSON, [UInt8])

    let serverOrigin: String?
    private let answer: Answer
    private let log = Lock<[Asked]>([])
    private let gone = Lock<[String]>([])

    init(serverOrigin: String? = nil, answer: @escaping Answer = { _ in (["answered": true], []) }) {
        self.serverOrigin = serverOrigin
        self.answer = answer
    }

    var asked: [Asked] { log.withLock { $0 } }
    var released: [String] { gone.withLock { $0 } }

    func request(
        service: HostService,
        operation: String,
        json: JSON,
        body: [UInt8],
        caller: PluginCaller
    ) async throws -> (JSON, [UInt8]) {
        let asked = Asked(service: service, operation: operation, json: json, caller: caller)
        log.withLock { $0.append(asked) }
        return try await answer(asked)
    }

    func released(pluginID: String) async { gone.withLock { $0.append(pluginID) } }
}

/// The error of a call that should fail.
func failure(_ body: () async throws -> Void) async throws -> HeraldError {
    do {
        try await body()
    } catch {
        return HeraldError(error)
    }
    Issue.record("nothing was thrown")
    throw HeraldError(.failed, "nothing was thrown")
}
