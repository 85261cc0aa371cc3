import EmbeddedServer
import TestSupport
import Testing
import Values

@testable import LuaModules

/// A campaign server with a throw-away database, and a runtime that scripts run in, with the shipped plugins.
struct World: Sendable {
    let server: EmbeddedServer
    let host: RuntimeHost
    let folder: TemporaryDirectory
    let recorder: Recorder

    /// Makes one, gives it to `body`, and ends it whatever happens there.
    static func with<Value: Sendable>(
        _ authoring: Authoring = Authoring(),
        configure: (inout HostConfiguration, World.Parts) throws -> Void = { _, _ in },
        _ body: (World) async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryDirectory()
        try authoring.write(to: folder)
        var serving = EmbeddedServer.Configuration()
        serving.campaigns = folder.path + "/campaigns"
        let server = try await EmbeddedServer.start(serving)
        let recorder = Recorder()
        var configuration = HostConfiguration { () async throws(HeraldError) in
            RunningServer(
                url: server.url,
                apiKey: server.embedKey,
                adminKey: server.adminKey,
                user: server.firstUser
            )
        }
        configuration.plugins = try find([shippedPlugins])
        configuration.output = { recorder.write($0) }
        configuration.log = { recorder.log($0, $1) }
        try configure(&configuration, Parts(folder: folder, server: server))
        let host = RuntimeHost(configuration)
        let world = World(server: server, host: host, folder: folder, recorder: recorder)
        do {
            let value = try await body(world)
            await host.shutDown()
            await server.shutDown()
            return value
        } catch {
            await host.shutDown()
            await server.shutDown()
            throw error
        }
    }

    /// What there is before the runtime.
    struct Parts {
        let folder: TemporaryDirectory
        let server: EmbeddedServer

        /// `127.0.0.1:PORT`, as `--allow-net` takes it.
        var address: String { String(server.url.dropFirst("http://".count)) }
    }

    static let preamble = "local herald = require 'herald'; "

    /// Runs Lua text, in which `herald` is there, and returns its first value.
    func run(_ source: String, arguments: [String] = []) async throws -> JSON {
        let result = await attempt(source, arguments: arguments)
        if let error = result.error { throw error }
        return result.values.first ?? .null
    }

    func attempt(_ source: String, name: String = "test.lua", arguments: [String] = []) async -> RunResult {
        await host.run(
            Array((Self.preamble + source).utf8),
            name: name,
            arguments: arguments,
            limits: RunLimits(wallTime: .seconds(30), memoryBytes: 64 << 20)
        )
    }

    /// The error that Lua text ends with.
    func failure(_ source: String) async throws -> HeraldError {
        try #require(await attempt(source).error, "it did not fail: \(source)")
    }

    /// The plugins of these folders; native ones have their libraries beside the test program.
    static func find(_ folders: [String]) throws -> FoundPlugins {
        var search = PluginSearch()
        search.usesStandardPlaces = false
        search.named = folders
        search.executableDirectory = try HeraldProgram.products
        return search.find()
    }

    static let shippedPlugins = Files.packageRoot + "/plugins"
}

/// Collects what scripts print and what is logged.
final class Recorder: Sendable {
    private let texts = Lock<[String]>([])
    private let entries = Lock<[String]>([])

    var printed: String { texts.withLock { $0.joined() } }
    var lines: [String] { entries.withLock { $0 } }

    func write(_ bytes: [UInt8]) { texts.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } }
    func log(_ level: LogLevel, _ message: String) { entries.withLock { $0.append("\(level.rawValue): \(message)") } }
}
