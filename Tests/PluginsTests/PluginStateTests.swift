import TestSupport
import Testing
import Values

@testable import Plugins

@Suite("What became of plugins since they were found")
struct PluginStateTests {
    private func registry(_ folder: TemporaryDirectory) -> PluginRegistry {
        let records = PluginDiscovery.scan([PluginLocation(folder.path, origin: .flag)])
        return PluginRegistry(PluginRegistry.Configuration(records: records, services: FakeServices()))
    }

    private func states(_ registry: PluginRegistry) -> [String] {
        registry.records.map { record in
            switch record.state {
            case .ready: "ready"
            case .stale: "stale"
            case .refused(let error): "refused: \(error.message)"
            case .overridden, .quarantined: "other"
            }
        }
    }

    @Test("a library that is another one than was loaded is stale, and the old one goes on")
    func stale() async throws {
        let folder = try TemporaryDirectory()
        try await Fixture.install(in: folder)
        let registry = registry(folder)
        let action: JSON = ["type": "test", "do": "nothing"]
        func replace() async throws {
            Files.remove(folder.file("fixture/libfixture.so"))
            try folder.write("fixture/libfixture.so", try await FixtureLibrary.build(["OTHER"]))
        }
        // What was never loaded is read when it is.
        try await replace()
        #expect(states(registry) == ["ready"])
        #expect(try await registry.invoke(action: action, context: [:]) == .null)
        #expect(states(registry) == ["ready"])
        try await replace()
        #expect(states(registry) == ["stale"])
        #expect(try await registry.invoke(action: action, context: [:]) == .null)
        await registry.shutDown()
    }

    @Test("all can be loaded at once, and those that do not load are listed with the reason")
    func eager() async throws {
        let folder = try TemporaryDirectory()
        try await Fixture.install(["CREATE_FAILS"], in: folder)
        let registry = registry(folder)
        #expect(states(registry) == ["ready"])
        await registry.loadAll()
        #expect(states(registry).first?.hasPrefix("refused: ") == true)
        #expect(states(registry).first?.contains("not today") == true, "\(states(registry))")
        await registry.shutDown()
    }
}
