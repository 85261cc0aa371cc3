import Testing
import Values

@testable import Scripting

@Suite("what tasks did when the time was up", .serialized)
struct TaskReportTests {
    private static let module = LuaModule("herald") { module in
        module.addTaskFunctions()
        module.asyncFunction("park") { (context: ScriptContext) async throws in
            try await context.clock.sleep(for: .seconds(1000))
        }
    }

    /// `line what`, for each task of the error.
    private func tasks(of error: HeraldError) -> [String] {
        (error.details["tasks"].array ?? []).map { task in
            let doing = task["waits"].string ?? (task["begun"] == false ? "not begun" : "runs")
            return "\(task["place"].string?.split(separator: ":").last ?? "?") \(doing)"
        }
    }

    /// Runs until the limit of 100 s by a clock that moves when so many sleep, the limit's own alarm among them.
    private func timeUpWaiting(_ source: String, _ steps: [Int]) async throws -> HeraldError {
        let clock = ManualClock()
        let limits = ScriptLimits(wallTime: .seconds(100))
        let running = Task {
            let source = "local h = require 'herald'\n" + source
            return try await run(source, limits: limits, modules: [Self.module], clock: clock)
        }
        for (place, sleepers) in steps.enumerated() {
            try await clock.waitForSleepers(sleepers)
            clock.advance(by: .seconds(place == steps.count - 1 ? 100 : 1))
        }
        let error = try #require(await #expect(throws: HeraldError.self) { try await running.value })
        #expect(error.code == .timeLimit)
        return error
    }

    /// Runs to a limit of real time, which is what code that runs is measured by.
    private func timeUpRunning(_ source: String) async throws -> HeraldError {
        let error = try await failure(
            "local h = require 'herald'\n" + source,
            limits: ScriptLimits(wallTime: .milliseconds(300))
        )
        #expect(error.code == .timeLimit)
        return error
    }

    @Test(
        "each task that waits has a script line and the call that it waits in",
        arguments: [
            (
                """
                local function nap() h.sleep(1000) end
                h.spawn(nap)
                h.spawn(function()
                    for _ in coroutine.wrap(function() nap() end) do end
                end)
                h.spawn(function() h.sleep(1000) end):join()
                """,
                [4], ["7 Task:join", "2 herald.sleep", "2 herald.sleep", "7 herald.sleep"]
            ),
            ("h.every(1000, function() end)\nh.sleep(1000)", [3], ["3 herald.sleep", "2 herald.every"]),
            ("h.every(1000, function() end)", [2], ["2 herald.every"]),
            (
                "h.every(1,\nfunction() h.sleep(1000) end)\nh.sleep(1000)", [3, 3],
                ["4 herald.sleep", "2 herald.every", "3 herald.sleep"]
            ),
            ("h.spawn(h.sleep, 1000)\nh.sleep(1000)", [3], ["3 herald.sleep", "2 herald.sleep"]),
            (
                "h.race {\nfunction() h.sleep(1000) end,\nfunction() h.sleep(1000) end }", [3],
                ["2 herald.race", "3 herald.sleep", "4 herald.sleep"]
            ),
            ("h.all {\nfunction() h.sleep(1000) end }", [2], ["2 herald.all", "3 herald.sleep"]),
            ("h.all { h.park }", [2], ["2 herald.all", "2 herald.park"]),
            ("h.timeout(1000,\nh.park)", [3], ["2 herald.timeout", "2 herald.park"]),
            ("h.retry({ delay = 1000, max_delay = 1000 },\nfunction() error 'x' end)", [2], ["2 herald.retry"]),
            (
                "h.retry({ times = 1 }, function()\nh.timeout(1000, function()\nh.sleep(1000) end) end)", [3],
                ["2 herald.retry", "3 herald.timeout", "4 herald.sleep"]
            ),
        ] as [(String, [Int], [String])]
    )
    func waiting(source: String, steps: [Int], found: [String]) async throws {
        #expect(try await tasks(of: timeUpWaiting(source, steps)) == found)
    }

    @Test(
        "each task that runs has the line where it was interrupted",
        arguments: [
            ("h.sleep(0)\nwhile true do end", ["3 runs"]), ("h.sleep(0)\nwhile true do local x = 1 end", ["3 runs"]),
            ("h.sleep(0)\nwhile true do\ncoroutine.wrap(function()\nwhile true do end end)() end", ["5 runs"]),
            ("table.sort({ 1, 2 }, function()\nwhile true do end end)", ["3 runs"]),
            (
                "h.race {\nfunction() h.sleep(1000) end,\nfunction() while true do end end }",
                ["2 herald.race", "3 herald.sleep", "4 runs"]
            ),
        ] as [(String, [String])]
    )
    func running(source: String, found: [String]) async throws {
        #expect(try await tasks(of: timeUpRunning(source)) == found)
    }

    @Test("the error names the oldest task when all wait", arguments: [true, false])
    func oldest(hasStack: Bool) async throws {
        let every = "h.every(1000, function() end)"
        let error = try await timeUpWaiting(hasStack ? every + "\nh.sleep(1000)" : every, [hasStack ? 3 : 2])
        #expect(error.place == SourcePlace(file: "test.lua", line: hasStack ? 3 : 2))
        #expect(error.traceback?.hasSuffix("test.lua:3: in main chunk") == (hasStack ? true : nil))
    }

    @Test(
        "the error names the place of a task that runs, with its stack",
        arguments: [
            (
                "h.race {\nfunction() h.sleep(1000) end,\nfunction() while true do end end }", 4,
                "test.lua:4: in function"
            ),
            (
                "h.race {\nfunction() while true do end end,\nfunction() h.sleep(1000) end }", 3,
                "test.lua:3: in function"
            ),
            ("string.gsub('x', 'x', function()\nwhile true do end end)", 3, "in function 'string.gsub'"),
            ("pcall(string.gsub, 'x', 'x', function()\nwhile true do end end)", 3, "in main chunk"),
            ("h.sleep(0)\nwhile true do end", 3, "in main chunk"),
            ("h.sleep(0)\nwhile true do local x = 1 end", 3, "in main chunk"),
        ] as [(String, Int, String)]
    )
    func place(source: String, line: Int, stack: String) async throws {
        let error = try await timeUpRunning(source)
        #expect(error.place == SourcePlace(file: "test.lua", line: line))
        #expect(error.traceback?.contains(stack) == true, "\(error.traceback ?? "")")
    }
}
