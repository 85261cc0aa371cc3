import TestSupport
import Testing

@Suite("Embedding")
struct EmbeddingTests {
    /// A build of everything but the tests, on a machine that does other things as well.
    private static let buildTimeout: Duration = .seconds(1200)

    @Test("a small package of its own registers an action in Swift, taps a link and reads what came of it")
    func separatePackage() async throws {
        let folder = try TemporaryDirectory()
        try Files.link(folder.file("herald"), to: Files.packageRoot)
        try Files.copy("\(Files.packageRoot)/Tests/EndToEndTests/Fixtures/Embedding", to: folder.file("shop"))

        // Other tests go first: with few cores a build would take the time that they wait for.
        var build = ChildProcess.Launch(["nice", "-n", "19", "swift", "build", "--product", "Shop"])
        build.environment = ["PATH": Environment.path, "HOME": Environment.home]
        build.directory = folder.file("shop")
        build.timeout = Self.buildTimeout
        let built = try await ChildProcess.run(build)
        try #require(built.status == 0, "\(built.out)\(built.error)")

        var launch = ChildProcess.Launch([folder.file("shop/.build/debug/Shop")])
        launch.environment = ["PATH": Environment.path, "HOME": folder.path]
        launch.directory = folder.file("shop")
        let output = try await ChildProcess.run(launch)
        #expect(output.status == 0)
        #expect(output.error == "")
        #expect(output.out == "opened https://air.example.com/pass/QX7RTL, added QX7RTL for ana; effects: open\n")
    }

    @Test("the README shows that package, in at most 30 lines")
    func readme() throws {
        let readme = String(decoding: try Files.read("\(Files.packageRoot)/README.md"), as: UTF8.self)
        let shown = try #require(
            readme.split(separator: "```swift\n// Package.swift\n").last?.split(separator: "```").first
        )
        #expect(shown.count { $0 == "\n" } <= 30)
        let parts = shown.split(separator: "\n\n// main.swift\n")
        try #require(parts.count == 2)
        let folder = "\(Files.packageRoot)/Tests/EndToEndTests/Fixtures/Embedding"
        let manifest = String(decoding: try Files.read("\(folder)/Package.swift"), as: UTF8.self)
        for line in parts[0].split(separator: "\n") { #expect(manifest.contains(line)) }
        let program = String(decoding: try Files.read("\(folder)/Sources/Shop/main.swift"), as: UTF8.self)
        #expect(parts[1] == program)
    }
}
