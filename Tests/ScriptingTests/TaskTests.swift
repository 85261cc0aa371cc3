import Synchronization
import Testing
import Values

@testable import Scripting

@Suite("tasks", .serialized)
struct TaskTests {
    @Test(
        "spawn, join, all, race, timeout, retry",
        arguments: [
            ("herald.spawn(function(a) return a, 2 end, 1):join()", [1, 2]),
            ("herald.spawn(herald.add, 1, 2):join()", [3]),
            (
                "herald.all { function() herald.turn() return 1 end, function() end, function() return 3, 4 end }",
                [1, .null, 3]
            ),
            ("select('#', herald.all {})", [0]),
            ("herald.race { function() herald.sleep(1000) end, function() return 'quick', 1 end }", ["quick", 1]),
            ("herald.timeout(1000, function(x) herald.turn() return x end, 5)", [5]),
            (
                "pcall(herald.all, { function() error({message = 'm'}) end, function() herald.sleep(1000) end })",
                [false]
            ),
            (
                "(function() local n = 0 return herald.retry({times = 4, delay = 0}, function(i) n = n + 1 if n < 3 then error('x') end return n, i end) end)()",
                [3, 3]
            ),
            ("pcall(herald.retry, {times = 2, delay = 0}, function() error('never', 0) end)", [false, "never"]),
            ("herald.spawn(function() end).status", ["running"]),
            ("(function() local t = herald.spawn(function() end) t:join() return t.status end)()", ["returned"]),
        ] as [(String, [JSON])]
    )
    func functions(expression: String, values: [JSON]) async throws {
        let result = try await run("local herald = require 'herald' return \(expression)")
        #expect(Array(result.prefix(values.count)) == values)
    }

    @Test("cancel raises at the wait, cleanup may run, and the joiner learns of it")
    func cancel() async throws {
        let source = """
            local herald = require "herald"
            local log = {}
            local task = herald.spawn(function()
                local guard <close> = setmetatable({}, {__close = function() log[#log + 1] = "closed" end})
                local ok, e = pcall(herald.sleep, 1000)
                log[#log + 1] = e.code
                herald.sleep(1000)
                log[#log + 1] = "never"
            end)
            herald.turn()
            task:cancel()
            local ok, e = pcall(task.join, task)
            return log, ok, e.code, task.status
            """
        #expect(try await run(source) == [["cancelled", "closed"], false, "cancelled", "cancelled"])
    }

    @Test("a script ends when its tasks have ended")
    func structured() async throws {
        let recorder = Recorder()
        let source = """
            local herald = require "herald"
            herald.spawn(function() for i = 1, 3 do herald.turn() end herald.spawn(function() herald.turn() print("last") end) end)
            print("main")
            """
        _ = try await run(source, recorder: recorder)
        #expect(recorder.lines == ["main", "last"])
    }

    @Test("an error in the main chunk cancels its tasks")
    func mainFails() async throws {
        let recorder = Recorder()
        let source = """
            local herald = require "herald"
            herald.spawn(function() local ok, e = pcall(herald.sleep, 1000) print(e.code) end)
            herald.turn()
            error("main")
            """
        let error = await #expect(throws: HeraldError.self) { _ = try await run(source, recorder: recorder) }
        #expect(error?.message == "main")
        #expect(recorder.lines == ["cancelled"])
    }

    @Test("sleep, every and timeout follow the injected clock")
    func virtualTime() async throws {
        let clock = ManualClock()
        let recorder = Recorder()
        let source = """
            local herald = require "herald"
            local start = herald.now()
            herald.sleep(3600)
            print(herald.now() - start)
            local n = 0
            herald.every(60, function() n = n + 1 return n < 3 end):join()
            print(herald.now() - start)
            local ok, e = pcall(herald.timeout, 2, function() herald.sleep(10) end)
            print(e.code, e.message, herald.now() - start)
            """
        let running = Task { try await run(source, limits: ScriptLimits(), clock: clock, recorder: recorder) }
        // Step by step: with two sleepers at once, a clock that runs on by itself could pass both before the script wakes.
        for (sleepers, seconds) in [(1, 3600), (1, 60), (1, 60), (1, 60), (2, 2)] {
            try await clock.waitForSleepers(sleepers)
            clock.advance(by: .seconds(seconds))
        }
        _ = try await running.value
        #expect(recorder.lines == ["3600.0", "3780.0", "timeout\tit took longer than 2.0 s\t3782.0"])
    }

    @Test("cancelling the caller cancels the script")
    func outerCancel() async throws {
        let clock = ManualClock()
        let recorder = Recorder()
        let source = "local h = require 'herald' local ok, e = pcall(h.sleep, 1000) print(e.code) h.sleep(1)"
        let running = Task { try await run(source, limits: ScriptLimits(), clock: clock, recorder: recorder) }
        try await clock.waitForSleepers()
        running.cancel()
        let error = await #expect(throws: HeraldError.self) { try await running.value }
        #expect(error?.code == .cancelled)
        #expect(recorder.lines == ["cancelled"])
    }

    @Test(
        "exit ends the script from anywhere",
        arguments: [
            ("h.exit(3)", 3), ("h.exit()", 0), ("h.exit(false)", 1), ("pcall(h.exit, 4) print('no')", 4),
            ("coroutine.wrap(function() h.exit(5) end)() print('no')", 5),
            ("h.spawn(function() h.exit(6) end) h.sleep(1000) print('no')", 6),
            ("table.sort({2, 1}, function() pcall(h.exit, 7) print('no') end) print('no')", 7),
            ("h.all { function() h.exit(8) end } print('no')", 8),
        ] as [(String, Int32)]
    )
    func exit(statement: String, status: Int32) async throws {
        let recorder = Recorder()
        let configuration = ScriptConfiguration(output: { recorder.write($0) }, modules: [herald])
        let state = try ScriptState(configuration)
        let source =
            "local h = require 'herald' local c <close> = setmetatable({}, {__close = function() print('closed') end}) \(statement)"
        let outcome = try await state.run(Array(source.utf8), name: "exit.lua")
        await state.close()
        #expect(outcome.exitStatus == status)
        // Out of a callback of a C function the way is an error that nothing may hold up, not even a cleanup.
        #expect(recorder.lines == (statement.contains("sort") ? [] : ["closed"]))
    }

    @Test(
        "a join that could never return is refused",
        arguments: [
            "local t t = h.spawn(function() return t:join() end) return t:join()",
            "local t t = h.spawn(function() return coroutine.wrap(function() return t:join() end)() end) return t:join()",
            "local a, b a = h.spawn(function() return b:join() end) b = h.spawn(function() return a:join() end) return b:join()",
            "local t = {} for i = 1, 50 do t[i] = h.spawn(function() return t[i % 50 + 1]:join() end) end return t[1]:join()",
            "local t t = h.spawn(function() h.all { function() t:join() end, function() end } end) return t:join()",
            "local t t = h.spawn(function() h.race { function() t:join() end, function() h.sleep(1e6) t:join() end } end) return t:join()",
            "local t t = h.spawn(function() h.timeout(1e6, function() h.turn() t:join() end) end) return t:join()",
            "local t t = h.spawn(function() h.retry({times = 1}, function() h.turn() t:join() end) end) return t:join()",
            "local a, b a = h.spawn(function() h.all { function() return b:join() end } end) b = h.spawn(function() h.all { function() return a:join() end } end) return b:join()",
        ]
    )
    func joinCircle(body: String) async throws {
        let source =
            "local h = require 'herald' local ok, e = pcall(function() \(body) end) assert(not ok) return e.code"
        do {
            #expect(try await run(source) == ["invalid_state"])
        } catch {
            // One of the tasks that nobody joined has raised it, too.
            #expect((error as? HeraldError)?.code == .invalidState)
        }
    }

    @Test(
        "a join that can return is not refused",
        arguments: [
            "local t t = h.spawn(function() h.turn() return 5 end) h.all { function() t:join() end, function() t:join() end } return t:join()",
            "local a = h.spawn(function() h.turn() return 5 end) local b = h.spawn(function() return a:join() end) local c = h.spawn(function() a:join() return b:join() end) return c:join()",
            "local a, b = nil, nil a = h.spawn(function() pcall(h.timeout, 0, function() b:join() end) return 5 end) b = h.spawn(function() return a:join() end) return b:join()",
        ]
    )
    func joinNet(body: String) async throws {
        #expect(try await run("local h = require 'herald' \(body)") == [5])
    }

    // Cancelling each of them again for each that ends would take minutes.
    @Test(
        "ending many tasks takes no longer than starting them",
        .timeLimit(.minutes(1)),
        arguments: [
            "h.exit(3)", "error('x')", "h.park()",
        ]
    )
    func many(ending: String) async throws {
        let clock = ManualClock()
        let parking = Parking(full: 30_001)
        let module = LuaModule("herald") { module in
            module.addTaskFunctions()
            module.asyncFunction("park") { () async throws in try await parking.park() }
        }
        let limits = ScriptLimits(wallTime: .seconds(500), tasks: 40_000)
        let state = try ScriptState(ScriptConfiguration(limits: limits, clock: clock, modules: [module]))
        let source = """
            local h = require "herald"
            for i = 1, 30000 do h.spawn(h.park) end
            h.spawn(function() \(ending) end):join()
            """
        let running = Task { try await state.run(Array(source.utf8), name: "many.lua") }
        switch ending {
        case "h.park()":
            await parking.isFull.wait()
            clock.advance(by: .seconds(500))
            let error = await #expect(throws: HeraldError.self) { try await running.value }
            #expect(error?.code == .timeLimit)
        case "h.exit(3)":
            #expect(try await running.value.exitStatus == 3)
        default:
            let error = await #expect(throws: HeraldError.self) { try await running.value }
            #expect(error?.message == "x")
        }
        await state.close()
    }

    @Test("closing ends many tasks, and cancelling who waits for it changes nothing")
    func closeMany() async throws {
        let parking = Parking(full: 2001)
        let module = LuaModule("herald") { module in
            module.addTaskFunctions()
            module.asyncFunction("park") { () async throws in try await parking.park() }
        }
        let state = try ScriptState(ScriptConfiguration(modules: [module]))
        let source = "local h = require 'herald' for i = 1, 2000 do h.spawn(h.park) end h.park()"
        let running = Task { try await state.run(Array(source.utf8), name: "many.lua") }
        await parking.isFull.wait()
        let closing = Task { await state.close() }
        closing.cancel()
        await closing.value
        let error = await #expect(throws: HeraldError.self) { try await running.value }
        #expect(error?.message == "the script's state was closed")
    }

    @Test("a task that starts the next and ends leaves nothing behind")
    func chain() async throws {
        let source =
            "local h = require 'herald' local n = 0 local function f() n = n + 1 if n < 30000 then h.spawn(f) end end f()"
        let state = try ScriptState(ScriptConfiguration(limits: ScriptLimits(memory: 4 << 20), modules: [herald]))
        _ = try await state.run(Array(source.utf8), name: "chain.lua")
        await state.close()
    }

    @Test("a loop gives way to other tasks")
    func fairness() async throws {
        let source = """
            local herald = require "herald"
            local done = false
            herald.spawn(function() herald.turn() done = true end)
            while not done do end
            return done
            """
        #expect(try await run(source) == [true])
    }
}

/// Where tasks wait until they are cancelled.
private final class Parking: Sendable {
    /// Finishes when as many as were expected are there.
    let isFull = Waiters()
    private let never = Waiters()
    private let free: Mutex<Int>

    init(full: Int) { free = Mutex(full) }

    func park() async throws {
        let left = free.withLock { free -> Int in
            free -= 1
            return free
        }
        if left == 0 { isFull.finish() }
        await never.wait()
        try Task.checkCancellation()
    }
}
