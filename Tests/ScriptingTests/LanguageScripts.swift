// Scripts about operators, errors, numbers and coroutines, like those of LibraryScripts.
// swift-format-ignore-file
extension LibraryScripts {
    static let language = #"""
        -- Each operator on each pair of values, as constants, locals, upvalues, fields and results: the texts name what was wrong.
        local shown = {"1", "0", "-1", "2.5", "0.0", "'5'", "'x'", "'0x10'", "nil", "true", "{}", "function() end", "math.maxinteger", "math.mininteger", "1/0", "0/0", "2^53", "'1e1'", "1e308", "setmetatable({}, {__name = 'Kind'})"}
        local operators = {"+", "-", "*", "/", "//", "%", "^", "&", "|", "~", "<<", ">>", "..", "<", "<=", ">", ">=", "==", "~=", "and", "or"}
        local function plain(...) local t = table.pack(...) for i = 1, t.n do if type(t[i]) == "string" then t[i] = t[i]:gsub("%-?nan", "nan") elseif t[i] ~= t[i] then t[i] = "nan" end end return table.unpack(t, 1, t.n) end
        local function chunk(source, ...) local f, e = load(source, "=c") if not f then note(source, e) return end note(source, plain(pcall(f, ...))) end
        local function forms(a, o, b) return pick {
            "return A O B", "local a = A return a O B", "local b = B return A O b", "local a, b = A, B return a O b", "local t = {x = A} return t.x O B", "local t = {x = B} return A O t.x", "local a = A return (function() return a O B end)()",
            "local t = {y = {x = A}} return t.y.x O B", "g = A return g O B", "g = B return A O g", "local function f() return A end return f() O B", "local a, i = {A}, 1 return a[i] O B", "local b = B return (function() return A O b end)()",
            "local r if A O B then r = 1 else r = 2 end return r", "local a, b, r = A, B if not (a O b) then r = 1 end return r", "local a, n = A, 0 while a O B do n = n + 1 if n > 2 then break end end return n", "local t = {A} return t[1] O B" }:gsub("[AOB]", {A = "(" .. a .. ")", B = "(" .. b .. ")", O = o}) end
        for _ = 1, ROUNDS * 20 do chunk((forms(pick(shown), pick(operators), pick(shown)))) end
        for _, o in ipairs {"-", "#", "~", "not "} do for _, v in ipairs(shown) do chunk(("local a = %s return %sa"):format(v, o)) chunk(("local t = {f = %s} return %st.f"):format(v, o)) chunk(("return %s(%s)"):format(o, v)) chunk(("g = %s return %sg"):format(v, o)) end end
        local uses = {"a.x", "a.x.y", "a[1]", "a[nil]", "a()", "a.f()", "a:m()", "a.b.c()", "a.b:m()", "a[a]", "a.x = 1", "a[1] = 1", "a[nil] = 1", "a[0/0] = 1", "a.b.c = 1", "a[1].x", "a['long key with spaces']", "('x')[a]", "a{}", "a''", "#a.b", "-a.b.c", "a..a.b", "a.x + 1", "1 + a.x", "a[2.5]()", "a[true]()", "for i = a, 1 do break end", "for i = 1, a do break end", "for i = 1, 2, a do break end", "for i = 1, 1, 0 do end", "for k in a do break end", "for k in a.x do break end", "for k in pairs(a) do break end", "for k in ipairs(a) do break end", "for k in next, a do break end", "local x <close> = a", "goto done ::done::", "return a.x.x.x", "a.b.c.d = 5", "string.rep(a)", "('x'):rep(a)", "('x').y.z = 1", "a.m:n()", "(a)()", "(a.b)()", "(a or 5)()", "f(a)()", "a ^ {}", "2 ^ a", "a // 0", "a % 0", "1 // a", "1 % a", "a & 1.5", "1 << a", "a | 2^63", "~a", "a .. nil", "nil .. a", "1 .. a .. 2", "a < 1", "1 < a", "a <= 'x'", "a == a", "a < a", "{} < {}", "{} .. {}", "next < a" }
        for _, u in ipairs(uses) do for _, v in ipairs(shown) do
            local statement = u:find("^for") or u:find("^local") or u:find("^goto") or u:find("[^=~<>]= ") or u:find("^return")
            local is_call = u:find("%)$") or u:find("''$") or u:find("{}$") and not u:find("[%^.<]")
            local body = statement and u or "local r = " .. u
            chunk("local a = " .. v .. " " .. body) chunk("a = " .. v .. " " .. body) chunk("local a = " .. v .. " return (function() " .. body .. " end)()") chunk("local a = {q = " .. v .. "} local a = a.q " .. body)
        end end
        -- for loops at the ends of numbers
        local ends = {"math.maxinteger", "math.mininteger", "math.maxinteger - 1", "math.mininteger + 1", "0", "1", "-1", "3", "1.0", "0.5", "3.7", "1e308", "-1e308", "1/0", "-1/0", "0/0", "'1'", "'x'", "2^53", "-2^63", "2^63", "nil", "-3"}
        for _ = 1, ROUNDS * 10 do chunk(("local n, l = 0 for i = %s, %s, %s do n = n + 1 l = i if n > 4 then break end end return n, l"):format(pick(ends), pick(ends), pick(ends))) end
        for _, a in ipairs(ends) do for _, b in ipairs(ends) do chunk(("local n, l = 0 for i = %s, %s do n = n + 1 l = i if n > 3 then break end end return n, l"):format(a, b)) end end
        -- math
        local numbers = {0, 1, -1, 2, 3.5, -3.5, 0.0, -0.0, 1e15, 1e300, 1 / 0, -1 / 0, math.maxinteger, math.mininteger, 2^53, 2^63, -2^63, "3", "0x10", "2.5", "x", true, {}, 5e-324, 7, -7, 0.1}
        local names = {} for k, v in pairs(math) do if type(v) == "function" and not k:find("random") then names[#names + 1] = k end end table.sort(names)
        for _, k in ipairs(names) do
            local f = math[k]
            local function tried(...) note(k, ...) note(plain(pcall(f, ...))) end
            tried() tried(nil) for _, a in ipairs(numbers) do tried(a) tried(a, nil) for _, b in ipairs(numbers) do tried(a, b) end end
            tried(1, 2, 3, "4", 5.5) tried(3, {}, 1)
        end
        note(math.pi, math.huge, math.maxinteger, math.mininteger) math.randomseed(42) for i = 1, 20 do note(math.random(), math.random(i), math.random(-i, i), math.random(0)) end math.randomseed(1, 2) note(math.random(0)) math.randomseed(1.0) note(math.random(0))
        for _, c in ipairs {{1, 0}, {0, 1, 2}, {math.mininteger, math.maxinteger}, {math.maxinteger, math.maxinteger}, {1.5}, {"2"}, {"x"}, {{}}, {-5}, {1, 1}, {0}, {5, 1}, {math.mininteger, 0}, {-1, math.maxinteger}, {1.0, 3.0}} do call("random", math.random, table.unpack(c)) end
        for _, c in ipairs {{1.5}, {"x"}, {{}}, {1, "x"}, {"7"}, {1, 2, 3}, {2^70}, {0 / 1}} do note(pcall(math.randomseed, table.unpack(c))) note(math.random(0)) end
        -- levels, names and lines of errors
        for level = 0, 4 do note(pcall(function() local function f() error("m", level) end local function g() f() end g() end)) end
        note(pcall(error, "m", 1)) note(pcall(error, "m", 2)) note(pcall(error, {}, 1)) note(pcall(error, nil, 1)) note(pcall(error, 5, 1)) note(pcall(error, "m", "x")) note(pcall(error, "m", 2.0)) note(pcall(error, "m", -1)) note(pcall(error, "m", math.maxinteger))
        for _, s in ipairs {"return string.rep()", "return ('x'):rep()", "return ('x'):rep({})", "local s = string return s.rep()", "local rep = string.rep return rep()", "return math.floor('x')", "return setmetatable(1)", "return ipairs()", "local t = {} t.f = string.rep return t.f()", "local t = {} t.f = string.rep return t:f()", "return table.concat({{}})",
            "return table.insert({}, 1, 2, 3)", "return ('x'):format({}, 1)", "return ('%d'):format('x')", "return ('%d'):format(1.5)", "return ('%c'):format({})", "return string.char(256)", "return utf8.char(-1)", "return select(0)", "return tonumber('1', 99)", "return tonumber(1, 10)", "return ('x'):bad()", "return #5", "return -{}", "return next({}, 1)", "return rawset(1, 2, 3)", "return rawlen(5)", "return load(5)", "return assert(false)",
            "return assert(nil, 'm')", "return assert()", "return math.random(0, 1, 2)", "return os.time({})", "return os.date('%Ez')", "return string.pack('i17', 1)", "return string.unpack('i4', 'x')", "return table.unpack({}, 1, 1e8)", "return table.sort({3, 1, 'x'})", "return coroutine.resume(1)", "return coroutine.wrap(1)", "return xpcall(print)", "return pcall()", "return string.gsub('x', '(', '')", "return ('x'):find('[')", "return ('x'):gsub('x', '%2')", "return tostring()",
            "return setmetatable({}, {__index = function() error('in index') end}).x", "return setmetatable({}, {__add = function(a, b) return a.x.y end}) + 1", "local t <const> = 5 return t.x.y", "local t <close> = 5", "local t <close> = {}", "local t <close> = nil return 1", "local t <close> = false return 2", "goto x", "break", "::a:: ::a::", "local x <const> = 1 x = 2", "local x <bad> = 1", "return ... + 1", "x = = 1", "return 'abc", "return [[abc", "return '\\q'", "return '\\300'", "return '\\u{}'", "return '\\u{80000000}'", "return '\\xZZ'", "return 0x", "return 1..2", "return 3x", "for", "for i", "for i = 1", "for i in", "if x", "while", "repeat", "function f(", "function f(a,", "local function", "return return", "a.b:c = 1", "f() = 1", "return {1, 2", "--[[", "x = }", "# comment", "#!shebang", "return 1 2", ("("):rep(190) .. ("a"):rep(1), "return " .. ("("):rep(210) .. "1", "local " .. ("a,"):rep(210) .. "b", "return function() " .. ("local a "):rep(201) .. "end", "x = ~", "return not", "return a.1", "return a..", "local a = {...} return ...", "function f() return ... end", "goto l do ::l:: end", "do goto l end local x ::l:: return x", "repeat local x goto c ::c:: until not x", "return 0xffffffffffffffffff, 1e999, .5e-3, 0x.p1", "return 08, 1e1, 0x1p-2, 3 .. 4", "return '\\z   x', '\\65\\066\\x41', '\\u{48}'", "return 9223372036854775807, 9223372036854775808, -9223372036854775808" } do chunk(s, 1, 2) end
        """#

    static let coroutines = #"""
        local function try(name, f, ...) note(name, pcall(f, ...)) end
        local co = coroutine
        for _, f in ipairs {"create", "wrap", "resume", "status", "isyieldable", "close", "running", "yield"} do
            for _, v in ipairs {5, "x", true, {}, print} do if f ~= "running" and not (f == "isyieldable") and not ((f == "create" or f == "wrap") and v == print) then call(f, co[f], v) end end
            if f ~= "running" and f ~= "isyieldable" then call(f, co[f]) call(f, co[f], nil) end
        end
        note(select(2, co.running()), co.isyieldable(), co.status(co.running()))
        try("resume main", function() return co.resume(co.running()) end)
        try("close main", function() return co.close(co.running()) end)
        local function body(...)
            local got = {...}
            while true do
                local n = got[1]
                if n == "return" then return table.unpack(got, 2) end
                if n == "error" then error(got[2], got[3]) end
                if n == "call" then got[2]() end
                if n == "nest" then note("in", co.resume(co.create(body), table.unpack(got, 2))) end
                if n == "wrapped" then note("in", co.wrap(body)(table.unpack(got, 2))) end
                if n == "self" then note("self", co.resume(co.running())) note("status", co.status(co.running()), co.isyieldable()) end
                if n == "closeself" then note("close", pcall(co.close, co.running())) end
                if n == "pcall" then got = {co.yield("p", pcall(body, table.unpack(got, 2)))} else got = {co.yield(...)} end
            end
        end
        local values = {1, "two", nil, false, 3.5, "return", "error", "nest", "wrapped", "self", "closeself", "pcall", "call", function() error("f") end, function() error({}) end,
            function() local x = nil; x() end, function() co.yield("deep") end, function() error() end, function() error("lvl", 2) end, function() return co.yield() end}
        for round = 1, ROUNDS * 5 do
            local c = co.create(body)
            for step = 1, random(6) do
                local a, b, d = pick(values), pick(values), pick(values)
                note("status", co.status(c))
                note("resume", co.resume(c, a, b, d))
            end
            note("status", co.status(c), co.close(c)) note(co.status(c), co.resume(c, 1)) note(pcall(co.close, c))
            local w = co.wrap(body)
            for step = 1, random(4) do note("wrap", pcall(w, pick(values), pick(values), pick(values))) end
        end
        -- close
        for _, e in ipairs {"none", "string", {}, 7} do
            for _, how in ipairs {"close", "error", "return", "break"} do
                local function closer(n) return setmetatable({}, {__close = function(_, err) note("closing", n, err, co.running() ~= nil, co.isyieldable()) if n == 2 and e ~= "none" then error(e, 0) end end}) end
                local c = co.create(function()
                    local a <close> = closer(1)
                    local b <close> = closer(2)
                    local d <close> = closer(3)
                    co.yield("in")
                    if how == "error" then error("E") end
                    if how == "break" then local x = nil + 1 end
                    return 1, 2
                end)
                note(co.resume(c)) if how == "close" then note(co.close(c)) else note(co.resume(c)) end
                note(co.status(c), co.resume(c)) note(co.close(c)) note(co.close(c))
            end
        end
        local c = co.create(function() local x <close> = setmetatable({}, {__close = function() note("yield in close", pcall(co.yield, 1)) co.yield(2) error("after") end}) co.yield(0) end)
        note(co.resume(c)) note(co.resume(c)) note(co.status(c)) note(co.resume(c)) note(co.resume(c)) note(co.resume(c))
        c = co.create(function() local x <close> = setmetatable({}, {__close = function() co.yield(2) end}) co.yield(0) end)
        note(co.resume(c)) note(co.close(c)) note(co.status(c))
        -- yields where Lua can or cannot
        local function within(name, f) local c = co.create(f) note(name, co.resume(c)) note(name, co.resume(c, "v")) note(name, co.resume(c, "w")) note(co.status(c)) end
        local y = co.yield
        within("sort", function() table.sort({3, 2, 1}, function(a, b) y() return a < b end) end)
        within("gsub", function() return ("abc"):gsub(".", function(x) y(x) end) end)
        within("gsub index", function() return ("abc"):gsub(".", setmetatable({}, {__index = function(_, k) return y(k) end})) end)
        within("tostring", function() return tostring(setmetatable({}, {__tostring = function() return y(1) end})) end)
        within("index", function() return setmetatable({}, {__index = function(_, k) return y(k) end}).x end)
        within("newindex", function() setmetatable({}, {__newindex = function(_, k) y(k) end}).x = 1 return 5 end)
        within("add", function() return setmetatable({}, {__add = function(a, b) return y(b) end}) + 1 end)
        within("concat", function() return "a" .. setmetatable({}, {__concat = function(a, b) return y("c") end}) .. "z" end)
        within("lt", function() return setmetatable({}, {__lt = function(a, b) return y("lt") end}) < {} end)
        within("le", function() return setmetatable({}, {__le = function(a, b) return y("le") end}) <= {} end)
        within("eq", function() local m = {__eq = function() return y("eq") end} return setmetatable({}, m) == setmetatable({}, m), setmetatable({}, m) ~= setmetatable({}, m) end)
        within("len", function() return #setmetatable({}, {__len = function() return y("len") end}) end)
        within("call", function() return setmetatable({}, {__call = function(_, a) return y(a) end})("c") end)
        within("for", function() for a, b in function(_, k) return y(k) end do note("loop", a, b) end end)
        within("pairs", function() for k, v in pairs(setmetatable({}, {__pairs = function() return y("pairs"), nil, nil end})) do note(k) end end)
        within("load", function() return load(function() return y("l") end) end)
        within("pcall", function() return pcall(function() return pcall(y, 1, 2) end) end)
        within("xpcall", function() return xpcall(function() return y(1, 2), error("x") end, function(m) return "h:" .. m end) end)
        within("pcall error", function() return pcall(function() y(1) error("x") end) end)
        within("tconcat", function() return table.concat(setmetatable({}, {__len = function() return 2 end, __index = function(_, k) return y(k) end})) end)
        within("unpack", function() return table.unpack(setmetatable({}, {__index = function(_, k) return y(k) end}), 1, 2) end)
        within("insert", function() return table.insert(setmetatable({}, {__newindex = function(_, k) return y(k) end}), 2) end)
        within("ipairs", function() for i, v in ipairs(setmetatable({}, {__index = function(_, k) return y(k) end})) do note(i, v) end end)
        within("require", function() return y(select("#", y(1, 2))) end)
        within("wrap in wrap", function() local w = co.wrap(function() y(1) y(2) error("w") end) w() y("o") w() return w() end)
        within("dead wrap", function() local w = co.wrap(function() end) w() return w() end)
        within("close in", function() local c = co.create(function() y() end) co.resume(c) return co.close(c), co.status(c) end)
        within("error level", function() local w = co.wrap(function() error("L1", 1) end) w() end)
        within("error table", function() local w = co.wrap(function() error({1}) end) w() end)
        within("closes", function() local w = co.wrap(function() local x <close> = setmetatable({}, {__close = function(_, e) note("c", e) error("in close", 0) end}) error("first", 0) end) return w() end)
        within("nested status", function() local me = co.running() local w = co.wrap(function() return co.status(me), co.resume(me) end) return w() end)
        within("nested close", function() local me = co.running() local w = co.wrap(function() return pcall(co.close, me) end) return w() end)
        within("many", function() return select("#", y(table.unpack({}, 1, 200))) end)
        -- too many values
        local many = co.create(function() return table.unpack({}, 1, 9e5) end) note("many", co.resume(many) == true)
        note(co.resume(co.create(function(...) return select("#", ...) end), table.unpack({}, 1, 1e5)))
        note(select("#", co.wrap(function(...) return ... end)(table.unpack({}, 1, 1e5))))
        -- depth
        local function nest(n) if n == 0 then return "bottom" end return co.wrap(function() return nest(n - 1) end)() end
        note(nest(90))
        -- xpcall and pcall
        for _, f in ipairs {pcall, xpcall} do note(pcall(f)) note(pcall(f, nil)) note(pcall(f, 5, 5)) note(pcall(f, print)) note(pcall(f, 5, print)) note(pcall(f, error, tostring)) end
        note(xpcall(error, function(m) return m, 2, 3 end, "e", 0)) note(xpcall(function(...) return ... end, print, 1, nil, 3, nil)) note(pcall(error)) note(pcall(error, nil)) note(pcall(error, {code = 1})) note(xpcall(error, function(...) return select("#", ...) end))
        note(pcall(pcall)) note(pcall(pcall, error, "x")) note(pcall(select, "#", 1, nil, nil)) note(pcall(setmetatable({}, {__call = function(_, ...) return ... end}), 1, 2)) note(pcall({})) note(xpcall({}, function(m) return "h " .. m end))
        note(xpcall(function() local x; x.y = 1 end, function(m) return "h " .. m end)) note(pcall(string.rep)) note(pcall(("x").rep)) note(pcall(("x").bad))
        local function deep() return 1 + deep() end note(select("#", pcall(deep)), (select(2, pcall(deep)):gsub("%(.*", "")))
        local function forever(n) return (pcall(forever, n + 1)) end note(forever(1))
        """#
}
