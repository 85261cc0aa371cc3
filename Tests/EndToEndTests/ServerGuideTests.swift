import TestSupport
import Testing
import Values

@Suite("the server's guide")
struct ServerGuideTests {
    /// The commands of the section, with the test's server in place of the guide's.
    private func commands(_ serve: RunningServe) throws -> String {
        let path = "\(Files.packageRoot)/Sources/Herald/Herald.docc/Server.md"
        let guide = String(decoding: try Files.read(path), as: UTF8.self)
        let section = try #require(guide.split(separator: "### By hand", maxSplits: 1).last)
        let block = try #require(section.split(separator: "```sh\n", maxSplits: 1).last)
        let port = try #require(serve.url.split(separator: ":").last)
        let text = try #require(block.split(separator: "```", maxSplits: 1).first)
        return String(text).split(separator: "8787", omittingEmptySubsequences: false).joined(separator: String(port))
            .split(separator: "herald.db", omittingEmptySubsequences: false).joined(separator: "campaigns.db")
    }

    @Test("its commands by hand run as printed, in order", .timeLimit(.minutes(2)))
    func byHand() async throws {
        let folder = try TemporaryDirectory()
        let serve = try await RunningServe.start(in: folder)
        var launch = try HeraldProgram.launch([], home: folder.path)
        // A line for each answer.
        let start = "set -euo pipefail; curl() { command curl \"$@\"; echo; }\n"
        launch.arguments = ["/bin/bash", "-c", start + (try commands(serve))]
        launch.environment["PATH"] = "\(try HeraldProgram.products):/usr/local/bin:/usr/bin:/bin"
        launch.directory = folder.path
        let output = try await ChildProcess.run(launch)
        #expect(output.status == 0, "\(output.error)")
        let answers = try output.out.split(separator: "\n").map { try JSONText.parse(Array($0.utf8)) }
        try #require(answers.count == 7, "\(output.out)")
        for answer in answers { #expect(answer["error"].isNull, "\(answer)") }
        #expect(answers[0]["data"][0]["templateId"] == "parcel")
        #expect(answers[1]["data"]["mode"] == "realtime")
        // The newest item came with the send; the next page has the one before.
        #expect(answers[2]["data"].array?.count == 1)
        #expect(answers[2]["data"][0]["alternativeText"] != "Your parcel arrives 18:00")
        #expect(answers[3]["data"][0]["alternativeText"] == "Your parcel arrives 18:00")
        #expect(answers[4]["data"]["count"].int == Int64(answers[3]["data"].array?.count ?? 0))
        #expect(answers[5]["data"]["count"].int != nil)
        #expect(answers[6]["data"].array?.isEmpty == false)
        _ = try await serve.stop()
    }
}
