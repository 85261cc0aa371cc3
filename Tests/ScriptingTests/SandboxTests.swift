import Testing
import Values

@testable import Scripting

@Suite("sandbox", .serialized)
struct SandboxTests {
    @Test(
        "what reaches outside is gone",
        arguments: [
            "io", "package", "dofile", "loadfile", "warn", "os.execute", "os.exit", "os.getenv", "os.remove",
            "os.rename",
            "os.tmpname", "os.setlocale", "string.dump", "debug.getregistry", "debug.getupvalue", "debug.sethook",
            "debug.getinfo", "debug.setmetatable", "debug.getmetatable", "debug.upvalueid",
        ]
    )
    func gone(name: String) async throws {
        #expect(try await run("return \(name) == nil") == [true])
    }

    @Test("these and no other globals")
    func globals() async throws {
        let source = "local n = {} for k in pairs(_G) do n[#n + 1] = k end table.sort(n) return table.concat(n, ' ')"
        let expected = """
            _G _VERSION assert collectgarbage coroutine debug error getmetatable ipairs load math next os pairs pcall print \
            rawequal rawget rawlen rawset require select setmetatable string table tonumber tostring type utf8 xpcall
            """
        #expect(try await run(source) == [.string(expected)])
    }

    @Test(
        "no addresses leak",
        arguments: [
            "tostring(print)", "tostring({})", "tostring(coroutine.create(print))", "string.format('%s', {})",
            "string.format('%p', {})", "('%10p|%s'):format({}, print)", "tostring(require('herald'))",
        ]
    )
    func addresses(expression: String) async throws {
        let text = try #require(try await run("return \(expression)").first?.string)
        #expect(!text.contains("0x"))
        #expect(
            try await run("local t = {} return tostring(t) == tostring(t), tostring(t) ~= tostring({})") == [
                true, true,
            ]
        )
    }

    @Test("format is Lua's own otherwise")
    func format() async throws {
        let source = "return ('%5.2f|%-5s|%q|%d|%%|%x|%s|%s'):format(1.5, 'ab', 'x\\n', 3, 255, true, nil)"
        #expect(try await run(source) == [" 1.50|ab   |\"x\\\n\"|3|%|ff|true|nil"])
        #expect(try await failure("return ('%d'):format('x')").message.contains("number expected"))
    }

    @Test("a new seed shows neither address nor clock, and the next differs")
    func reseeding() async throws {
        let source = """
            local a, b = math.randomseed()
            local first = math.random(0)
            local c, d = math.randomseed()
            return b == 0 and d == 0, a ~= c, first ~= math.random(0), select(2, math.randomseed(7, 8))
            """
        #expect(try await run(source) == [true, true, true, 8])
    }

    @Test("finalizers are refused")
    func finalizers() async throws {
        #expect(
            try await failure("setmetatable({}, {__gc = function() end})").message == "__gc is not available to scripts"
        )
        #expect(
            try await run("local m = {} setmetatable({}, m) m.__gc = function() while true do end end return 1") == [1]
        )
    }

    @Test("protected metatables stay so")
    func metatables() async throws {
        #expect(try await run("return getmetatable('')") == [false])
        #expect(
            try await run("local h = require 'herald' return getmetatable(h.array {}), getmetatable(h.null)") == [
                false, false,
            ]
        )
        #expect(
            try await failure("local h = require 'herald' setmetatable(h.array {}, {})").message.contains("protected")
        )
    }

    @Test("bytecode is refused")
    func bytecode() async throws {
        #expect(try await run("return (load('\\27Lua'))") == [.null])
        #expect(
            try await run("return load(function() return nil end, 'x', 'b') ~= nil, load('return 1', 'n', 'b')()") == [
                true, 1,
            ]
        )
        #expect(try await run("return load('return x', 'n', 't', {x = 5})()") == [5])
    }

    @Test("garbage can only be counted")
    func garbage() async throws {
        #expect(
            try await run(
                "return collectgarbage('count') > 0, (pcall(collectgarbage, 'stop')), (pcall(collectgarbage))"
            ) == [true, false, false]
        )
    }

    @Test("os knows only the injected clock")
    func clock() async throws {
        let clock = ManualClock(wallSeconds: 86_400)
        let source =
            "return os.time(), os.date('!%Y-%m-%d'), os.clock(), require('herald').now(), os.time({year = 2001, month = 1, day = 1}) > 0"
        #expect(
            try await run(source, limits: ScriptLimits(), clock: clock) == [
                86_400, "1970-01-02", .double(0), .double(86_400), true,
            ]
        )
    }
}
