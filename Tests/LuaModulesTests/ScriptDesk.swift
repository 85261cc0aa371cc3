import TestSupport
import Values

@testable import LuaModules

/// A runtime without a server, in a folder of its own: for what scripts do on this machine alone.
struct ScriptDesk: Sendable {
    let folder: TemporaryDirectory
    let host: RuntimeHost

    static func with<Value: Sendable>(
        _ folder: TemporaryDirectory? = nil,
        configure: (inout HostConfiguration, TemporaryDirectory) throws -> Void = { _, _ in },
        _ body: (ScriptDesk) async throws -> Value
    ) async throws -> Value {
        let folder = try folder ?? TemporaryDirectory()
        var configuration = HostConfiguration { () async throws(HeraldError) in
            throw HeraldError(.unreachable, "there is no server here")
        }
        try configure(&configuration, folder)
        let desk = ScriptDesk(folder: folder, host: RuntimeHost(configuration))
        do {
            let value = try await body(desk)
            await desk.host.shutDown()
            return value
        } catch {
            await desk.host.shutDown()
            throw error
        }
    }

    /// Runs Lua text, in which `herald` and `folder` are there, and returns its first value.
    func run(_ source: String) async throws -> JSON {
        let result = await attempt(source)
        if let error = result.error { throw error }
        return result.values.first ?? .null
    }

    func attempt(_ source: String, memory: Int = 64 << 20) async -> RunResult {
        let preamble = "local herald = require 'herald'; local fs, folder = herald.fs, '\(folder.path)'; "
        return await host.run(
            Array((preamble + source).utf8),
            name: "desk.lua",
            limits: RunLimits(wallTime: .seconds(300), memoryBytes: memory)
        )
    }

    /// The error that Lua text ends with.
    func failure(_ source: String) async -> HeraldError? { await attempt(source).error }
}
