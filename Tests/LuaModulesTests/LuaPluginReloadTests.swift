import TestSupport
import Testing
import Values

@testable import LuaModules

@Suite("plugins in Lua whose files change", .serialized)
struct LuaPluginReloadTests {
    /// A desk with the plugin `live`, whose files a test changes, and a clock that it turns.
    private struct Bench {
        let desk: ScriptDesk
        let clock: ManualClock
        let recorder: Recorder

        static func with(_ script: String, _ body: (Bench) async throws -> Void) async throws {
            let clock = ManualClock()
            let recorder = Recorder()
            try await ScriptDesk.with { configuration, folder in
                let manifest: JSON = [
                    "id": "live", "version": "1.0.0", "kind": "lua", "entry": "init.lua", "engine": ">=1.0 <2.0",
                    "description": "d", "license": "Apache-2.0", "provides": [["action": "live"]],
                ]
                try folder.write("plugins/live/plugin.json", manifest.text)
                try folder.write("plugins/live/init.lua", script)
                configuration.plugins = try World.find([folder.path + "/plugins"])
                configuration.clock = clock
                configuration.log = { recorder.log($0, $1) }
            } _: { desk in
                try await body(Bench(desk: desk, clock: clock, recorder: recorder))
            }
        }

        func call() async -> ActionOutcome { await desk.host.perform(action: ["type": "live"]) }

        func write(_ name: String, _ text: String) throws { try desk.folder.write("plugins/live/" + name, text) }

        /// Until the files may be looked at again.
        func turn() { clock.advance(by: .milliseconds(LuaPlugin.lookInterval)) }
    }

    private static func answering(_ body: String) -> String { "return { live = function() \(body) end }" }

    @Test("a call finds the newest version, and no sooner than files are looked at")
    func changed() async throws {
        try await Bench.with(Self.answering("return 1")) { bench in
            #expect(await bench.call().result == 1)
            try bench.write("init.lua", Self.answering("return 'two'"))
            #expect(await bench.call().result == 1)
            bench.turn()
            #expect(await bench.call().result == "two")
            #expect(bench.recorder.lines.contains { $0.hasPrefix("info: plugin live: loaded anew") })
        }
    }

    @Test("a module of it counts, also one that was missing")
    func modules() async throws {
        let optional =
            "local ok, part = pcall(require, 'part'); return { live = function() return ok and part.n or 0 end }"
        try await Bench.with(optional) { bench in
            #expect(await bench.call().result == 0)
            try bench.write("part.lua", "return { n = 1 }")
            bench.turn()
            #expect(await bench.call().result == 1)
            try bench.write("part.lua", "return { n = 22 }")
            bench.turn()
            #expect(await bench.call().result == 22)
        }
    }

    @Test(
        "what does not load leaves the version before, is told once, and is tried again when it changes",
        arguments: ["return = 1", "error 'no'", "return {}", "return 5", "require 'nothing'"]
    )
    func broken(source: String) async throws {
        try await Bench.with(Self.answering("return 1")) { bench in
            #expect(await bench.call().result == 1)
            try bench.write("init.lua", source)
            for _ in 0..<3 {
                bench.turn()
                #expect(await bench.call().result == 1)
            }
            #expect(bench.recorder.lines.filter { $0.hasPrefix("error: plugin live goes on as it was") }.count == 1)
            try bench.write("init.lua", Self.answering("return 333"))
            bench.turn()
            #expect(await bench.call().result == 333)
        }
    }

    @Test("a call that is under way ends on the version it began with")
    func underWay() async throws {
        try await Bench.with(Self.answering("require('herald').sleep(10) return 'old'")) { bench in
            async let slow = bench.call()
            // The call and the time limit of its state.
            try await bench.clock.waitForSleepers(2)
            try bench.write("init.lua", Self.answering("return 'newer'"))
            bench.clock.advance(by: .milliseconds(LuaPlugin.lookInterval))
            #expect(await bench.call().result == "newer")
            bench.clock.advance(by: .seconds(10))
            #expect(await slow.result == "old")
        }
    }

    @Test("a thousand versions leave memory flat")
    func thousand() async throws {
        try await Bench.with(Self.answering("return 1")) { bench in
            var grown: [Int] = []
            // Other tests of this process take memory meanwhile; a leak takes it every time.
            for part in 0..<5 {
                let before = ResidentMemory.bytes
                for round in 1...200 {
                    // Another length each time: two writes may fall into one tick of the file's clock.
                    let length = part * 200 + round
                    try bench.write("init.lua", Self.answering("return #'\(String(repeating: "x", count: length))'"))
                    bench.turn()
                    #expect(await bench.call().result == .int(Int64(length)))
                }
                grown.append(ResidentMemory.bytes - before)
            }
            // 200 states of some 60 KB would be 12 MB.
            #expect(grown.min() ?? 0 < 4 << 20, "grew by \(grown)")
        }
    }
}
