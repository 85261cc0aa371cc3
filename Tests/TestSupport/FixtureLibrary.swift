import Values

/// The C plugin of `PluginsTests/Fixtures/fixture.c` as a shared object.
package enum FixtureLibrary {
    /// What starts like a library for this machine, with one empty segment, and can be found but not loaded.
    package static let start: [UInt8] = {
        #if arch(arm64)
        let machine: UInt8 = 183
        #else
        let machine: UInt8 = 62
        #endif
        var bytes = [UInt8](repeating: 0, count: 120)
        bytes.replaceSubrange(0..<7, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1])
        // Kind, machine, where the table of segments is, how large an entry of it, how many.
        for (place, value) in [(16, 3), (18, machine), (32, 64), (54, 56), (56, 1)] { bytes[place] = value }
        return bytes
    }()

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
