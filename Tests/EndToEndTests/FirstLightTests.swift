import TestSupport
import Testing

@Suite("first_light.lua")
struct FirstLightTests {
    @Test("tells the whole story on one machine without any set-up")
    func transcript() async throws {
        let output = try await HeraldProgram.run("run", "\(Files.packageRoot)/scripts/automations/first_light.lua")
        #expect(output.status == 0)
        #expect(output.error == "")
        let lines = output.out.split(separator: "\n").map(String.init)
        func about(_ topic: String) -> [String] { lines.filter { $0.hasPrefix("● \(topic) ") } }

        #expect(about("campaign").contains { $0.contains("Harbour & Pine: linen weekend") && $0.contains("chat") })
        #expect(about("chat").first?.hasSuffix("active") == true)
        #expect(lines.contains { $0.contains("you:") && $0.contains("Is the blue one in stock?") })
        #expect(lines.count { $0.contains("Mila:") } == 3)
        for type in ["openUrl → https://", "apiCall → 200", "customCallback → I will remind you"] {
            #expect(lines.contains { $0.contains(type) }, "\(type)")
        }
        #expect(!output.out.contains("refused") && !output.out.contains("failed"))

        let first = try #require(about("feed").first?.firstNumber)
        #expect(first >= 4)
        #expect(about("unread").first?.firstNumber == 0)
        let live = try #require(about("live").first)
        #expect(live.contains("Your parcel arrives 18:00") && live.hasSuffix("unread 1 → 0"))
        // As many cards as unread items, and so more than a page of three.
        #expect(lines.count { $0.hasPrefix("  ╭───────────────────────────────────────") } == first)
    }

    @Test("an empty script opens no socket and starts no server")
    func emptyScript() async throws {
        let folder = try TemporaryDirectory()
        let script = try folder.write("empty.lua", "")
        let output = try await HeraldProgram.run("run", script, home: folder.path)
        #expect(output.status == 0)
        #expect(output.out == "" && output.error == "")
        #expect(Files.names(in: folder.path) == ["empty.lua"])
    }
}

extension String {
    /// The first run of digits as a number.
    var firstNumber: Int? { split { !$0.isNumber }.first.flatMap { Int($0) } }
}
