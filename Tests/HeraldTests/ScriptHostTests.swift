import Herald
import TestSupport
import Testing
import Values

/// Files, values and many runs, as a program that embeds the runtime sees them.
struct ScriptHostTests {
    private static func with(
        configure: (inout Runtime.Configuration) -> Void = { _ in },
        _ body: (Runtime) async throws -> Void
    ) async throws {
        var configuration = Runtime.Configuration(plugins: .none)
        configuration.pluginDirectories = [Files.packageRoot + "/plugins"]
        configure(&configuration)
        let runtime = try await Runtime(configuration: configuration)
        do {
            try await body(runtime)
        } catch {
            await runtime.shutDown()
            throw error
        }
        await runtime.shutDown()
    }

    @Test func whatScriptsMayReadAndKeepIsTheConfigurations() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("data/a.txt", "text")
        try await Self.with { configuration in
            configuration.permissions.allowRead = [folder.file("data")]
            configuration.permissions.allowWrite = [folder.file("data")]
            configuration.permissions.denyWrite = [folder.file("data/a.txt")]
            configuration.stateDirectory = folder.file("state")
        } _: { runtime in
            let result = try await runtime.run(
                script: """
                    local herald, folder = require "herald", "\(folder.path)"
                    herald.fs.write(folder .. "/data/b.txt", herald.fs.read(folder .. "/data/a.txt"))
                    herald.store.set("k", { 1 })
                    local ok, problem = pcall(herald.fs.write, folder .. "/data/a.txt", "")
                    return { herald.store.get "k", problem.code, herald.fs.list(folder .. "/data") }
                    """
            )
            #expect(result.value == [[1], "denied", ["a.txt", "b.txt"]])
        }
    }

    @Test func aThousandRunsLeaveNothingBehind() async throws {
        try await Self.with { runtime in
            var grown: [Int] = []
            // Other tests of this process take memory meanwhile; a leak takes it every time.
            for part in 0..<5 {
                let before = ResidentMemory.bytes
                for round in (part * 200)..<(part * 200 + 200) {
                    let result = try await runtime.run(
                        script: """
                            local herald = require "herald"
                            herald.on_callback("remind", function() return \(round) end)
                            herald.action("mine", function() return \(round) end)
                            herald.spawn(function() herald.sleep(3600) end):cancel()
                            local kept = {}
                            for i = 1, 100 do kept[i] = { i } end
                            return \(round)
                            """,
                        limits: Runtime.Limits(wallTime: .seconds(30))
                    )
                    #expect(result.value == .int(Int64(round)))
                }
                grown.append(ResidentMemory.bytes - before)
            }
            // 200 states of some 60 KB would be 12 MB.
            #expect(grown.min() ?? 0 < 6 << 20, "grew by \(grown)")
            let outcome = await runtime.perform(action: ["type": "mine"])
            #expect(outcome.error?.code == .pluginMissing)
            let callback = await runtime.perform(action: ["type": "customCallback", "callbackId": "remind"])
            #expect(callback.error?.code == .unsupported)
        }
    }
}
