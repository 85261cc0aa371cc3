import TestSupport
import Testing
import Values

@Suite("herald keys")
struct KeysTests {
    private func keys(_ words: [String], _ database: String, _ flags: [String] = []) async throws -> ChildProcess.Output
    {
        let arguments = ["keys"] + words + ["--database", database] + flags
        return try await ChildProcess.run(try HeraldProgram.launch(arguments))
    }

    private static let status = """
        local herald = require "herald"
        for place = 2, #herald.args, 3 do
            local answer = herald.http { url = herald.args[1] .. herald.args[place],
                headers = { [herald.args[place + 1]] = herald.args[place + 2] } }
            print(answer.status)
        end
        """

    /// Statuses of calls, each a path with a header's name and value.
    private func statuses(_ serve: RunningServe, _ calls: [String]) async throws -> [String] {
        let words = ["--allow-net", String(serve.url.dropFirst(7)), "--", serve.url] + calls
        let output = try await serve.run(Self.status, flags: words)
        #expect(output.status == 0, "\(output.error)")
        return output.out.split(separator: "\n").map(String.init)
    }

    @Test("makes and revokes keys and tokens while a server runs on the database")
    func whileAServerRuns() async throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("campaigns.db")
        let serve = try await RunningServe.start(in: folder)
        var secrets: [String] = []
        for words in [["new"], ["token", "ana"]] {
            let output = try await keys(words, database)
            #expect(output.status == 0 && output.error == "", "\(output.error)")
            let lines = output.out.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 2 && lines[1].isEmpty, "alone on a line: \(output.out)")
            secrets.append(String(lines[0]))
        }
        let calls = ["/v3/templates", "apikey", secrets[0], "/v3/notification-feed", "authtoken", secrets[1]]
        #expect(try await statuses(serve, calls) == ["200", "200"])

        let limited = try await keys(["new"], database, ["--rights", "send", "--label", "till"])
        let key = String(limited.out.dropLast())
        #expect(try await statuses(serve, ["/v3/templates", "apikey", key]) == ["403"])
        let listed = try await keys(["list"], database, ["--json"])
        let entries = try JSONText.parse(Array(listed.out.utf8)).array ?? []
        #expect(entries.map { $0["label"] } == [.null, "till"])
        #expect(entries[1]["rights"] == ["send"])
        #expect(!listed.out.contains(secrets[0]) && !listed.out.contains(key))
        let table = try await keys(["list"], database)
        #expect(table.out.contains("till") && table.out.contains("good"))

        let id = entries[0]["id"].string ?? ""
        #expect(try await keys(["revoke", id], database).status == 0)
        #expect(try await keys(["revoke", "token", "ana"], database).status == 0)
        #expect(try await statuses(serve, calls) == ["401", "401"])
        let output = try await serve.stop()
        for secret in secrets + [key] { #expect(!output.error.contains(secret)) }
        for name in Files.names(in: folder.path) where name.hasPrefix("campaigns.db") {
            let stored = String(decoding: try Files.read(folder.file(name)), as: UTF8.self)
            for secret in secrets + [key] { #expect(!stored.contains(secret)) }
        }
    }

    @Test(
        "refuses what is not whole",
        arguments: [
            (["new", "x"], 2, "not whole"), (["token"], 2, "not whole"), (["nwe"], 2, "did you mean \"new\"?"),
            (["revoke", "key-none"], 4, "no key"), (["revoke", "token", "nobody"], 4, "no user"),
            (["token", "a\u{7}"], 4, "no user id"), (["token", "ana"], 4, "--create makes the user"),
        ] as [([String], Int32, String)]
    )
    func refusals(words: [String], status: Int32, message: String) async throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("herald.db")
        #expect(try await keys(["new"], database, ["--create"]).status == 0)
        let output = try await keys(words, database)
        #expect(output.status == status && output.out == "", "\(output.out)")
        #expect(output.error.contains(message), "\(output.error)")
    }

    @Test("a list of keys makes no database, and flags are judged")
    func flags() async throws {
        let folder = try TemporaryDirectory()
        let none = try await keys(["list"], folder.file("none.db"))
        #expect(none.status == 2)
        #expect(!Files.exists(folder.file("none.db")))
        for words in [["new"], ["token", "ana"]] {
            let output = try await keys(words, folder.file("none.db"))
            #expect(output.status == 2 && output.error.contains("--create"), "\(output.error)")
            #expect(!Files.exists(folder.file("none.db")))
        }
        #expect(try await keys(["new"], folder.file("a.db"), ["--create"]).status == 0)
        let right = try await keys(["new"], folder.file("a.db"), ["--rights", "sned"])
        #expect(right.status == 2 && right.error.contains("did you mean \"send\"?"))
        let long = try await keys(["token", "ana"], folder.file("a.db"), ["--expires", "0s"])
        #expect(long.status == 2)
        let missing = try await HeraldProgram.run("keys", "list")
        #expect(missing.status == 2 && missing.error.contains("--database"))
    }

    @Test("prints JSON where it is asked for, and names the near user")
    func json() async throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("herald.db")
        let flags = ["--create", "--json", "--label", "till", "--rights", "send"]
        let key = try JSONText.parse(try await keys(["new"], database, flags).out)
        #expect(key["key"].string?.hasPrefix("hak_") == true && key["label"] == "till" && key["rights"] == ["send"])
        let listed = try JSONText.parse(try await keys(["list"], database, ["--json"]).out)
        #expect(listed[0]["id"] == key["id"] && listed[0]["key"].isNull)
        let token = try JSONText.parse(try await keys(["token", "ana"], database, ["--create", "--json"]).out)
        #expect(token["token"].string?.hasPrefix("hut_") == true && token["user"] == "ana")
        #expect(token["expiresAt"].int ?? 0 > 1_700_000_000)
        let near = try await keys(["token", "anna"], database)
        #expect(near.status == 4 && near.error.contains("did you mean \"ana\"?"), "\(near.error)")
    }
}
