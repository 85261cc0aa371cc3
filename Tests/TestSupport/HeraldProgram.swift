import Glibc
import Values

/// The `herald` executable of this build, run the way a person does.
package enum HeraldProgram {
    /// The folder of the built programs and plugin libraries: the one the running tests lie in.
    package static var products: String {
        get throws {
            var places = CommandLine.arguments.filter { $0.contains(".xctest") }
            if let program = realpath("/proc/self/exe", nil) {
                places.insert(String(cString: program), at: 0)
                free(program)
            }
            for place in places {
                guard let slash = place.lastIndex(of: "/") else { continue }
                let folder = String(place[..<slash])
                if Files.exists("\(folder)/herald") { return folder }
            }
            throw HeraldError(.notFound, "no herald beside the tests: \(places.joined(separator: ", "))")
        }
    }

    /// A launch of `herald` that sees nothing of the person who runs the tests: its home is `home` or none at all, and
    /// effects are recorded.
    package static func launch(_ arguments: [String], home: String? = nil) throws -> ChildProcess.Launch {
        var launch = ChildProcess.Launch([try products + "/herald"] + arguments)
        launch.environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": home ?? "/nonexistent",
            "HERALD_HOME": Files.packageRoot,
        ]
        launch.environment.merge(Environment.sanitizers) { own, _ in own }
        launch.directory = "/tmp"
        return launch
    }

    package static func run(_ arguments: String..., home: String? = nil) async throws -> ChildProcess.Output {
        try await ChildProcess.run(launch(arguments, home: home))
    }
}
