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
        #"return os.date(("%c"):rep(8e6))"#,
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

    private static let longCalls = [
        "string.pack(('x'):rep(8e6))", "string.pack((' '):rep(8e6))", "string.pack('c15000000', '')",
        "string.pack('s', ('x'):rep(15e6))", "string.unpack((' '):rep(8e6), '')",
        "string.unpack('z', ('x'):rep(15e6) .. '\\0')",
        "string.packsize(('i1'):rep(4e6))", "os.date(('%c'):rep(4e5))", "os.date(('x'):rep(8e6) .. '%c')",
        "string.format(('x'):rep(15e6))", "string.format(('%%'):rep(4e6))", "('x'):rep(8e6):upper()",
        "('x'):rep(8e6):lower()", "('x'):rep(8e6):reverse()", "utf8.len(('x'):rep(8e6))",
        "utf8.len(('x'):rep(8e6), 5, -9)", "utf8.offset(('x'):rep(8e6), 7e6)",
        "utf8.offset(('x'):rep(8e6), -7e6)", "tonumber(('1'):rep(8e6))", "tonumber(('1'):rep(8e6), 10)",
    ]

    @Test("long calls are paid for as instructions, so none goes by without a look", arguments: longCalls)
    func paid(call: String) async throws {
        // Making the longest argument costs some 60,000.
        let limits = ScriptLimits(memory: 256 << 20, wallTime: .seconds(180), instructions: 150_000)
        let error = try await failure("local made = \(call) return 1", limits: limits)
        #expect(error.code == .instructionLimit, "\(error)")
    }

    @Test("a look at a part of a long text costs what the part does")
    func parts() async throws {
        let source = """
            local text, n = ("x"):rep(8e6), 0
            for i = 1, 1000 do
                n = n + utf8.len(text, i, i + 9) + utf8.offset(text, 2, i) - i + #utf8.char(utf8.codepoint(text, i))
            end
            return n
            """
        let limits = ScriptLimits(wallTime: .seconds(180), instructions: 150_000)
        #expect(try await run(source, limits: limits) == [12_000])
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
