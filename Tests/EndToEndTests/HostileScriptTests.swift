import TestSupport
import Testing

@Suite("Hostile scripts")
struct HostileScriptTests {
    private static let folder = "\(Files.packageRoot)/Tests/EndToEndTests/Fixtures/hostile"
    private static let names = Files.names(in: folder).sorted()

    // One after the other: each takes a core until its time is up.
    @Test("end by themselves or by a limit", .serialized, arguments: names)
    func end(name: String) async throws {
        let home = try TemporaryDirectory()
        let launch = try HeraldProgram.launch(
            ["run", "--timeout", "100ms", "--memory", "64MiB", "--quiet", "\(Self.folder)/\(name)"],
            home: home.path
        )
        let start = ContinuousClock.now
        var output = try await ChildProcess.run(launch)
        // A busy machine may give the program no time between its limit and the backstop; twice is a fault.
        if output.error.contains("could not be stopped") { output = try await ChildProcess.run(launch) }
        let error = String(output.error.prefix(2000))
        #expect([0, 3, 4, 124].contains(output.status), "\(name): \(output.status) \(error)")
        // How late exactly `scripts/dev/hostile` measures, on a machine that has nothing else to do.
        #expect(ContinuousClock.now - start < .seconds(60), "\(name)")
        // The backstop is for faults of the runtime, not for these.
        #expect(!error.contains("could not be stopped"), "\(name)")
    }
}
