import TestSupport

/// A Lua script in a folder of its own, which is also the home of whoever runs it.
struct Script {
    let folder: TemporaryDirectory
    let name: String

    init(_ text: String, name: String = "script.lua") throws {
        folder = try TemporaryDirectory()
        self.name = name
        try folder.write(name, text)
    }

    /// Starts `herald run` in the script's folder.
    func launch(_ flags: [String] = [], variables: [String: String] = [:]) throws -> ChildProcess.Launch {
        var launch = try HeraldProgram.launch(["run", name] + flags, home: folder.path)
        launch.directory = folder.path
        launch.environment.merge(variables) { $1 }
        return launch
    }

    func run(_ flags: [String] = [], variables: [String: String] = [:]) async throws -> ChildProcess.Output {
        try await ChildProcess.run(launch(flags, variables: variables))
    }
}
