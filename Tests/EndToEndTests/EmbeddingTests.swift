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

        var build = ChildProcess.Launch(["swift", "build", "--product", "Shop"])
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
}
