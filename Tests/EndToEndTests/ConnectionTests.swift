import Glibc
import TestSupport
import Testing

@Suite("Connecting to a server")
struct ConnectionTests {
    @Test("a server that is not there")
    func unreachable() async throws {
        let script = try Script(RunningServe.count)
        // Port 9 of loopback: nothing listens where no service was installed for it.
        let output = try await script.run(["--server", "http://127.0.0.1:9", "--admin-key", "hak_any"])
        #expect(output.status == 4)
        #expect(output.out == "")
        #expect(output.error.contains("127.0.0.1:9"), "\(output.error)")
        #expect(output.error.contains("  --> script.lua:2\n"))
        #expect(output.error.contains("help: "))
    }

    @Test(
        "keys and tokens that the server does not know",
        arguments: [
            ["--admin-key", "hak_wrong"],
            ["--user", "ana", "--token", "hut_wrong"],
            ["--user", "ana", "--token", "hut_wrong", "--api-key", "hek_wrong"],
        ]
    )
    func wrongKeys(flags: [String]) async throws {
        let folder = try TemporaryDirectory()
        let serve = try await RunningServe.start(in: folder)
        let script = try Script(RunningServe.count)
        let output = try await script.run(["--server", serve.url] + flags)
        #expect(output.status == 4)
        #expect(output.error.contains("401"), "\(output.error)")
        #expect(output.error.contains("help: check the key and the token"), "\(output.error)")
        #expect(!output.error.contains("wrong_") && !output.error.contains("k_wrong"))
        _ = try await serve.stop()
    }

    @Test("the embed key opens campaigns but no feed of a user")
    func wrongAPIKey() async throws {
        let folder = try TemporaryDirectory()
        let serve = try await RunningServe.start(in: folder)
        let output = try await serve.run(
            """
            local herald = require "herald"
            local app = herald.connect { user = "ana", api_key = "hek_wrong" }
            print(pcall(app.campaigns, app))
            print(#app:campaigns())
            """
        )
        #expect(output.status == 4, "\(output.out)")
        #expect(output.error.contains("401"), "\(output.error)")
        _ = try await serve.stop()
    }

    @Test(
        "flags that make no sense are refused before anything starts",
        arguments: [
            (["--server", "nonsense"], "--server: the URL has no scheme"),
            (["--server", "ftp://127.0.0.1"], "--server: "),
            (["--token", "hut_x"], "--token needs --server"),
            (["--effects", "maybe"], "--effects is \"maybe\""),
            (["--effects", "real"], "--effects real needs a desktop session"),
        ]
    )
    func usage(flags: [String], message: String) async throws {
        let output = try await Script("print 'ran'").run(flags)
        #expect(output.status == 2)
        #expect(output.out == "")
        #expect(output.error.hasPrefix("error[usage]: \(message)"), "\(output.error)")
        #expect(output.error.contains("help: "), "\(output.error)")
    }
}
