import TestSupport
import Testing
import Values

@Suite("herald action")
struct ActionTests {
    @Test(
        "prints what became of one action",
        arguments: [
            (
                #"{"type":"openUrl","url":"https://example.com"}"#, 0,
                #"{"type":"openUrl","status":"performed","result":{"opened":"https://example.com"},"#
                    + #""effects":[{"kind":"open","url":"https://example.com","in":"browser"}],"error":null}"#
            ),
            (
                #"{"type":"copyToClipboard","value":"ANA-TEN"}"#, 0,
                #"{"type":"copyToClipboard","status":"performed","result":{"copied":7},"#
                    + #""effects":[{"kind":"clipboard","text":"ANA-TEN"}],"error":null}"#
            ),
            (
                #"{"type":"openUrl","url":"mailto:ana@example.com"}"#, 4,
                #"{"type":"openUrl","status":"refused","result":null,"effects":[],"error":{"code":"denied","#
                    + #""message":"opening mailto URLs is not allowed","pointer":"/url","hint":"--allow-open mailto"}}"#
            ),
            (
                #"{"type":"openUrl"}"#, 4,
                #"{"type":"openUrl","status":"refused","result":null,"effects":[],"error":{"code":"invalid_argument","#
                    + #""message":"\"url\" is missing","pointer":"/url"}}"#
            ),
            (
                #"{"type":"customCallback","callbackId":"remind-me"}"#, 4,
                #"{"type":"customCallback","status":"failed","result":null,"effects":[],"error":{"code":"unsupported","#
                    + #""message":"no handler for the callback \"remind-me\"","pointer":"/callbackId","#
                    + #""hint":"register it with herald.on_callback(\"remind-me\", function)"}}"#
            ),
        ] as [(String, Int32, String)]
    )
    func outcome(action: String, status: Int32, document: String) async throws {
        let output = try await HeraldProgram.run("action", action, "--effects", "record", "--json")
        #expect(output.status == status)
        #expect(output.out == document + "\n")
        #expect(output.error == "")
    }

    @Test("a granted scheme is opened, and a denial is stronger")
    func grants() async throws {
        let mail = #"{"type":"openUrl","url":"mailto:ana@example.com"}"#
        let granted = try await HeraldProgram.run("action", mail, "--allow-open", "mailto", "--json")
        #expect(granted.status == 0)
        #expect(granted.out.contains(#""status":"performed""#))
        let flags = ["action", mail, "--allow-open", "mailto", "--deny-open", "mailto", "--json"]
        let denied = try await ChildProcess.run(HeraldProgram.launch(flags))
        #expect(denied.status == 4)
        #expect(denied.out.contains(#""status":"refused""#))
    }

    @Test("an apiCall is a real request, refused without a grant and failed where nothing answers")
    func apiCall() async throws {
        let call = #"{"type":"apiCall","method":"GET","url":"http://127.0.0.1:9/"}"#
        let refused = try await HeraldProgram.run("action", call, "--json")
        #expect(refused.status == 4)
        #expect(refused.out.contains(#""status":"refused""#))
        #expect(refused.out.contains("--allow-net 127.0.0.1:9"))

        let failed = try await HeraldProgram.run("action", call, "--json", "--allow-net", "127.0.0.1:9")
        #expect(failed.status == 4)
        #expect(failed.out.contains(#""status":"failed""#))
        #expect(failed.out.contains(#""code":"unreachable""#))

        let folder = try TemporaryDirectory()
        let serve = try await RunningServe.start(in: folder)
        let health = #"{"type":"apiCall","method":"GET","url":"\#(serve.url)/healthz"}"#
        let address = String(serve.url.dropFirst("http://".count))
        let done = try await HeraldProgram.run("action", health, "--json", "--allow-net", address)
        #expect(done.status == 0)
        let outcome = try JSONText.parse(Array(done.out.utf8))
        #expect(outcome["result"]["status"] == 200)
        #expect(outcome["result"]["json"] == ["status": "ok"])
        _ = try await serve.stop()
    }

    @Test("a download lands in the folder that is named, and of one that the disk has no room for nothing is left")
    func download() async throws {
        let server = ScriptedServer { peer in
            _ = peer.request()
            peer.respond("200 OK", [UInt8](repeating: 65, count: 1 << 20))
        }
        defer { server.stop() }
        let folder = try TemporaryDirectory()
        let action = #"{"type":"downloadFile","url":"\#(server.url)/a.bin"}"#
        let flags = ["--allow-net", server.address, "--json"]
        let recorded = try await ChildProcess.run(
            HeraldProgram.launch(["action", action, "--effects", "record", "--downloads", folder.path] + flags)
        )
        #expect(recorded.status == 0 && recorded.out.contains(#""kind":"file""#), "\(recorded)")
        #expect(Files.names(in: folder.path).isEmpty)

        let launch = try HeraldProgram.launch(["action", action, "--downloads", folder.path] + flags)
        let saved = try await ChildProcess.run(launch)
        #expect(saved.status == 0, "\(saved)")
        #expect(Files.names(in: folder.path) == ["a.bin"])

        // A limit on the length of files stands for the full disk: the write fails in the middle either way.
        var limited = launch
        limited.arguments = ["/bin/sh", "-c", "trap '' XFSZ; ulimit -f 100; exec \"$@\"", "sh"] + launch.arguments
        let full = try await ChildProcess.run(limited)
        #expect(full.status == 4 && full.out.contains(#""code":"io""#), "\(full)")
        #expect(Files.names(in: folder.path) == ["a.bin"])
    }

    @Test("reads the action from a file, and says where the file is wrong")
    func file() async throws {
        let folder = try TemporaryDirectory()
        let good = try folder.write("good.json", #"{ "type": "openUrl", "url": "https://example.com" }"#)
        let output = try await HeraldProgram.run("action", good)
        #expect(output.status == 0)
        #expect(
            output.out == """
                openUrl performed {"opened":"https://example.com"}
                  effect {"kind":"open","url":"https://example.com","in":"browser"}

                """
        )

        let bad = try folder.write("bad.json", "{\n  \"type\": openUrl\n}\n")
        let fault = try await HeraldProgram.run("action", bad)
        #expect(fault.status == 3)
        #expect(fault.out == "")
        #expect(fault.error.contains("  --> \(bad):2:11"), "\(fault.error)")
        #expect(fault.error.contains("2 |   \"type\": openUrl\n"))

        let missing = try await HeraldProgram.run("action", folder.file("none.json"))
        #expect(missing.status == 3)
        #expect(missing.error.contains("none.json: no such file or directory"))
    }

    @Test("a refusal for a person goes to standard error with the flag that would allow it")
    func text() async throws {
        let output = try await HeraldProgram.run("action", #"{"type":"openUrl","url":"tel:+4912345"}"#)
        #expect(output.status == 4)
        #expect(output.out == "openUrl refused\n")
        #expect(output.error.hasPrefix("error[denied]: opening tel URLs is not allowed\n"))
        #expect(output.error.contains("help: --allow-open tel"))
    }
}
