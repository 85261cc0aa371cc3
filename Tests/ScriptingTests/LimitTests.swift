import Synchronization
import Testing
import Values

@testable import Scripting

@Suite("limits", .serialized)
struct LimitTests {
    private static let loops = [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "local co = coroutine.wrap(function() while true do end end) co()",
        "local co = coroutine.wrap(function() while true do pcall(error) end end) while true do pcall(co) end",
        "xpcall(error, function() while true do end end)",
        "xpcall(function() while true do end end, function() while true do end end)",
        "table.sort({3, 2, 1}, function() while true do pcall(error) end end)",
        "while true do pcall(table.sort, {3, 2, 1}, function() while true do end end) end",
        "string.gsub('a', 'a', function() while true do end end)",
        "setmetatable({}, {__index = function() while true do end end}).x = nil; return setmetatable({}, {__index = function() while true do end end}).x",
        "local t <close> = setmetatable({}, {__close = function() while true do end end}) error('x')",
        "local t <close> = setmetatable({}, {__close = function() while true do end end}) while true do end",
        "load('while true do end')()",
        "local co = coroutine.create(function() local t <close> = setmetatable({}, {__close = function() while true do end end}) coroutine.yield() end) coroutine.resume(co) coroutine.close(co)",
        "local h = require 'herald' while true do h.turn() end",
        "local h = require 'herald' while true do pcall(h.sleep, 1000) end",
        "local h = require 'herald' h.spawn(function() while true do end end)",
        "local h = require 'herald' h.all { function() while true do end end, function() h.sleep(1000) end }",
        "return tostring(setmetatable({}, {__tostring = function() while true do end end}))",
        "return (''):rep(1e12)",
    ]

    // One after the other: what has to wait for its first turn until the time is up has no place to report.
    @Test("no loop outlives the time limit", .serialized, arguments: loops, ScriptInterruption.allCases)
    func time(source: String, interruption: ScriptInterruption) async throws {
        let state = try ScriptState(
            ScriptConfiguration(
                limits: ScriptLimits(wallTime: .milliseconds(60)),
                interruption: interruption,
                modules: [herald]
            )
        )
        do {
            _ = try await state.run(Array(source.utf8), name: "loop.lua")
            #expect(source.contains("rep"))
        } catch {
            #expect(error.code == .timeLimit)
            if !source.contains("require") { #expect(error.place?.file == "loop.lua") }
        }
        // The state is as good as before.
        #expect(try await state.run(Array("return 1 + 1".utf8), name: "next.lua", wallTime: .seconds(60)).values == [2])
        await state.close()
    }

    private static let bombs = [
        "local s = 'x' while true do s = s .. s end",
        "local t = {} for i = 1, 1e12 do t[i] = i end",
        "for i = 1, 1e9 do local s = ('x'):rep(3e7) end",
        "local s = ('x'):rep(1e5) return s:gsub('x', ('y'):rep(1e5))",
        "local t = {} for i = 1, 1e9 do t[i] = coroutine.create(function() end) end",
        "local t = {} while true do t[#t + 1] = {} pcall(function() t[#t + 1] = ('x'):rep(#t) end) end",
        "local h = require 'herald' local t = {} for i = 1, 1e9 do t[i] = h.now_later({i}) end",
        "local h = require 'herald' local t = {} for i = 1, 1e9 do t[i] = h.big() end",
    ]

    @Test("no bomb outgrows the memory limit", arguments: bombs)
    func memory(source: String) async throws {
        let big = LuaModule("herald") { module in
            module.addTaskFunctions()
            module.asyncFunction("now_later") { (value: LuaReference) async throws in value }
            module.function("big") { [String](repeating: String(repeating: "x", count: 1000), count: 1000) }
        }
        // The wall time only keeps a bomb that is not caught from running for ever; a busy machine is slow.
        let limits = ScriptLimits(memory: 8 << 20, wallTime: .seconds(180))
        let state = try ScriptState(ScriptConfiguration(limits: limits, modules: [big]))
        do {
            _ = try await state.run(Array(source.utf8), name: "bomb.lua")
            Issue.record("it ended")
        } catch {
            #expect(error.code == .memoryLimit, "\(error)")
            #expect(error.place == SourcePlace(file: "bomb.lua", line: 1))
        }
        #expect(await state.memoryPeak < 20 << 20)
        #expect(try await state.run(Array("return ('x'):rep(1000):len()".utf8), name: "next.lua").values == [1000])
        await state.close()
    }

    @Test(
        "closing the state stops what runs, also what does not give way",
        arguments: loops.filter { !$0.contains("rep") }
    )
    func closing(source: String) async throws {
        let (started, mark) = AsyncStream<Void>.makeStream()
        let closing = Mutex<ScriptState?>(nil)
        // Begun here and not from a task: a loop that does not give way may hold the last thread for tasks.
        let output = { @Sendable (_: [UInt8]) in
            closing.withLock { $0 }?.ending.begin()
            mark.finish()
        }
        let state = try ScriptState(ScriptConfiguration(output: output, modules: [herald]))
        closing.withLock { $0 = state }
        let running = Task { try await state.run(Array("print('on') \(source)".utf8), name: "loop.lua") }
        for await _ in started {}
        await state.close()
        let error = await #expect(throws: HeraldError.self) { try await running.value }
        #expect(error?.code == .cancelled)
        #expect(error?.message == "the script's state was closed")
        await #expect(throws: HeraldError.self) { try await state.run(Array("return 1".utf8), name: "next.lua") }
    }

    @Test("a loop of long calls is looked at between them", arguments: [1, 600])
    func longCalls(wallTime: Int) async throws {
        let started = Mutex<[Int64]>([])
        let clock = SystemClock()
        let module = LuaModule("herald") { module in
            module.function("long") {
                let start = clock.monotonicMilliseconds
                started.withLock { $0.append(start) }
                while clock.monotonicMilliseconds < start + 12 {}
            }
        }
        // Time stands still for the state's own alarm, so that the hook alone ends the loop.
        let limits = ScriptLimits(wallTime: .milliseconds(wallTime))
        let state = try ScriptState(ScriptConfiguration(limits: limits, clock: ManualClock(), modules: [module]))
        let source = "local long = require('herald').long while true do long() end"
        let error = await #expect(throws: HeraldError.self) {
            try await state.run(Array(source.utf8), name: "long.lua")
        }
        #expect(error?.code == .timeLimit)
        let starts = started.withLock { $0 }
        let deadline = try #require(starts.first) + Int64(wallTime)
        // A first step may be so many calls; once a step was long, every call is looked at.
        #expect(starts.count { $0 > deadline } <= (wallTime == 1 ? 40 : 10))
        await state.close()
    }

    @Test("a memory error can be caught and survived")
    func caught() async throws {
        let source = """
            local bomb = function() local t = {} while true do t[#t + 1] = {} end end
            local ok, e = pcall(bomb)
            local ok2, e2 = xpcall(bomb, function(e) return e end)
            local ok3, e3 = coroutine.resume(coroutine.create(bomb))
            local ok4, e4 = pcall(coroutine.wrap(bomb))
            return ok or ok2 or ok3 or ok4, e.code, e2.message, e3.code, e4.code, ('y'):rep(3)
            """
        let expected: [JSON] = [false, "memory_limit", "not enough memory", "memory_limit", "memory_limit", "yyy"]
        #expect(try await run(source, limits: ScriptLimits(memory: 4 << 20)) == expected)
    }

    @Test("a script that goes on asking for memory is ended, and its failures are summed up")
    func storm() async throws {
        let recorder = Recorder()
        let source = """
            local h = require 'herald'
            local kept = {}
            pcall(function() for i = 1, 1e6 do kept[i] = {i} end end)
            for i = 1, 100 do pcall(h.spawn, function() for j = 1, 1e6 do kept[#kept + 1] = {j} end end) end
            h.sleep(0)
            while true do pcall(function() for i = 1, 1e6 do kept[#kept + 1] = {i} end end) end
            """
        let error = await #expect(throws: HeraldError.self) {
            try await run(
                source,
                limits: ScriptLimits(memory: 2 << 20, wallTime: .seconds(180)),
                recorder: recorder
            )
        }
        #expect(error?.code == .memoryLimit)
        #expect(recorder.log.count <= 22)
    }

    @Test("no string outgrows what one comparison may take")
    func longStrings() async throws {
        let limit = 16 << 20
        let fits = "local s = ('x'):rep(\(limit)) return #s"
        #expect(try await run(fits, limits: ScriptLimits()) == [.int(Int64(limit))])
        let error = try await failure("local s = ('x'):rep(\(limit) + 64)", limits: ScriptLimits())
        #expect(error.code == .memoryLimit)
        #expect(error.message == "the script asked for a string of more than 16 MiB")
        #expect(error.place == SourcePlace(file: "test.lua", line: 1))
    }

    @Test("instructions are counted when asked, also those of coroutines and of long library calls")
    func instructions() async throws {
        let small = ScriptLimits(instructions: 20_000)
        #expect(try await run("local n = 0 for i = 1, 1000 do n = n + i end return n", limits: small) == [500_500])
        let greedy = [
            "while true do end",
            "while true do pcall(function() while true do end end) end",
            "while true do coroutine.wrap(function() end)() end",
            "local h = require 'herald' h.all { function() while true do end end, function() h.sleep(1) end }",
        ]
        for source in greedy {
            for interruption in ScriptInterruption.allCases {
                let state = try ScriptState(
                    ScriptConfiguration(limits: small, interruption: interruption, modules: [herald])
                )
                do {
                    _ = try await state.run(Array(source.utf8), name: "greedy.lua")
                    Issue.record("\(source) ended")
                } catch {
                    #expect(error.code == .instructionLimit, "\(source): \(error)")
                }
                // Each run has as many of its own.
                #expect(try await state.run(Array("return 1".utf8), name: "next.lua").values == [1])
                await state.close()
            }
        }
    }

    @Test("coroutines nest as deep as they may, and the error has a name")
    func coroutineDepth() async throws {
        let source = """
            local function nest(n)
                if n == 0 then return "bottom" end
                local ok, result = coroutine.resume(coroutine.create(function() return nest(n - 1) end))
                return ok and result or (result.code or result)
            end
            return nest(20), nest(21)
            """
        #expect(try await run(source, limits: ScriptLimits(coroutineDepth: 20)) == ["bottom", "depth_limit"])
        let endless = "local function f() return coroutine.wrap(f)() end return f()"
        #expect(try await failure(endless).code == .depthLimit)
    }

    @Test("ten endless scripts do not starve an eleventh", arguments: ScriptInterruption.allCases)
    func starving(interruption: ScriptInterruption) async throws {
        let configuration = ScriptConfiguration(interruption: interruption, modules: [herald])
        let loops = try (0..<10).map { _ in try ScriptState(configuration) }
        let running = loops.map { state in
            Task { try? await state.run(Array("while true do end".utf8), name: "loop.lua") }
        }
        let state = try ScriptState(configuration)
        let source = "local h = require 'herald' for i = 1, 10 do h.sleep(0.001) end return 'ended'"
        #expect(try await state.run(Array(source.utf8), name: "short.lua", wallTime: .seconds(60)).values == ["ended"])
        for state in loops { await state.close() }
        for task in running { _ = await task.value }
        await state.close()
    }

    @Test(
        "deep recursion and deep nesting end as errors",
        arguments: [
            "local function f(n) return 1 + f(n + 1) end return f(1)",
            "local function f(s) return s:gsub('.', f) end return f('a')",
            "local f, e = load(('('):rep(1e5) .. '1' .. (')'):rep(1e5)) error(e)",
            "local co = nil for i = 1, 20000 do local prev = co co = coroutine.create(function() local x <close> = setmetatable({}, {__close = function() if prev then coroutine.close(prev) end end}) coroutine.yield() end) coroutine.resume(co) end assert(coroutine.close(co)) error('x')",
        ]
    )
    func depth(source: String) async throws {
        let error = try await failure(source)
        #expect(error.code == .scriptError || error.code == .memoryLimit, "\(error)")
    }

    @Test(
        "loops over ranges of any length end with the time limit",
        arguments: [
            "table.move(setmetatable({}, {__index = function() return 1 end}), 1, math.maxinteger - 1, 2)",
            "table.move({}, 1, 1e12, 2)",
            "table.insert(setmetatable({}, {__len = function() return 1e15 // 1 | 0 end}), 1, 1)",
            "table.remove(setmetatable({}, {__len = function() return 1e15 // 1 | 0 end}), 1)",
            "table.sort(setmetatable({}, {__len = function() return 2e9 // 1 | 0 end, __index = function() return 1 end}))",
        ]
    )
    func ranges(source: String) async throws {
        let limits = ScriptLimits(wallTime: .milliseconds(60))
        #expect(try await failure(source, limits: limits).code == .timeLimit)
        let usual =
            "local t = {3, 1, 2} table.sort(t) table.insert(t, 4) table.move(t, 1, 4, 2) return table.concat(t), table.remove(t)"
        #expect(try await run(usual) == ["11234", 4])
    }

    @Test("print stops at the output limit")
    func output() async throws {
        let recorder = Recorder()
        await #expect(throws: HeraldError.self) {
            _ = try await run("while true do print('spam') end", limits: ScriptLimits(output: 1000), recorder: recorder)
        }
        #expect(recorder.lines.count == 200)
    }

    @Test("tasks are counted")
    func tasks() async throws {
        let source = "local h = require 'herald' for i = 1, 1e6 do h.spawn(h.sleep, 100) end"
        #expect(try await failure(source, limits: ScriptLimits(tasks: 50)).code == .taskLimit)
    }
}
