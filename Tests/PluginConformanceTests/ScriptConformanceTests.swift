import TestSupport
import Testing
import Values

@testable import LuaModules
@testable import Plugins

/// Holds every action of the plugins in Lua against what the registry expects of it.
@Suite("A plugin in Lua keeps the contract")
struct ScriptConformanceTests {
    /// One action of a plugin in Lua.
    struct Script: Sendable, CustomTestStringConvertible {
        let directory: String
        let type: String
        let parameters: JSON
        var testDescription: String { type }
    }

    static let all = Candidate.records.filter { $0.kind == .lua }.flatMap { record in
        record.provides.map { provision in
            let sample = Candidate.sample(record, provision)
            return Script(directory: record.directory, type: provision.type, parameters: sample.parameters)
        }
    }

    @Test("has a function for each action, which answers or says why not", arguments: all)
    func performs(_ script: Script) async throws {
        var search = PluginSearch()
        search.named = [script.directory]
        search.usesStandardPlaces = false
        var configuration = HostConfiguration { () async throws(HeraldError) in
            throw HeraldError(.unreachable, "no server")
        }
        configuration.plugins = search.find()
        let host = RuntimeHost(configuration)
        // Twice: loading it and calling it again.
        for _ in 1...2 {
            let outcome = await host.perform(action: script.parameters)
            let faults: [HeraldError.Code] = [.pluginRefused, .pluginFault, .pluginMissing, .scriptError, .syntaxError]
            #expect(outcome.error.map { !faults.contains($0.code) } ?? true, "\(String(describing: outcome.error))")
        }
        await host.shutDown()
    }
}
