import Glibc
import TestSupport
import Testing

/// The same at more points, with marks and many clients, is `scripts/dev/crash`.
@Suite("a server that is killed")
struct KilledServeTests {
    private static let sending = """
        local admin = require("herald").admin()
        local first = tonumber(require("herald").args[1])
        for i = first, first + 9999 do
          admin:send { template = "parcel", receivers = { "zoe" }, variables = { zoe = { order = "m" .. i } },
            idempotency_key = "m" .. i, create_receivers = true }
          print("m" .. i)
        end
        """

    /// Sends again what may be there already and tells how often each message is there.
    private static let counting = """
        local herald = require "herald"
        local admin, last = herald.admin(), tonumber(herald.args[1])
        local function tell(word)
          local counts, seen = {}, 0
          for item in herald.connect({ user = "zoe" }):feed({ limit = 100 }):items() do
            seen = seen + 1
            counts[item.variables.order] = (counts[item.variables.order] or 0) + 1
          end
          for i = 1, last do
            if counts["m" .. i] ~= 1 then print(word, "m" .. i, counts["m" .. i] or 0) end
          end
          print(word, seen)
        end
        tell "before"
        for i = 1, last + 1 do
          admin:send { template = "parcel", receivers = { "zoe" }, variables = { zoe = { order = "m" .. i } },
            idempotency_key = "m" .. i, create_receivers = true }
        end
        last = last + 1
        tell "after"
        """

    @Test("keeps what it acknowledged, and does nothing twice when it is asked again")
    func losesNothing() async throws {
        let folder = try TemporaryDirectory()
        var last = 0
        for count in [1, 8, 40] {
            let serve = try await RunningServe.start(in: folder)
            let script = try Script(Self.sending)
            let arguments = ["run", script.name, "--server", serve.url, "--", String(last + 1)]
            var launch = try HeraldProgram.launch(arguments, home: serve.home)
            launch.directory = script.folder.path
            let client = try ChildProcess.start(launch)
            try await client.text { out, _ in out.split(separator: "\n").count >= count }
            _ = try await serve.stop(SIGKILL)
            let output = try await client.finished()
            #expect(output.status == 4)
            let told = output.out.split(separator: "\n")
            #expect(told.count >= count)
            last += told.count

            let again = try await RunningServe.start(in: folder)
            let counted = try await again.run(Self.counting, "--", String(last))
            let lines = counted.out.split(separator: "\n").map(String.init)
            // The one that was on its way when the server died may be there or not.
            let before = ["before\t\(last)", "before\t\(last + 1)"]
            #expect(lines.count == 2 && before.contains(lines.first ?? ""), "\(counted.out)\(counted.error)")
            #expect(lines.last == "after\t\(last + 1)")
            last += 1
            _ = try await again.stop()
        }
    }
}
