import Testing
import Values

@testable import Scripting

@Suite("hostile library calls", .serialized)
struct HostileLibraryTests {
    private static let calls = [
        #"return ("a"):rep(30):find(("a?"):rep(30) .. ("a"):rep(30) .. "b")"#,
        #"return ("a"):rep(1e6):find(".-b")"#,
        #"return ("a"):rep(2e5):gsub("a-b", "")"#,
        #"return ("("):rep(1e6):find("%b()")"#,
        #"return ("a"):rep(1e6):find("[" .. ("b"):rep(1e6) .. "]*c")"#,
        #"for w in ("a"):rep(1e6):gmatch(".-.-b") do end"#,
        #"table.move(setmetatable({}, {__index = function() return 1 end, __newindex = function() end}), 1, math.maxinteger - 1, 2)"#,
        #"table.move({}, 1, math.maxinteger - 1, 2)"#,
        #"table.insert(setmetatable({}, {__len = function() return math.maxinteger - 1 end}), 1, 1)"#,
        #"table.remove(setmetatable({}, {__len = function() return math.maxinteger end}), 1)"#,
        #"table.concat(setmetatable({}, {__len = function() return math.maxinteger end, __index = function() return "" end}))"#,
        #"table.concat(setmetatable({}, {__index = rawlen and setmetatable({}, {__index = function() return "" end})}), "", 1, math.maxinteger)"#,
        #"local t = {} for i = 1, 1e6 do t[i] = i * 7919 % 1000003 end while true do pcall(table.sort, t, function(a, b) return a > b end) table.sort(t) end"#,
        #"table.sort(setmetatable({}, {__len = function() return 2147483646 end, __index = function() return 1 end}))"#,
        #"table.sort({3, 2, 1}, function() while true do pcall(error) end end)"#,
        #"string.gsub("abc", ".", function() while true do pcall(string.gsub, "abc", ".", function() while true do pcall(error) end end) end end)"#,
        #"while true do pcall(string.gsub, ("a"):rep(100), ".", function() while true do pcall(string.rep, "x", 10) end end) end"#,
        #"return ("%q"):format(("\0"):rep(1e7))"#,
        #"local a = {} for i = 1, 1e5 do a[i] = 1e308 end while true do ("%99.99f"):rep(1e5):format(table.unpack(a)) end"#,
        #"while true do load(function() return "and " end) end"#,
        #"while true do load(("a"):rep(4e6)) end"#,
        #"local t = {} for i = 1, 1e5 do t[i] = ("x"):rep(100) .. i end while true do table.concat(t) end"#,
        #"local c for i = 1, 1999 do c = setmetatable({}, {__index = c}) end while true do table.unpack(c, 1, 9e5) end"#,
        #"while true do os.date(("%c"):rep(1e5)) end"#,
        #"table.sort({3, 2, 1}, function() coroutine.wrap(function() while true do end end)() end)"#,
        #"local t = setmetatable({}, {__lt = function() while true do end end}) table.sort({t, t, t})"#,
        #"table.sort({1, 2, 3, 4, 5}, coroutine.wrap(function() while true do coroutine.yield() end end)) while true do end"#,
        #"return ("a"):rep(1e6):gsub("", ("%%"):rep(1e5))"#,
    ]

    // A turn may come seconds late among other tests; unbounded, these calls take minutes.
    @Test("no call of a library function outlives the time limit", .timeLimit(.minutes(1)), arguments: calls)
    func time(source: String) async throws {
        let limits = ScriptLimits(memory: 64 << 20, wallTime: .milliseconds(60))
        let state = try ScriptState(ScriptConfiguration(limits: limits))
        do {
            _ = try await state.run(Array(source.utf8), name: "call.lua")
            Issue.record("it ended")
        } catch {
            #expect(error.code == .timeLimit, "\(error)")
        }
        #expect(try await state.run(Array("return 1 + 1".utf8), name: "next.lua", wallTime: .seconds(60)).values == [2])
        await state.close()
    }

    private static let chunks = [
        "('return ' .. ('a and '):rep(20000) .. 'a')",
        "('if a then ' .. ('elseif a then '):rep(20000) .. 'end')",
        "('while a do ' .. ('break '):rep(20000) .. 'end')",
        "(('goto l '):rep(20000) .. '::l::')",
        "(function() local n = 0 return function() n = n + 1 return n == 1 and 'return ' or 'a or ' end end)()",
    ]

    @Test("chunks with more jumps than the compiler takes quickly are refused", arguments: chunks)
    func jumps(chunk: String) async throws {
        let result = try await run("return load(\(chunk), '=bomb')")
        #expect(result.last?.string?.hasPrefix("bomb:1: the chunk has more than 10000 jumps") == true)
    }

    @Test("words in strings and comments are no jumps")
    func words() async throws {
        let source = """
            local words = (' and '):rep(20000)
            return load('return #[==[' .. words .. ']==]')(), load("return #'\\\\z\\n" .. words .. "'") ~= nil,
                load('--' .. words .. '\\nreturn 1')(), load('--[[' .. words .. ']]return 2')(), load(words)
            """
        let result = try await run(source)
        #expect(result.prefix(4) == [100_000, true, 1, 2])
    }

    @Test("a script of the host is bounded in the same way")
    func script() async throws {
        let error = try await failure("return " + String(repeating: "a and ", count: 20_000) + "a")
        #expect(error.code == .syntaxError)
        #expect(error.place == SourcePlace(file: "test.lua", line: 1))
    }
}
