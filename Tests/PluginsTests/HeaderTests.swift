import TestSupport
import Testing

@Suite("The contract's headers")
struct HeaderTests {
    @Test("compile without a warning", arguments: [("clang", "c11", "c"), ("clang++", "c++17", "c++")])
    func compile(_ compiler: String, _ standard: String, _ language: String) async throws {
        let folder = try TemporaryDirectory()
        let source = try folder.write(
            "plugin.\(language == "c" ? "c" : "cpp")",
            """
            #include "herald_plugin.h"
            static const herald_entry entry = {HERALD_MAGIC, sizeof(herald_entry), HERALD_ABI_MAJOR, HERALD_ABI_MINOR,
                                               "x", "1.0.0", 0, 0};
            HERALD_ENTRY(x);
            HERALD_ENTRY(x) { return &entry; }
            """
        )
        var launch = ChildProcess.Launch([
            compiler, "-std=\(standard)", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
            "-I\(Files.packageRoot)/Sources/CHeraldPlugin/include", source,
        ])
        launch.environment = ["PATH": Environment.path]
        let output = try await ChildProcess.run(launch)
        #expect(output.status == 0, "\(output.error)")
    }
}
