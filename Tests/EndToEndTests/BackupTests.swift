import TestSupport
import Testing

@Suite("herald backup")
struct BackupTests {
    @Test("copies the database of a running server, never over another file")
    func copies() async throws {
        let folder = try TemporaryDirectory()
        let serve = try await RunningServe.start(in: folder, ["--retention", "2160h"])
        let words = ["backup", folder.file("copy.db"), "--database", folder.file("campaigns.db")]
        let first = try await ChildProcess.run(try HeraldProgram.launch(words))
        #expect(first.status == 0 && first.out == "", "\(first.error)")
        let second = try await ChildProcess.run(try HeraldProgram.launch(words))
        #expect(second.status == 3 && second.error.contains("copy.db"), "\(second.error)")
        _ = try await serve.stop()
        let keys = ["keys", "token", "ana", "--database", folder.file("copy.db")]
        #expect(try await ChildProcess.run(try HeraldProgram.launch(keys)).status == 0)
    }

    @Test("a database that is not there is no empty copy")
    func missing() async throws {
        let folder = try TemporaryDirectory()
        let output = try await HeraldProgram.run("backup", folder.file("copy.db"), "--database", folder.file("none.db"))
        #expect(output.status == 2)
        #expect(!Files.exists(folder.file("copy.db")) && !Files.exists(folder.file("none.db")))
    }
}
