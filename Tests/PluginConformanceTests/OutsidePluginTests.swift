import CHeraldPlugin
import Glibc
import TestSupport
import Testing
import Values

@testable import Plugins

@Suite("Plugins from outside the package")
struct OutsidePluginTests {
    @Test("in C and in Swift serve a script of the program, which did not know them")
    func program() async throws {
        let (shout, greet) = (try await OutsidePlugins.shout(), try await OutsidePlugins.greet())
        let folder = try TemporaryDirectory()
        try OutsidePlugins.copyCampaigns(to: folder)
        for run in 1...2 {
            let output = try await HeraldProgram.run(
                "run",
                folder.file("taps.lua"),
                "--campaigns",
                folder.file("campaigns"),
                "--state-dir",
                folder.file("state"),
                "--plugin",
                shout.path,
                "--plugin",
                greet.path
            )
            #expect(output.status == 0, "\(output.error)")
            let lines = output.out.split(separator: "\n").map(String.init)
            #expect(
                lines == [
                    "shout\tperformed\t{\"shouted\":true}",
                    // Its store survives the run.
                    "count\tperformed\t{\"count\":\(run)}",
                    "ask\trefused\tdenied\tallow it with --allow-net api.example.com:443",
                    "linger\tfalse\tcancelled",
                ],
                "\(output.out)"
            )
            // The task of the script is gone, and with it the one in the plugin.
            #expect(output.error.contains("plugin greet: the task was cancelled"), "\(output.error)")
        }
    }

    @Test("answer on the thread that calls, without a detour, when they need not wait")
    func sameThread() async throws {
        let folder = try await OutsidePlugins.greet()
        let candidate = try OutsidePlugins.candidate(in: folder)
        let plugin = try RawPlugin(candidate)
        let answer = plugin.enter(1, parameters: #"{"type":"greet","how":"atOnce","name":"Ana"}"#)
        #expect(answer.status == Int32(HERALD_OK))
        let result = try JSONText.parse(Array((answer.result ?? "").utf8))
        #expect(result["text"] == "Hello, Ana")
        #expect(await plugin.end() == 0)

        let records = PluginDiscovery.scan([PluginLocation(folder.path, origin: .flag)])
        let registry = PluginRegistry(.init(records: records, services: ScriptedServices { _, _, _ in ([:], []) }))
        let greeting: JSON = ["type": "greet", "how": "atOnce"]
        // The first call loads the library.
        _ = try await registry.invoke(action: greeting, context: [:])
        // A task that begins here and is over here has nowhere waited, and so stayed on this thread.
        let threads = Lock<[Int64]>([])
        func callInline() -> Int64 {
            Task.immediate {
                let result = try await registry.invoke(action: greeting, context: [:])
                threads.withLock { $0.append(result["thread"].int ?? 0) }
            }
            return Int64(pthread_self())
        }
        let here = callInline()
        #expect(threads.withLock { $0 } == [here])
        await registry.shutDown()
    }

    @Test("keep the contract, all of it")
    func conformance() async throws {
        let folders = [
            try await OutsidePlugins.shout(), try await OutsidePlugins.hum(), try await OutsidePlugins.greet(),
        ]
        let output = try await hold(folders.map(\.path), "ConformanceTests")
        #expect(output.status == 0, "\(output.out)\(output.error)")
    }

    /// A call of the plugin `fixture`, and the test that must not pass with it.
    static let breaches = [
        ("twice", "finishes"), ("latestatus", "finishes"), ("status", "finishes"), ("badjson", "finishes"),
        ("latebad", "finishes"), ("error", "finishes"), ("never", "borrowedText"), ("badutf8", "manyThreads"),
    ]

    @Test("do not pass for keeping it when they break it", arguments: breaches)
    func breach(_ word: String, _ test: String) async throws {
        let folder = try TemporaryDirectory()
        let manifest: JSON = [
            "id": "fixture", "version": "1.0.0", "kind": "native", "entry": "libfixture.so",
            "provides": [["action": "test"]], "description": "Breaks the contract", "license": "Apache-2.0",
        ]
        let sample: JSON = ["test": ["parameters": ["type": "test", "do": .string(word)], "asks": "http request"]]
        try folder.write("fixture/plugin.json", manifest.text)
        try folder.write("fixture/Tests/conformance.json", sample.text)
        try folder.write("fixture/libfixture.so", try await FixtureLibrary.build())
        let output = try await hold([folder.path], "ConformanceTests/\(test)")
        // Failed, and not crashed.
        #expect(output.status == 1, "\(output.out)\(output.error)")
        #expect((output.out + output.error).contains("with 1 test in 1 suite failed"), "\(output.out)\(output.error)")
    }

    /// Runs the tests of this program over other plugins, as `scripts/dev/conformance` does.
    private func hold(_ folders: [String], _ tests: String) async throws -> ChildProcess.Output {
        var launch = ChildProcess.Launch([
            try #require(FileSystem.resolved("/proc/self/exe")), "--testing-library", "swift-testing", "--filter",
            "PluginConformanceTests\\.\(tests)",
        ])
        launch.environment = [
            "PATH": Environment.path, "HOME": Environment.home, "HERALD_CONFORMANCE": folders.joined(separator: ":"),
        ]
        launch.environment.merge(Environment.sanitizers) { own, _ in own }
        launch.timeout = .seconds(300)
        return try await ChildProcess.run(launch)
    }

    @Test("are what the guide shows")
    func guide() throws {
        let guide = String(
            decoding: try Files.read("\(Files.packageRoot)/Sources/Herald/Herald.docc/Plugins.md"),
            as: UTF8.self
        )
        for file in ["shout/shout.c", "shout/plugin.json", "greet/Package.swift"] {
            let shown = try OutsidePlugins.fixture(file)
            #expect(guide.contains("\n\(shown)```"), "\(file)")
        }
    }
}
