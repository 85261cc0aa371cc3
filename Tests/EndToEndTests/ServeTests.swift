import Glibc
import TestSupport
import Testing
import Values

@Suite("herald serve")
struct ServeTests {
    @Test(
        "prints its URL first, is healthy and ends by a signal",
        arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)]
    )
    func lifeCycle(signal: Int32, status: Int32) async throws {
        let folder = try TemporaryDirectory()
        let serve = try await RunningServe.start(in: folder)
        #expect(serve.url.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+/) != nil)
        let port = try #require(serve.url.split(separator: ":").last)
        let keys = folder.file(".local/state/herald/servers/127.0.0.1-\(port).json")
        #expect(Files.mode(of: keys) == 0o600)

        let health = try await serve.run(
            """
            local herald = require "herald"
            local answer = herald.http { url = herald.args[1] .. "/healthz" }
            print(answer.status, answer.body)
            """,
            "--allow-net",
            String(serve.url.dropFirst(7)),
            "--",
            serve.url
        )
        #expect(health.out == "200\t{\"status\":\"ok\"}\n", "\(health.error)")

        let output = try await serve.stop(signal)
        #expect(output.status == status)
        #expect(output.out == serve.url + "\n")
        #expect(output.error.contains("keys for herald run --server: \(keys)"))
        #expect(!Files.exists(keys))
    }

    @Test("puts the keys under --state-dir, and says nothing with --quiet")
    func stateDirectory() async throws {
        let folder = try TemporaryDirectory()
        let serve = try await RunningServe.start(in: folder, ["--state-dir", folder.file("state"), "--quiet"])
        #expect(Files.names(in: folder.file("state/servers")).count == 1)
        let client = try await serve.run(RunningServe.count, "--state-dir", folder.file("state"))
        #expect(client.out.firstNumber ?? 0 > 0, "\(client.error)")
        let output = try await serve.stop()
        #expect(output.error == "")
        #expect(Files.names(in: folder.file("state/servers")) == [])
    }

    @Test("its keys are found by every spelling of its URL")
    func spelling() async throws {
        let folder = try TemporaryDirectory()
        let serve = try await RunningServe.start(in: folder)
        let script = try Script(RunningServe.count)
        let url = "HTTP://" + serve.url.dropFirst("http://".count) + "/"
        var launch = try HeraldProgram.launch(["run", script.name, "--server", url], home: folder.path)
        launch.directory = script.folder.path
        let output = try await ChildProcess.run(launch)
        #expect(output.status == 0, "\(output.error)")
        #expect(output.out.firstNumber ?? 0 > 0, "\(output.error)")
        _ = try await serve.stop()
    }

    @Test("every problem of the campaign files is told with its place")
    func problems() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("bad/a.json", "{\n  \"herald\": 1,\n  \"usres\": [],\n  \"categories\": 5\n}\n")
        try folder.write("bad/b.json", "{\n  \"herald\": 2\n}\n")
        var launch = try HeraldProgram.launch(
            ["serve", "--listen", "127.0.0.1:0", "--campaigns", "bad"],
            home: folder.path
        )
        launch.directory = folder.path
        let output = try await ChildProcess.run(launch)
        #expect(output.status == 2)
        for place in ["bad/a.json:3:", "bad/a.json:4:", "bad/b.json:2:"] {
            #expect(output.error.contains(place), "\(output.error)")
        }
    }

    @Test("serves two first_light.lua at once")
    func twoClients() async throws {
        let folder = try TemporaryDirectory()
        let serve = try await RunningServe.start(in: folder)
        let script = "\(Files.packageRoot)/scripts/automations/first_light.lua"
        let launch = try HeraldProgram.launch(["run", script, "--server", serve.url], home: folder.path)
        async let one = ChildProcess.run(launch)
        async let other = ChildProcess.run(launch)
        for output in [try await one, try await other] {
            #expect(output.status == 0, "\(output.error)")
            #expect(output.error == "")
        }
        #expect(try await serve.stop().status == 130)
    }

    @Test("keeps what clients did, on the same database after a restart")
    func restart() async throws {
        let folder = try TemporaryDirectory()
        let first = try await RunningServe.start(in: folder)
        let before = try await first.run(
            """
            local herald = require "herald"
            local app = herald.connect { user = "ana" }
            herald.admin():send { template = "parcel", receivers = { "ana" }, variables = { ana = { eta = "23:59" } } }
            local item = app:feed { limit = 1 }:items()()
            item:mark_read()
            print(item.id, item.alternativeText)
            print(app:unread_count())
            """
        )
        #expect(before.status == 0, "\(before.error)")
        #expect(before.out.contains("23:59"))
        #expect(try await first.stop(SIGTERM).status == 143)

        let second = try await RunningServe.start(in: folder)
        let after = try await second.run(
            """
            local herald = require "herald"
            local app = herald.connect { user = "ana" }
            local item = app:feed { limit = 1 }:items()()
            print(item.id, item.alternativeText)
            print(app:unread_count())
            assert(item.isRead)
            """
        )
        #expect(after.status == 0, "\(after.error)")
        #expect(after.out == before.out)
        #expect(try await second.stop().status == 130)
    }

    @Test("a database that another server has is refused; a server that was killed has it no more")
    func databaseInUse() async throws {
        let folder = try TemporaryDirectory()
        let first = try await RunningServe.start(in: folder)
        let database = folder.file("campaigns.db")
        let output = try await HeraldProgram.run(
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--database",
            database,
            home: folder.path
        )
        #expect(output.status == 2)
        #expect(output.out == "")
        #expect(
            output.error.hasPrefix(
                "error[bad_database]: another server is running on the database \(database)\n  help: stop "
            )
        )
        #expect(try await first.run(RunningServe.count).out.firstNumber ?? 0 > 0)
        _ = try await first.stop(SIGKILL)

        let second = try await RunningServe.start(in: folder)
        #expect(try await second.stop().status == 130)
    }

    @Test("an address that is taken is refused with advice")
    func portInUse() async throws {
        let folder = try TemporaryDirectory()
        let serve = try await RunningServe.start(in: folder)
        let address = String(serve.url.dropFirst("http://".count))
        let output = try await HeraldProgram.run("serve", "--listen", address, home: folder.path)
        #expect(output.status == 2)
        #expect(output.out == "")
        #expect(
            output.error == """
                error[port_in_use]: \(address) is in use
                  help: choose another port, or 0 for any free one

                """
        )
        // The one that listens keeps its keys.
        #expect(Files.names(in: folder.file(".local/state/herald/servers")).count == 1)
        _ = try await serve.stop()
    }

    @Test(
        "what keeps it from starting is a fault of its configuration",
        arguments: [
            (
                ["--database", "letter.txt"], "error[bad_database]: letter.txt is not a database",
                "help: name another file"
            ),
            (["--database", "missing/campaigns.db"], "error[", "missing"),
            (["--campaigns", "nowhere"], "error[usage]: --campaigns \"nowhere\": there is no such folder", ""),
            (["--campaigns", "letter.txt"], "error[usage]: --campaigns \"letter.txt\": there is no such folder", ""),
            (["--campaigns", "broken"], "error[", "broken/campaigns.json:2"),
            (["--listen", "8080"], "error[usage]: --listen is \"8080\"", "help: write HOST:PORT"),
            (["--listen", "127.0.0.1:99999"], "error[usage]: --listen is", "help: write HOST:PORT"),
            (["--listen", "192.0.2.1:0"], "error[usage]: cannot listen on 192.0.2.1:0", ""),
        ]
    )
    func badConfiguration(flags: [String], message: String, advice: String) async throws {
        let folder = try TemporaryDirectory()
        try folder.write("letter.txt", "Dear Ana, this is no database, however long one looks at it.\n")
        try folder.write("broken/campaigns.json", "{\n  \"herald\": 1,,\n}\n")
        var launch = try HeraldProgram.launch(["serve", "--listen", "127.0.0.1:0"] + flags, home: folder.path)
        launch.directory = folder.path
        let output = try await ChildProcess.run(launch)
        #expect(output.status == 2)
        #expect(output.out == "")
        #expect(output.error.hasPrefix(message), "\(output.error)")
        #expect(advice.isEmpty || output.error.contains(advice), "\(output.error)")
        #expect(try Files.read(folder.file("letter.txt")).count == 61)
    }
}

extension RunningServe {
    /// A script that prints how many items the user `ana` has not read.
    static let count = """
        local herald = require "herald"
        print(herald.connect { user = "ana" }:unread_count())
        """
}
