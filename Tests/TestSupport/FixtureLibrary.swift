import Values

/// The C plugin of `PluginsTests/Fixtures/fixture.c` as a shared object.
package enum FixtureLibrary {
    private static let built = Lock<[[String]: [UInt8]]>([:])

    /// The library built with the given macros, such as `MAJOR=2`.
    package static func build(_ macros: [String] = []) async throws -> [UInt8] {
        if let known = built.withLock({ $0[macros] }) { return known }
        let folder = try TemporaryDirectory()
        let library = folder.file("built.so")
        var launch = ChildProcess.Launch(
            [
                "clang", "-std=gnu11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wno-unused",
                "-Wno-unneeded-internal-declaration", "-I\(Files.packageRoot)/Sources/CHeraldPlugin/include",
                "-shared", "-fPIC",
            ]
                + macros.map { "-D\($0)" }
                + ["\(Files.packageRoot)/Tests/PluginsTests/Fixtures/fixture.c", "-o", library]
        )
        launch.environment = ["PATH": Environment.path]
        let compiled = try await ChildProcess.run(launch)
        guard compiled.status == 0 else { throw HeraldError(.failed, "clang: \(compiled.error)") }
        let bytes = try Files.read(library)
        built.withLock { $0[macros] = bytes }
        return bytes
    }
}
