// Scripts about texts, packing and dates, like those of LibraryScripts.
// swift-format-ignore-file
extension LibraryScripts {
    static let text = #"""
        local big, least = math.maxinteger, math.mininteger
        local places = {0, 1, 2, 3, 5, 9, -1, -2, -5, -9, big, least, big - 1, least + 1, 2.0, -1.0, "2", "-1", 1.5, "x", false}
        local words = {"", "a", "hello", "h\0llo", ("z"):rep(300), "\255\128\0", 12, 1.5, "ÀÉ", "AbC[]{}@`^_ \t"}
        for _ = 1, ROUNDS * 3 do
            local w = pick(words)
            call("sub", string.sub, w, pick(places), pick(places)) call("sub", string.sub, w, pick(places)) call("byte", string.byte, w, pick(places))
            local i, j = pick(places), pick(places)
            if not (type(i) == "number" and type(j) == "number" and #tostring(w) > 100) then call("byte", string.byte, w, i, j) end
            call("char", string.char, random(256) - 1, random(256) - 1, pick {0, 255, 256, -1, 65, 65.0, 65.5, "66", "x", big})
            call("method", function(s) return s:upper(), s:lower(), s:reverse(), s:len() end, w)
        end
        for _, f in ipairs {"upper", "lower", "reverse", "len", "byte", "sub", "char", "rep"} do
            for _, w in ipairs {{}, true, print, 5, 5.0, -0.0, 1e100, ""} do call(f, string[f], w) call(f, string[f], w, 1) end
            call(f, string[f]) call(f, string[f], nil) note(pcall(function() local s = "x" return s[f](s, {}) end)) note(pcall(function() return ("x")[f]() end))
        end
        call("char", string.char) for i = 0, 255 do local c = string.char(i) note(i, c:upper(), c:lower(), c:byte()) end
        call("byte", string.byte, ("x"):rep(100), 1, -1)
        -- select, type, rawequal, rawlen, next, ipairs, assert and the like
        for _, n in ipairs {0, 1, 2, 3, 4, -1, -2, -3, -4, "#", "1", "-1", "x", 1.0, 1.5, big, least, false} do call("select", select, n, "a", nil, "c") call("select", select, n) end
        call("select", select)
        local basics = {"type", "rawequal", "rawlen", "rawget", "rawset", "next", "ipairs", "pairs", "assert", "error", "tostring", "tonumber", "getmetatable", "setmetatable", "select"}
        for _, f in ipairs(basics) do
            -- The metatable of strings is hidden from scripts.
            for _, v in ipairs(f == "getmetatable" and {5, true, {}, print} or {5, "abc", true, {}, print}) do call(f, _G[f], v) call(f, _G[f], v, 1) call(f, _G[f], v, {}) if f ~= "setmetatable" then call(f, _G[f], v, "x", 1) end end
            call(f, _G[f]) call(f, _G[f], nil) call(f, _G[f], nil, nil)
        end
        call("assert", assert, false, {}) call("assert", assert, nil, "m") call("assert", assert, 1, 2, 3) call("assert", assert, false, nil) call("assert", assert, false, 5)
        call("setmetatable", setmetatable, setmetatable({}, {__metatable = "locked"}), {}) call("getmetatable", getmetatable, setmetatable({}, {__metatable = "locked"})) call("setmetatable", setmetatable, {}, 5)
        call("tostring", tostring, setmetatable({}, {__tostring = function() return 5 end})) call("tostring", tostring, setmetatable({}, {__tostring = function() return {} end})) call("tostring", tostring, setmetatable({}, {__tostring = 5}))
        note((tostring(setmetatable({}, {__name = "My.Type"})):gsub(":.*", ""))) note((tostring(setmetatable({}, {__name = 5})):gsub(":.*", "")))
        for _, v in ipairs {0, -0.0, 1e15, 1e16, 123456789012345, 1e14, 0.1, 1 / 3, 1e100, -1e-7, 2^53, 2^63, -2^63, big, least, 1 / 0, -1 / 0, 3.14159265358979} do note(tostring(v), v, "" .. v) end
        note((tostring(0 / 0):gsub("-", "")))
        -- tonumber
        local numerals = {"0", "10", "-10", " 10 ", "\t10\n", "0x10", "0X1F", "-0x10", "0x", "0x1p4", "0x.8", "0x1.8p1", "0xA.8p-1", "1e5", "1E+5", "1e", "1e+", ".5", "5.", ".", "", " ", "1 2", "1\0", "\0", "inf", "nan", "infinity", "0b1",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "0xffffffffffffffff", "0x1ffffffffffffffff", "1e308", "1e309", "-1e309", "1e-400", ("1"):rep(300), "0." .. ("3"):rep(300), ("0x") .. ("f"):rep(100), "1_000", "+5", "- 5", "--5", "+-5", "5e-3", "0x5p", "0x5p-", "٣", "1,5", "z", "Zz", "7fffffffffffffff", "-zz", "8", "9", "a1", "1.0", "  -7  ", "\v3\f"}
        local bases = {2, 8, 10, 16, 36, 3, 35, 1, 0, 37, -1, 10.0, 10.5, "16", "x", big, least, false}
        for _, s in ipairs(numerals) do call("tonumber", tonumber, s) note("arithmetic", pcall(function() return s + 0, s * 1, -s, s // 1 end)) for _, b in ipairs(bases) do call("tonumber", tonumber, s, b) end end
        for _, v in ipairs {5, 5.5, true, {}} do for _, b in ipairs(bases) do call("tonumber", tonumber, v, b) end call("tonumber", tonumber, v) end
        for _ = 1, ROUNDS do
            local s = "" for _ = 1, random(8) do s = s .. pick {"0", "1", "9", "x", "e", ".", "-", "+", " ", "p", "a", "f", "X", "E"} end
            call("tonumber", tonumber, s) call("tonumber", tonumber, s, pick(bases)) note(pcall(load, "return " .. s)) note("math", math.tointeger(s), pcall(function() return s | 0 end))
        end
        -- utf8
        local texts = {"", "abc", "aé€😀", "\xff", "a\x80", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\u{7FFFFFFF}", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "\xe0\x80\x80", "日本語", "\0\0", "x\xfe", "é\xe9é", 12, "\xf8\x88\x80\x80\x80", "\xfc\x84\x80\x80\x80\x80"}
        for _, s in ipairs(texts) do
            for _, lax in ipairs {false, true} do
                call("len", utf8.len, s, 1, -1, lax) call("codepoint", utf8.codepoint, s, 1, -1, lax)
                note(pcall(function() local n = 0 for p, c in utf8.codes(s, lax) do note("code", p, c) end end))
                for _ = 1, 12 do
                    local i, j = pick(places), pick(places)
                    call("len", utf8.len, s, i, j, lax) call("codepoint", utf8.codepoint, s, i, j, lax) call("codepoint", utf8.codepoint, s, i)
                    call("offset", utf8.offset, s, i) call("offset", utf8.offset, s, i, j) call("offset", utf8.offset, s, random(5) - 3, random(6) - 3)
                end
            end
        end
        for _, v in ipairs {0, 1, 127, 128, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff, 0x110000, 0x1fffff, 0x200000, 0x3ffffff, 0x4000000, 0x7fffffff, 0x80000000, -1, 65.0, 65.5, "65", "x", big, least} do call("utf8.char", utf8.char, v) call("utf8.char", utf8.char, v, 233, v) end
        call("utf8.char", utf8.char) note(utf8.charpattern) for _, f in ipairs {"len", "codepoint", "offset", "codes", "char"} do for _, v in ipairs {{}, true} do call(f, utf8[f], v) call(f, utf8[f], v, {}) call(f, utf8[f], "x", {}) end call(f, utf8[f]) end
        local step, text_, at = utf8.codes("ab") note(pcall(step, "ab", 0)) note(pcall(step, "ab", 1)) note(pcall(step, "ab", 2)) note(pcall(step, "ab", 99)) note(pcall(step, "ab", -1)) note(pcall(step, "é", 1)) note(pcall(step, "é", 2)) note(pcall(step))
        """#

    static let packs = #"""
        local big, least = math.maxinteger, math.mininteger
        local pieces = {"b", "B", "h", "H", "l", "L", "j", "J", "T", "f", "d", "n", "i", "I", "i1", "i2", "i3", "i4", "i7", "i8", "i9", "i16", "i17", "i0", "I1", "I3", "I8", "I16", "I99", "s", "s1", "s2", "s4", "s8", "s16", "s17", "z", "x", "Xi4", "Xb", "Xd", "X", "Xz", "Xx", "X!", "<", ">", "=", "!", "!1", "!2", "!4", "!8", "!16", "!3", "!17", " ", "c0", "c1", "c5", "c", "c10", "q", "i", "c300", "i99999999999999999999", "", "\0"}
        local values = {0, 1, -1, 127, 128, 255, 256, -128, -129, 65535, 1 << 31, 1 << 32, big, least, 1.0, 1.5, -0.0, 1e300, 1 / 0, "5", "x", "", "ab", "a\0b", ("s"):rep(300), true, {}}
        local function hex(s) return type(s) == "string" and (s:gsub(".", function(c) return ("%02x"):format(c:byte()) end)) or s end
        local function tried(name, f, ...) note(name, ...) local t = table.pack(pcall(f, ...)) for i = 1, t.n do if type(t[i]) == "string" and t[1] == true then t[i] = #t[i] < 60 and hex(t[i]) or "long" .. #t[i] end end note(table.unpack(t, 1, t.n)) return t[1] end
        for _ = 1, ROUNDS * 6 do
            local f = "" for _ = 1, random(5) do f = f .. pick(pieces) end
            local args = {} for i = 1, random(6) - 1 do args[i] = pick(values) end
            if not f:find("2147483647") then tried("pack", string.pack, f, table.unpack(args)) end
            tried("packsize", string.packsize, f)
            local ok, s = pcall(string.pack, f:gsub("c2147483647", ""), table.unpack(args))
            s = ok and type(s) == "string" and s or pick {"", "\1\2\3\4\5\6\7\8\9", ("\255"):rep(40), ("\0"):rep(40), "abc\0def\0", ("\127\1"):rep(20)}
            tried("unpack", string.unpack, f, s) tried("unpack at", string.unpack, f, s, pick {1, 2, 3, -1, -5, 0, 9, 41, 100, big, least, "2", 1.5, "x"})
            tried("short", string.unpack, f, s:sub(1, -2))
        end
        for _, p in ipairs(pieces) do for _, v in ipairs(values) do if p ~= "c2147483647" then tried("pack", string.pack, p, v) tried("pack", string.pack, ">" .. p, v) tried("pack", string.pack, "!4b" .. p, 1, v) end end tried("size", string.packsize, p) tried("size", string.packsize, "!b" .. p) end
        for _, f in ipairs {"pack", "packsize", "unpack"} do for _, v in ipairs {{}, true, 5} do tried(f, string[f], v) tried(f, string[f], v, {}) tried(f, string[f], "i4", v) tried(f, string[f], "i4", "abcdefgh", v) end tried(f, string[f]) tried(f, string[f], "i4") note(pcall(function() return ("i4")[f]("i4") end)) note(pcall(function() local s = "i4" return s[f](s, {}) end)) end
        tried("size", string.packsize, "c99999999999999999999") tried("size", string.packsize, "c2147483639") tried("size", string.packsize, "c2147483640")
        tried("size", string.packsize, ("c2147483647"):rep(2)) tried("size", string.packsize, "c2147483640c8") tried("size", string.packsize, ("i16"):rep(1000)) tried("size", string.packsize, "s") tried("size", string.packsize, "z")
        tried("many", string.unpack, ("b"):rep(300), ("a"):rep(300)) tried("many", string.pack, ("b"):rep(100), table.unpack({}, 1, 50))
        """#

    static let dates = #"""
        local formats = {"", "*t", "!*t", "!", "!!", "*", "!*", "*tx", "%", "%%", "%c", "!%c", "%Y-%m-%d", "%E", "%Ec", "%Ez", "%O", "%Od", "%Oc", "%Q", "%ab", "x%", "!%x%X%p", "%d\0%d", "%e%D%T%F%R%r%n%t%h%I%j%u%w%U%W%V%G%g%C%y%Z%z%S%M%H%B%A%b%p", "%k", "%l", "%P", "%s", "%v", "%1", "%-d", "%^a", "%\0", 5, false, {}}
        local times = {0, 1, -1, 86400, 1e9, 1e9 + 0.5, "5", "x", 253402300800, -62167219200, 1 << 40, 1 << 55, math.maxinteger, math.mininteger, 67768036191676799, 951782400, {}}
        local function table_text(t) if type(t) ~= "table" then return t end return ("%s-%s-%s %s:%s:%s %s %s %s"):format(t.year, t.month, t.day, t.hour, t.min, t.sec, t.wday, t.yday, tostring(t.isdst)) end
        local function dated(...) note(...) local ok, v = pcall(os.date, ...) note(ok, table_text(v)) end
        for _, f in ipairs(formats) do for _, t in ipairs(times) do dated(f, t) end end
        dated(nil, 0) dated({}) dated(print, 0) dated("%d", 0, 1)
        for i = 0, 255 do dated("%" .. string.char(i), 1e9) dated("%E" .. string.char(i), 1e9) dated("%O" .. string.char(i), 1e9) end
        for _ = 1, ROUNDS do
            local f = "" for _ = 1, random(4) do f = f .. pick({"%Y", "%m", "%%", "a", "!", "*t", "%Ec", "%Od", "%c", "\0", "%p"}) end
            dated(f, random(1 << 30)) dated("!" .. f, random(1 << 30))
            for _, n in ipairs {100, 170, 300, 513} do dated(f:rep(n), random(1 << 30)) dated("!" .. ("x"):rep(random(9)) .. f:rep(n), random(1 << 30)) end
        end
        for n = 505, 520 do dated(("x"):rep(n), 0) dated("%" .. ("x"):rep(n), 0) dated(("%"):rep(n), 0) dated("!" .. ("%d"):rep(n), 0) dated("%%" .. ("x"):rep(n) .. "%Ec", 0) dated(("%Ec"):rep(n), 0) dated("!*t" .. ("x"):rep(n), 0) dated("*t" .. ("x"):rep(n), 0) end
        for _, t in ipairs {{year = 2001, month = 1, day = 1}, {year = 2001, month = 1, day = 1, hour = 0, min = -1, sec = 61, isdst = false}, {year = 2001, month = 13, day = 40}, {year = 2001, month = 1}, {year = "2001", month = "1", day = "1"}, {year = 2001, month = 1.5, day = 1}, {year = 1e10, month = 1, day = 1}, {year = 2001, month = 1, day = {}}, {year = 1 << 40, month = 1, day = 1}, {year = 2001, month = -5, day = 1, isdst = true}, {}, {year = "x", month = 1, day = 1}, {year = 2001, month = 1 << 31, day = 1}, {year = 2001, month = 1, day = 1, hour = math.maxinteger}} do
            note(pcall(os.time, t)) note(t.year, t.month, t.day, t.hour, t.min, t.sec, t.wday, t.yday, t.isdst) note(pcall(os.time, setmetatable({}, {__index = t})))
        end
        for _, v in ipairs {5, "x", true, print} do call("time", os.time, v) end
        for _, t in ipairs(times) do for _, n in ipairs {505, 600} do dated(("x"):rep(n), t) dated("!" .. ("%Y"):rep(n), t) end end
        """#
}
