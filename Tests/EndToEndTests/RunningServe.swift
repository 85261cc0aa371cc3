import Glibc
import TestSupport
import Testing

/// A `herald serve` that listens.
struct RunningServe {
    let process: ChildProcess
    let url: String
    /// Where it and its clients keep keys.
    let home: String

    /// Starts the server and waits for its first line.
    static func start(in folder: TemporaryDirectory, _ flags: [String] = []) async throws -> RunningServe {
        let arguments = [
            "serve", "--listen", "127.0.0.1:0", "--database", folder.file("campaigns.db"), "--campaigns",
            "\(Files.packageRoot)/scripts/campaigns",
        ]
        let process = try ChildProcess.start(HeraldProgram.launch(arguments + flags, home: folder.path))
        return RunningServe(process: process, url: try await process.line(), home: folder.path)
    }

    func stop(_ signal: Int32 = SIGINT) async throws -> ChildProcess.Output {
        process.send(signal: signal)
        return try await process.finished()
    }

    /// Runs a script that is a client of it.
    func run(_ text: String, _ flags: String...) async throws -> ChildProcess.Output {
        try await run(text, flags: flags)
    }

    func run(_ text: String, flags: [String]) async throws -> ChildProcess.Output {
        let script = try Script(text)
        var launch = try HeraldProgram.launch(["run", script.name, "--server", url] + flags, home: home)
        launch.directory = script.folder.path
        return try await ChildProcess.run(launch)
    }
}
