import Glibc
import LuaModules
import Scripting
import Values

/// Memory and punctuality of many scripts that sleep.
enum Sleepers {
    /// Lags in milliseconds, as the scripts note them.
    private final class Lags: Sendable {
        let values = Lock<[Double]>([])
    }

    private static func module(_ lags: Lags) -> LuaModule {
        LuaModule("lag") { module in
            module.function("note") { (lag: Double) in lags.values.withLock { $0.append(lag * 1000) } }
        }
    }

    private static let nap = """
        local h, lag = require 'herald', require 'lag'
        local wake = h.now() + 0.5
        h.sleep(0.5)
        for _ = 1, 5 do
            lag.note(math.max(0, h.now() - wake))
            wake = h.now() + 0.2
            h.sleep(0.2)
        end
        """

    /// Each script in a state of its own with the whole `herald` module.
    static func states(_ count: Int) async throws {
        let lags = Lags()
        let host = Work.host(.signal)
        let limits = RunLimits(wallTime: .seconds(60), memoryBytes: 64 << 20)
        // One before: what only the first needs is not counted for each.
        try await host.state(name: "first.lua", limits: limits).close()
        let before = residentKilobytes()
        let states = try (0..<count).map { _ in try host.state(name: "nap.lua", limits: limits) }
        let made = residentKilobytes()
        let naps = states.map { state in
            Task { _ = try await state.run(Array(Self.plainNap.utf8), name: "nap.lua") }
        }
        try await Task.sleep(for: .milliseconds(400))
        let asleep = residentKilobytes()
        for nap in naps { try await nap.value }
        for state in states { await state.close() }
        report("states", count, before, made, asleep, [])
        // The lag in states with a function that notes it.
        let noting = try (0..<count).map { _ in
            try ScriptState(
                ScriptConfiguration(
                    limits: ScriptLimits(wallTime: .seconds(60)),
                    interruption: .signal,
                    modules: [LuaModule("herald") { $0.addCore(CoreHost()) }, module(lags)]
                )
            )
        }
        let runs = noting.map { state in Task { _ = try await state.run(Array(nap.utf8), name: "nap.lua") } }
        for run in runs { try await run.value }
        for state in noting { await state.close() }
        report("lag of states", count, 0, 0, 0, lags.values.withLock { $0 })
    }

    private static let plainNap = "require('herald').sleep(1)"

    static func tasks(_ count: Int) async throws {
        let lags = Lags()
        let state = try ScriptState(
            ScriptConfiguration(
                limits: ScriptLimits(memory: 256 << 20, wallTime: .seconds(60), tasks: count + 10),
                interruption: .signal,
                modules: [LuaModule("herald") { $0.addCore(CoreHost()) }, module(lags)]
            )
        )
        let before = residentKilobytes()
        let source = """
            local h, lag = require 'herald', require 'lag'
            local wake = h.now() + 2
            for _ = 1, \(count) do
                h.spawn(function()
                    h.sleep(wake - h.now())
                    lag.note(math.max(0, h.now() - wake))
                end)
            end
            """
        let run = Task { _ = try await state.run(Array(source.utf8), name: "tasks.lua") }
        try await Task.sleep(for: .milliseconds(1200))
        let asleep = residentKilobytes()
        try await run.value
        await state.close()
        report("tasks", count, before, before, asleep, lags.values.withLock { $0 })
    }

    private static func report(
        _ name: String,
        _ count: Int,
        _ before: Int,
        _ made: Int,
        _ asleep: Int,
        _ lags: [Double]
    ) {
        let sorted = lags.sorted()
        let p99 = sorted.isEmpty ? "-" : String(sorted[min(sorted.count - 1, sorted.count * 99 / 100)])
        let median = sorted.isEmpty ? "-" : String(sorted[sorted.count / 2])
        print("\(name)\t\(count)\t\(made - before)\t\(asleep - before)\t\(median)\t\(p99)")
    }

    private static func residentKilobytes() -> Int {
        guard let text = try? TextFile.read("/proc/self/statm") else { return 0 }
        let pages =
            String(decoding: text, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(getpagesize()) / 1024
    }
}
