import Testing
import Values

@testable import Scripting

/// Every place a call that waits can stand in: `herald.now_later(x)` gives `x` after a wait.
private let waitingPlaces: [(String, String, [JSON])] = [
    ("main chunk", "return later(1)", [1]),
    ("pcall", "return pcall(function() return later(2) end)", [true, 2]),
    ("xpcall", "return xpcall(function(a) return later(a) end, print, 3)", [true, 3]),
    (
        "error after wait in pcall", "local ok, e = pcall(function() later(1) error({m = 4}) end) return ok, e.m",
        [false, 4]
    ),
    (
        "iterator",
        "local s = 0 for i in function(_, c) c = (c or 0) + 1 if c < 4 then return later(c) end end do s = s + i end return s",
        [6]
    ),
    ("__index", "return setmetatable({}, {__index = function(_, k) return later(k) end}).key", ["key"]),
    ("__add", "return setmetatable({}, {__add = function(_, b) return later(b) end}) + 5", [5]),
    ("__call", "return setmetatable({}, {__call = function(_, b) return later(b) end})(6)", [6]),
    (
        "__eq",
        "local m = {__eq = function() return later(true) end} return setmetatable({}, m) == setmetatable({}, m)", [true]
    ),
    ("__concat", "return setmetatable({}, {__concat = function() return later('c') end}) .. 'x'", ["c"]),
    (
        "__close",
        "local r do local c <close> = setmetatable({}, {__close = function() r = later(7) end}) end return r", [7]
    ),
    ("coroutine.wrap", "return coroutine.wrap(function() return later(8) end)()", [8]),
    ("coroutine.resume", "return coroutine.resume(coroutine.create(function() return later(9) end))", [true, 9]),
    (
        "generator that waits between yields",
        """
        local out = {}
        for i in coroutine.wrap(function() for i = 1, 3 do later(0) coroutine.yield(i) later(0) end end) do
            out[#out + 1] = i
        end
        return out
        """,
        [[1, 2, 3]]
    ),
    (
        "nested generators under pcall",
        """
        local function gen(depth)
            return coroutine.wrap(function()
                if depth > 0 then for v in gen(depth - 1) do coroutine.yield(later(v)) end
                else for i = 1, 3 do coroutine.yield(later(i)) end end
            end)
        end
        local s = 0
        for v in gen(6) do local _, x = pcall(later, v) s = s + x end
        return s
        """,
        [6]
    ),
    ("error through wrap", "return pcall(coroutine.wrap(function() herald.fail_later() end))", [false]),
    (
        "tostring refuses",
        "return (pcall(tostring, setmetatable({}, {__tostring = function() return later('x') end})))", [false]
    ),
    ("sort refuses", "return (pcall(table.sort, {2, 1}, function(a, b) return later(a < b) end))", [false]),
    ("gsub refuses", "return (pcall(string.gsub, 'a', 'a', function() return later('b') end))", [false]),
    (
        "wrap inside sort refuses",
        """
        local f = coroutine.wrap(function() local ok, e = pcall(later, 1) coroutine.yield(e.code) end)
        local code
        table.sort({2, 1}, function(a, b) code = code or f() return a < b end)
        return code
        """,
        ["invalid_state"]
    ),
]

@Suite("waiting", .serialized)
struct WaitingTests {
    @Test("a call that waits works everywhere it can", arguments: waitingPlaces)
    func places(name: String, source: String, expected: [JSON]) async throws {
        let header = "local herald = require 'herald' local later = herald.now_later\n"
        let values = try await run(header + source)
        #expect(Array(values.prefix(expected.count)) == expected, "\(name)")
    }

    @Test("many waits in a row")
    func many() async throws {
        let source = "local h = require 'herald' for i = 1, 20000 do h.now_later(i) end return 1"
        #expect(try await run(source) == [1])
    }

    @Test("collecting while a coroutine waits does no harm")
    func collecting() async throws {
        let source = """
            local herald = require "herald"
            local tasks = {}
            for i = 1, 50 do tasks[i] = herald.spawn(function() herald.turn() return {i} end) end
            local junk = {}
            for i = 1, 20000 do junk = {junk = i} end
            local sum = 0
            for i = 1, 50 do sum = sum + tasks[i]:join()[1] end
            return sum
            """
        #expect(try await run(source, limits: ScriptLimits(memory: 4 << 20)) == [1275])
    }

    @Test(
        "a coroutine that waits for the host cannot be resumed or closed by others",
        arguments: [
            "coroutine.resume(co)", "coroutine.close(co)",
            "coroutine.wrap(function() return coroutine.resume(co) end)()",
        ]
    )
    func guarded(attempt: String) async throws {
        let source = """
            local herald = require "herald"
            local co
            local task = herald.spawn(function()
                co = coroutine.create(function() herald.sleep(0.02) return "done" end)
                return coroutine.resume(co)
            end)
            while not co do herald.turn() end
            local status = coroutine.status(co)
            local ok, first = pcall(function() return \(attempt) end)
            if ok then ok = first end
            return status, ok, select(2, task:join())
            """
        #expect(try await run(source) == ["normal", false, "done"])
    }

    @Test("yielding outside a coroutine is an error, not a hang")
    func bareYield() async throws {
        #expect(try await failure("coroutine.yield(1)").message == "attempt to yield from outside a coroutine")
        let about = "return coroutine.isyieldable(), select(2, coroutine.running())"
        #expect(try await run(about) == [false, true])
    }
}
